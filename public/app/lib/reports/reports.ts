import { api, envelope } from '../api'

/** A post or a comment of somebody else, and who wrote it, where the account is still there. */
export type Reportable = {
  type: 'Post' | 'Comment'
  id: string
  postId: string
  by: { id: string; username: string } | null
}

export const report = ({ type, id }: Reportable, words: { reason: string; message: string }) =>
  envelope(api.reports.post({ type, targetId: id, ...words }))
