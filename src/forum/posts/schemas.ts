import { type Static, t } from 'elysia'
import { refuseField } from '../../errors'
import { clamped, clampTo, cursor, cursoredPagination, oneOf, uuid } from '../../lib/text/schema'
import { MAX_WAITING } from '../delayed/delayed'
import { delayedPost } from './delayed'
import { SORT_WORDS } from './list-queries'
import { WINDOWS } from './lists'
import { MOST_PINNED } from './pins'
import { postRecord } from './record'
import { state } from './visibility'

export const DelayedPosts = t.Object({ delayedPosts: t.Array(delayedPost, { maxItems: MAX_WAITING }) })

const PAGE = { fallback: 1, min: 1, max: 1_000_000_000 }
const LIMIT = { fallback: 10, min: 1, max: 50 }
const page = {
  page: clamped(PAGE),
  limit: clamped(LIMIT),
  sortBy: oneOf(SORT_WORDS),
  sortOrder: oneOf(['desc', 'asc']),
  window: oneOf(WINDOWS, 'With `sortBy=top` only: what was posted in the last 24 hours, 7 days, 30 days, or ever'),
  cursor,
  state,
  question: oneOf(['open'], 'Questions that have no answer yet'),
}

export const PostsPaged = t.Object(page)
export const PostsFiltered = t.Object({
  ...page,
  topic: t.Optional(t.String({ description: 'In any case; an unknown one finds nothing' })),
  collegeId: t.Optional(uuid()),
  branch: t.Optional(t.String({ description: 'Code or name' })),
  course: t.Optional(uuid()),
})

/** The order and the filters of the list that somebody looks at. */
export const WhyAsked = t.Pick(PostsFiltered, ['sortBy', 'window', 'topic', 'collegeId', 'branch', 'course'])

/** The query with its defaults, within its ranges. */
export function toPaging({ page, limit, ...query }: Partial<Static<typeof PostsPaged>>) {
  const { sortBy = 'createdAt', sortOrder = 'desc', window, ...rest } = query
  if (window !== undefined && sortBy !== 'top') refuseField('window', 'posts.windowOfTop')
  return { page: clampTo(PAGE, page), limit: clampTo(LIMIT, limit), sortBy, sortOrder, window, ...rest }
}
export const OnePost = t.Object({ post: postRecord })
export const PostPage = t.Object({
  posts: t.Array(postRecord, { maxItems: 50 }),
  pinned: t.Optional(
    t.Array(postRecord, {
      maxItems: MOST_PINNED,
      description: 'On the first page of all posts or of a topic: what is pinned above it, which `posts` has, too',
    }),
  ),
  meta: cursoredPagination,
})

export const PinnedAt = t.Object({ topic: PostsFiltered.properties.topic })
