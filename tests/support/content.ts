import { storage } from '../../db/storage'
import { setCommentBanned } from '../../src/core/comments/threads'
import { setPostState } from '../../src/core/posts/changes'
import { type Person, success } from './kit'

type By = Pick<Person, 'visitor'>
type Api = By['visitor']['api']
type NewPost = Parameters<Api['posts']['post']>[0]

export const publish = async ({ visitor }: By, post: Partial<NewPost> = {}) =>
  (await success(visitor.api.posts.post({ title: 'A title', content: 'Some words', topic: 'Showcase', ...post }))).post

/** The comments of a post. Eden would take a segment named `post` for the method. */
function commentsOn({ visitor }: By, postId: string): ReturnType<Api['comments']['post']> {
  const comments = visitor.api.comments as unknown as (segment: { path: string }) => ReturnType<Api['comments']['post']>
  return comments({ path: `post/${postId}` })
}

export const comment = async (
  by: By,
  postId: string,
  { content = 'A remark', parentCommentId = null }: { content?: string; parentCommentId?: string | null } = {},
) => (await success(commentsOn(by, postId).post({ content, parentCommentId }))).comment

export const judgePost = (id: string, state: 'active' | 'banned' | 'shadow_banned') =>
  storage.write((tx) => setPostState(tx, id, state))
export const banComment = (id: string) => storage.write((tx) => setCommentBanned(tx, id, true))
