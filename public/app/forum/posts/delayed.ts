import type { Data } from '../../../../client/api'
import { api, envelope, type Failure, officialKey, under } from '../../lib/api'
import type { PostInput } from '../../lib/waiting'
import { sendPictured } from '../pictures/kept'
import { cachePost, type Post } from './posts'

export type DelayedPost = Data<typeof api.posts.delayed.get>['delayedPosts'][number]

/** The viewer's posts that have not appeared yet. */
export async function readDelayed(): Promise<readonly DelayedPost[] | Failure> {
  const answer = await envelope(api.posts.delayed.get())
  return answer.success ? answer.data.delayedPosts : answer
}

/**
 * Sends a post; one that is delayed appears within the next hour. Not a word of the draft changes if it is, so its key
 * is another one.
 */
export const createPost = (input: PostInput, key: string, isDelayed = false) =>
  sendPictured(input, (whole) => {
    if (isDelayed) return envelope<Created>(api.posts.delayed.post(whole, under(`${key}-delayed`)))
    return envelope<Created>(api.posts.post(whole, under(whole.official ? officialKey(key) : key)))
  })
type Created = { success: true; data: { post: Post } | { delayedPost: { id: string } } }

/** Returns the id of the post. */
export async function publishDelayed(id: string): Promise<{ postId: string } | Failure> {
  const answer = await envelope(api.posts.delayed({ id }).publish.post())
  if (!answer.success) return answer
  cachePost(answer.data.post)
  return { postId: answer.data.post.id }
}

export async function deleteDelayed(id: string): Promise<Failure | undefined> {
  const answer = await envelope(api.posts.delayed({ id }).delete())
  return answer.success || answer.code === 'NOT_FOUND' ? undefined : answer
}
