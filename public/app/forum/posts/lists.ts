import { requestDeletion } from '../../campus/auth/deletions'
import { api, envelope } from '../../lib/api'
import { Listing, PAGE } from '../../lib/listing'
import { readStorage, tabStorage, writeStorage } from '../../lib/storage'
import { cachePost, hiddenPosts, type Post, type PostSignal, postId, postsBy } from './posts'

// What the feed does not need, and so is not in the first load.

export const listPostsByUser = (userId: string): Listing<PostSignal> =>
  postsBy((query) => envelope(api.posts.user({ userId }).get({ query })))

/** One's own posts that moderators removed. */
export const listRemovedPosts = (userId: string): Listing<PostSignal> =>
  postsBy((query) => envelope(api.posts.user({ userId }).get({ query: { ...query, state: 'banned' } })))

export const listPostsByCollege = (collegeId: string): Listing<PostSignal> =>
  postsBy((query) => envelope(api.posts.college({ collegeId }).get({ query })))

export const listSavedPosts = (): Listing<PostSignal> =>
  new Listing(async (cursor) => {
    const page = Number(cursor ?? 1)
    const answer = await envelope(api.bookmarks.user.get({ query: { page, limit: PAGE } }))
    if (!answer.success) return answer
    const { posts, count } = answer.data
    return { items: posts.map(cachePost), next: page * PAGE < count ? String(page + 1) : null }
  }, postId)

const VIEWED = 'quad.viewed.'

/** Counts the viewer's view of the post, once per tab. */
export async function countView(post: PostSignal): Promise<void> {
  const { id } = post.value ?? {}
  if (id === undefined || readStorage(VIEWED + id, tabStorage) !== null) return
  writeStorage(VIEWED + id, '1', tabStorage)
  const answer = await envelope(api.posts({ id }).view.post())
  if (answer.success && post.value) post.value = { ...post.value, views: post.value.views + 1 }
}

/** What `deleteLater` needs to delete the post. */
export function postDeletion(signal: PostSignal, post: Post) {
  const { id } = post
  const target = { targetType: 'post', targetId: id } as const
  return {
    target,
    hide: () => {
      hiddenPosts.add(id)
      signal.value = null
    },
    restore: () => {
      hiddenPosts.delete(id)
      signal.value = post
    },
    send: () => requestDeletion(target),
  }
}
