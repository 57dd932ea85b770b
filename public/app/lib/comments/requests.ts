import { type Data, endpointAt } from '../../../../client/api'
import { api, envelope, under } from '../api'
import { sendingKey } from '../drafts'

export const commentsOn = (postId: string) => endpointAt(api.comments, 'post', { postId })

type Commented = ReturnType<typeof commentsOn>

export type Comment = Data<ReturnType<typeof api.comments>['get']>['comment']

/** The comments of several levels in reading order. */
export type TreeResponse = Data<Commented['tree']['get']>

type TreeQuery = NonNullable<Parameters<Commented['tree']['get']>[0]>['query']

export const fetchTree = (postId: string, query: TreeQuery) => envelope(commentsOn(postId).tree.get({ query }))

/** Its draft is about what it answers. */
export const createComment = (postId: string, parentCommentId: string | null, content: string) =>
  envelope(commentsOn(postId).post({ content, parentCommentId }, under(sendingKey(parentCommentId ?? postId))))
