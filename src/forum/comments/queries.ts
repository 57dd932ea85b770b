import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { commentVotes } from '../../../db/schema/votes'
import { type Query, type RawText, raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, selectList } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { ModerationFilter } from '../posts/visibility'
import { voteOnComment } from '../posts/vote-type'

const COMMENT_COLUMNS = {
  ...pick(comments, 'id', 'content', 'isBanned', 'isOfficial', 'createdAt', 'updatedAt'),
  ...pick(comments, 'upvoteCount', 'downvoteCount', 'repliesCount'),
}

export const PLACE = { postId: posts.id, parentCommentId: orNull(comments.id) }

const POST_ID = raw(idOf('posts', 'm.post'))
const PARENT_ID = raw(idOf('comments', 'm.parent_comment'))

/** Of `comments m`; where the id of the post is at hand, nothing has to look for it. */
export const placeColumns = (postId: Query<never> | RawText = POST_ID) =>
  sql`${postId} AS postId, ${PARENT_ID} AS parentCommentId`

export const COMMENT_TYPES = {
  ...COMMENT_COLUMNS,
  ...PLACE,
  isDeleted: FLAG,
  authorId: orNull(users.id),
  vote: orNull(commentVotes.value),
}

export type CommentRow = Raw<typeof COMMENT_TYPES>

const OWN_COLUMNS = raw(`${selectList(COMMENT_COLUMNS, 'm')}, m.deleted_at IS NOT NULL AS isDeleted,
  ${idOf('users', 'm.author')} AS authorId`)

/** Of `comments m`. `viewer` is null without a session. */
export const commentSelection = (viewer: string | null, postId?: Query<never> | RawText) =>
  sql`${OWN_COLUMNS}, ${placeColumns(postId)}, ${voteOnComment(viewer)}`

export const commentRow = (db: Connection, viewer: string | null, id: string): CommentRow | undefined =>
  sql(COMMENT_TYPES)`SELECT ${commentSelection(viewer)} FROM comments m WHERE m.id = ${id}`.get(db)

/** `visible` is what everybody sees; the others are for administrators. */
export const FILTERS = {
  visible: raw('m.hidden = 0'),
  all: raw('true'),
  active: raw('m.deleted_at IS NULL AND m.is_banned = 0'),
  banned: raw('m.is_banned = 1'),
  /** Only posts can be. */
  shadow_banned: raw('false'),
} as const satisfies Record<ModerationFilter | 'visible', unknown>

export type Filter = keyof typeof FILTERS

/** The whole thread of a post, its top level, or the replies to a comment. */
export type Scope = { scope: 'post' | 'top' | 'replies'; under: string }

export type ListPage = Scope & {
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  filter: Filter
  after?: { value: string | number; id: string } | undefined
  limit: number
  offset: number
}

function isWithin({ scope, under }: Scope): Query<never> {
  if (scope === 'replies') return sql`m.parent_comment = (SELECT key FROM comments WHERE id = ${under})`
  const thread = sql`m.post = (SELECT key FROM posts WHERE id = ${under})`
  return scope === 'post' ? thread : sql`${thread} AND m.parent_comment IS NULL`
}

/** `best_score` and `top_score` are computed columns of the table, from the counted votes. */
export const SORTS = {
  createdAt: raw('m.created_at'),
  updatedAt: raw('m.updated_at'),
  best: raw('m.best_score'),
  top: raw('m.top_score'),
} as const
export type SortBy = keyof typeof SORTS

/** What `sort` of a list or tree of comments means; ids decide between equals, in the same direction. */
export const COMMENT_SORTS = {
  best: { sortBy: 'best', sortOrder: 'desc' },
  new: { sortBy: 'createdAt', sortOrder: 'desc' },
  old: { sortBy: 'createdAt', sortOrder: 'asc' },
  top: { sortBy: 'top', sortOrder: 'desc' },
} as const satisfies Record<string, { sortBy: SortBy; sortOrder: 'asc' | 'desc' }>
export type CommentSort = keyof typeof COMMENT_SORTS

/** A thread is in the order of writing; in any other, what is found is sorted. */
const indexOf = (scope: Scope['scope']) => raw(scope === 'replies' ? 'comments_replies' : 'comments_post_newest')
export const isInOrder = ({ scope, sortBy }: Pick<ListPage, 'scope' | 'sortBy'>): boolean =>
  scope !== 'replies' && sortBy === 'createdAt'

/** Only the rows of the page are joined. */
export function pageQuery(
  { scope, under, sortBy, filter, after, limit, offset, ...list }: ListPage,
  viewer: string | null,
) {
  const [column, order] = [SORTS[sortBy], raw(list.sortOrder)]
  const beyond =
    after && sql`AND (${column}, m.id) ${raw(list.sortOrder === 'desc' ? '<' : '>')} (${after.value}, ${after.id})`
  return sql({ ...COMMENT_TYPES, value: INTEGER })`
  SELECT ${commentSelection(viewer, scope === 'replies' ? undefined : sql`${under}`)}, page.value
  FROM (
    SELECT m.key AS number, ${column} AS value, m.id FROM comments m INDEXED BY ${indexOf(scope)}
    WHERE ${isWithin({ scope, under })} AND ${FILTERS[filter]} ${beyond ?? raw('')}
    ORDER BY value ${order}, m.id ${order}
    LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN comments m ON m.key = page.number`
}

/** Of all a thread, in an index; else it reads the rows of the thread. */
export const countQuery = ({ scope, under }: Scope, filter: Filter = 'all') => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM comments m INDEXED BY ${indexOf(scope)}
  WHERE ${isWithin({ scope, under })} AND ${FILTERS[filter]}`

/** The post of a comment, and the number of its visible replies. */
export const parentReplies = (db: Connection, id: string) =>
  sql({ postId: posts.id, repliesCount: comments.repliesCount })`
    SELECT ${raw(idOf('posts', 'post'))} AS postId, replies_count AS repliesCount FROM comments WHERE id = ${id}`.get(
    db,
  )
