import { type Signal, signal } from '@preact/signals'
import { type Data, endpointAt } from '../../../../client/api'
import { api, envelope, type Failure } from '../../lib/api'
import { joinedById, type Listing, listOf } from '../../lib/listing'
import type { Me } from '../../lib/me'

export type Post = Data<ReturnType<typeof api.posts>['get']>['post']

export type Picture = NonNullable<Post['picture']>

/** One signal for each post, shared by everything that shows it; null once the post is gone. */
export type PostSignal = Signal<Post | null>

/** Each with the time at which the server last sent it. */
const cache = new Map<string, { post: PostSignal; readAt: number }>()

/** Posts that were deleted here, and that the server still has while that can be undone. */
export const hiddenPosts = new Set<string>()

/** Stores what the server sent, and updates everything that shows the post. */
export function cachePost(post: Post): PostSignal {
  const known = cachedPost(post.id) ?? signal<Post | null>(null)
  known.value = hiddenPosts.has(post.id) ? null : post
  cache.set(post.id, { post: known, readAt: Date.now() })
  return known
}

export const cachedPost = (id: string): PostSignal | undefined => cache.get(id)?.post

export const knownSince = (id: string): number | undefined => cache.get(id)?.readAt

/** Hides the posts of a person until the server sends them again. */
export function hidePostsBy(userId: string): void {
  for (const { post } of cache.values()) if (post.value?.postedBy?.id === userId) post.value = null
}

export async function readPost(id: string): Promise<PostSignal | Failure> {
  const answer = await envelope(api.posts({ id }).get())
  return answer.success ? cachePost(answer.data.post) : answer
}

type Filter = {
  topic?: string
  branch?: string
  collegeId?: string
  course?: string
  sortBy?: 'createdAt' | 'updatedAt' | 'views' | 'hot' | 'top'
  window?: Window
  sortOrder?: 'asc' | 'desc'
  question?: 'open'
}

export const postId = (post: PostSignal): string => post.peek()?.id ?? ''

export const fetchPosts = (query: Filter & { limit: number; cursor?: string }) => envelope(api.posts.get({ query }))

type Found = { posts: Post[]; pinned?: Post[]; meta: { nextCursor: string | null } }

/** The posts that the server answers with, page by page. */
export const postsBy = (ask: Parameters<typeof listOf<PostSignal, Found>>[0]): Listing<PostSignal> => {
  const itemsOf = ({ posts, pinned }: Found) => {
    if (pinned) list.pinned = pinned.map(({ id }) => id)
    return joinedById(pinned ?? [], posts, ({ id }) => id).map(cachePost)
  }
  const list = listOf(ask, itemsOf, postId)
  return list
}

export const listFeed = (filter: Filter): Listing<PostSignal> => {
  lastFeed = filter
  return postsBy((page) => fetchPosts({ ...page, ...filter }))
}

/** What the feed was last asked for, from which somebody comes to a post. */
export let lastFeed: Filter | undefined

/** Shows the change at once and reverts it if the server refuses. */
export async function toggleBookmark(post: PostSignal): Promise<Failure | undefined> {
  const before = post.value
  if (before === null) return undefined
  post.value = { ...before, bookmarked: !before.bookmarked }
  const answer = await (before.bookmarked
    ? envelope(endpointAt(api.bookmarks, 'delete', { postId: before.id }).delete())
    : envelope(api.bookmarks.post({ postId: before.id })))
  // Done on another device meanwhile.
  const isDone = !answer.success && answer.code === (before.bookmarked ? 'NOT_FOUND' : 'ALREADY_BOOKMARKED')
  if (answer.success || isDone) return undefined
  if (post.value) post.value = { ...post.value, bookmarked: before.bookmarked }
  return answer
}

export type Sort = 'hot' | 'newest' | 'top' | 'oldest' | 'viewed' | 'edited'

const ORDERS: Record<Sort, Pick<Filter, 'sortBy' | 'sortOrder'>> = {
  hot: { sortBy: 'hot' },
  newest: {},
  top: { sortBy: 'top' },
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  viewed: { sortBy: 'views', sortOrder: 'desc' },
  edited: { sortBy: 'updatedAt', sortOrder: 'desc' },
}

export const SORTS = Object.keys(ORDERS) as Sort[]

/**
 * The feed's filters as its URL holds them, without defaults. `from` is `mine` or the id of a college, `branch` its
 * code or name.
 */
type FeedQuery = { topic?: string; branch?: string; from?: string; question?: string; sort?: string; window?: string }

/** From when posts by top are, and from when without a word. */
export const WINDOWS = ['day', 'week', 'month', 'all'] as const
export type Window = (typeof WINDOWS)[number]
const USUAL_WINDOW = 'week'

export const readWindow = ({ window }: FeedQuery): Window => WINDOWS.find((each) => each === window) ?? USUAL_WINDOW

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readSort = ({ sort }: FeedQuery): Sort => SORTS.find((each) => each === sort) ?? 'hot'

/** `mine` for the viewer's college, the id of another college, or `everyone`. */
export function readSource({ from = '' }: FeedQuery, me: Me | null | undefined): string {
  if (from === 'mine' || from === me?.collegeId) return me ? 'mine' : 'everyone'
  return UUID.test(from) ? from : 'everyone'
}

export function feedFilter(query: FeedQuery, me: Me | null | undefined): Filter {
  const source = readSource(query, me)
  const sort = readSort(query)
  return {
    ...ORDERS[sort],
    ...(sort === 'top' ? { window: readWindow(query) } : {}),
    ...(query.topic ? { topic: query.topic } : {}),
    ...(query.branch ? { branch: query.branch } : {}),
    ...(query.question ? { question: 'open' } : {}),
    ...(source === 'everyone' ? {} : { collegeId: source === 'mine' ? me!.collegeId : source }),
  }
}

const isSource = (from = ''): boolean => from === 'mine' || UUID.test(from)

export const isFiltered = ({ topic, branch, from, question }: FeedQuery): boolean =>
  Boolean(topic || branch || question) || isSource(from)

/** The URL of the feed, or of another list in its orders, with these changes. */
export function feedPath(query: FeedQuery, changes: FeedQuery, path = '/'): string {
  const { topic, branch, from, question, ...order } = { ...query, ...changes }
  const sort = readSort(order)
  const window = sort === 'top' ? readWindow(order) : USUAL_WINDOW
  const params = {
    topic,
    branch,
    from: isSource(from) ? from : '',
    question: question ? 'open' : '',
    sort: sort === 'hot' ? '' : sort,
    window: window === USUAL_WINDOW ? '' : window,
  }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `${path}?${search}` : path
}
