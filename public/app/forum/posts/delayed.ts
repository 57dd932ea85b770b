import type { Data } from '../../../../client/api'
import { api, envelope, type Failure, under } from '../../lib/api'
import { cachePost } from './posts'

export type DelayedPost = Data<typeof api.posts.delayed.get>['delayedPosts'][number]

/** The viewer's posts that have not appeared yet. */
export async function readDelayed(): Promise<readonly DelayedPost[] | Failure> {
  const answer = await envelope(api.posts.delayed.get())
  return answer.success ? answer.data.delayedPosts : answer
}

type NewPost = Parameters<typeof api.posts.delayed.post>[0]

/**
 * Sends a post that is to appear within the next hour. Not a word of the draft changes if it is delayed after all, so
 * its key is another one.
 */
export const createDelayed = (input: NewPost, key: string) =>
  envelope(api.posts.delayed.post(input, under(`${key}-delayed`)))

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
