import { api, envelope, type ResponseData } from './api'
import { listOf } from './listing'

const fetchOwnComments = (query: { cursor?: string }) => envelope(api.comments.mine.get({ query }))

export type OwnComment = ResponseData<ReturnType<typeof fetchOwnComments>>['comments'][number]

/** The comments that the viewer wrote, newest first, removed ones too. */
export const listOwnComments = () =>
  listOf(
    fetchOwnComments,
    ({ comments }) => comments,
    ({ id }) => id,
  )

export type Versioned = { type: 'post' | 'comment'; id: string }
export type Version = { title?: string; content: string; startsAt?: string; place?: string; writtenAt: string }

/** What the text was before its author changed it, latest first. */
export const readVersions = ({ type, id }: Versioned) =>
  envelope<{ success: true; data: { versions: Version[] } }>(
    type === 'post' ? api.posts({ id }).history.get() : api.comments({ commentId: id }).history.get(),
  )
