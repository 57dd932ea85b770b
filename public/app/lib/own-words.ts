import { api, envelope, type Failure, type ResponseData } from './api'
import { Listing } from './listing'

const PAGE = 20

const fetchOwnComments = (cursor: string | undefined) =>
  envelope(api.comments.mine.get({ query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }))

export type OwnComment = ResponseData<ReturnType<typeof fetchOwnComments>>['comments'][number]

/** The comments that the viewer wrote, newest first, removed ones too. */
export const listOwnComments = (): Listing<OwnComment> =>
  new Listing(
    async (cursor) => {
      const answer = await fetchOwnComments(cursor)
      return answer.success ? { items: answer.data.comments, next: answer.data.meta.nextCursor } : answer
    },
    ({ id }) => id,
  )

export type Versioned = { type: 'post' | 'comment'; id: string }
export type Version = { title?: string; content: string; startsAt?: string; place?: string; writtenAt: string }

/** What the text was before its author changed it, latest first. */
export async function readVersions({ type, id }: Versioned): Promise<readonly Version[] | Failure> {
  const answer = await (type === 'post'
    ? envelope(api.posts({ id }).history.get())
    : envelope(api.comments({ commentId: id }).history.get()))
  return answer.success ? answer.data.versions : answer
}
