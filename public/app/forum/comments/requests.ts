import { signal } from '@preact/signals'
import { type Data, endpointAt } from '../../../../client/api'
import { api, envelope, officialKey, under } from '../../lib/api'

export const commentsOn = (postId: string) => endpointAt(api.comments, 'post', { postId })

type Commented = ReturnType<typeof commentsOn>

export type Comment = Data<ReturnType<typeof api.comments>['get']>['comment']

/** The comments of several levels in reading order. */
export type TreeResponse = Data<Commented['tree']['get']>

type TreeQuery = NonNullable<Parameters<Commented['tree']['get']>[0]>['query']

export const fetchTree = (postId: string, query: TreeQuery) => envelope(commentsOn(postId).tree.get({ query }))

const ownCommentIds = new Set<string>()
const pendingWrites = new Set<Promise<unknown>>()

/** Whether the comment was written in this tab; waits for the writes under way. */
export async function isOwnNewComment(id: string): Promise<boolean> {
  await Promise.all(pendingWrites)
  return ownCommentIds.has(id)
}

/** As whom a comment is written: as moderator, or under a name for this thread; that is to appear later. */
export type Voice = { official?: true; alias?: boolean; isDelayed?: boolean }
export type NewComment = { postId: string; parentCommentId: string | null; content: string } & Omit<Voice, 'isDelayed'>

export async function postComment({ postId, ...comment }: NewComment, key: string) {
  const request = envelope(commentsOn(postId).post(comment, under(comment.official ? officialKey(key) : key)))
  pendingWrites.add(request)
  const answer = await request
  if (answer.success) ownCommentIds.add(answer.data.comment.id)
  pendingWrites.delete(request)
  return answer
}

/** The comment that waited for a network and was sent last. */
export const sentComment = signal<Comment | null>(null)

/** The id of the comment whose deletion waited and was sent last. */
export const deletedComment = signal('')
