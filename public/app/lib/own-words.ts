import { api, envelope } from './api'

export type Versioned = { type: 'post' | 'comment'; id: string }
export type Version = { title?: string; content: string; startsAt?: string; place?: string; writtenAt: string }

/** What the text was before its author changed it, latest first. */
export const readVersions = ({ type, id }: Versioned) =>
  envelope<{ success: true; data: { versions: Version[] } }>(
    type === 'post' ? api.posts({ id }).history.get() : api.comments({ commentId: id }).history.get(),
  )
