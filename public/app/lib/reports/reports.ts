import { api, envelope } from '../api'

/** A post or comment that can be reported, with its author unless the account is gone. */
export type Reportable = {
  type: 'Post' | 'Comment'
  id: string
  postId: string
  by: { id: string; username: string } | null
}

export const report = ({ type, id }: Reportable, words: { reason: string; message: string }) =>
  envelope(api.reports.post({ type, targetId: id, ...words }))
