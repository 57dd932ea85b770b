import type { api, EndpointData } from '../api'

export type Comment = EndpointData<ReturnType<typeof api.comments>['get']>['comment']

/** What remains of a deleted comment: a placeholder if it has replies, else nothing. */
export const afterDeletion = (comment: Comment): Comment | null =>
  comment.repliesCount === 0 ? null : { ...comment, isDeleted: true, content: '', commentedBy: null }

export const isPlaceholder = ({ isDeleted, isBanned, commentedBy }: Comment): boolean =>
  isDeleted || (isBanned && commentedBy === null)

export const withReplies = (comment: Comment | null, change: number): Comment | null =>
  comment && { ...comment, repliesCount: Math.max(0, comment.repliesCount + change) }
