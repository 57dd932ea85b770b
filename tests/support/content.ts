import { storage } from '../../db/storage'
import { endpointAt } from '../../src/client'
import { setCommentBanned } from '../../src/core/comments/threads'
import { setPostState } from '../../src/core/posts/changes'
import { type Person, success } from './kit'

type By = Pick<Person, 'visitor'>
type Api = By['visitor']['api']
type NewPost = Parameters<Api['posts']['post']>[0]

export const publish = async ({ visitor }: By, post: Partial<NewPost> = {}) =>
  (await success(visitor.api.posts.post({ title: 'A title', content: 'Some words', topic: 'Showcase', ...post }))).post

export const comment = async (
  by: By,
  postId: string,
  { content = 'A remark', parentCommentId = null }: { content?: string; parentCommentId?: string | null } = {},
) => (await success(endpointAt(by.visitor.api.comments, 'post', { postId }).post({ content, parentCommentId }))).comment

export const judgePost = (id: string, state: 'active' | 'banned' | 'shadow_banned') =>
  storage.write((tx) => setPostState(tx, id, state))
export const banComment = (id: string) => storage.write((tx) => setCommentBanned(tx, id, true))
