import type { Data } from '../../../../client/api'
import { api, envelope, officialKey, under, unlessGone } from '../../lib/api'
import type { PostInput } from '../../lib/waiting'
import { sendPictured } from '../pictures/kept'
import { cachePost, type Post } from './posts'

export type DelayedPost = Data<typeof api.posts.delayed.get>['delayedPosts'][number]

/** The viewer's posts that have not appeared yet. */
export const readDelayed = () => envelope(api.posts.delayed.get())

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

/** What became of it: it is there, appears within the next hour, or is sent when there is a network. */
export type Sent = Created | { success: true; data: { waits: true } }

export async function publishDelayed(id: string) {
  const answer = await envelope(api.posts.delayed({ id }).publish.post())
  if (answer.success) cachePost(answer.data.post)
  return answer
}

export const deleteDelayed = (id: string) => unlessGone(envelope(api.posts.delayed({ id }).delete()))
