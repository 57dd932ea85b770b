import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { commentVotes } from '../../../db/schema/votes'
import {
  FLAG,
  INTEGER,
  idOf,
  keyOf,
  orNull,
  pick,
  type Raw,
  selectList,
  sqlStatement,
  sqlVariants,
  TEXT,
  TEXT_OR_INTEGER,
} from '../../../db/statement'
import type { ModerationFilter } from '../posts/visibility'
import { VOTE_ON_COMMENT } from '../posts/vote-type'

// SQL text: mapped by the builder, a page of comments takes 1.2 to 1.8 times as long; nor has it INDEXED BY.

const COMMENT_COLUMNS = {
  ...pick(comments, 'id', 'content', 'isBanned', 'isOfficial', 'createdAt', 'updatedAt'),
  ...pick(comments, 'upvoteCount', 'downvoteCount', 'repliesCount'),
}

export const PLACE = { postId: posts.id, parentCommentId: orNull(comments.id) }

/** SQL that has the id of the post of `comments m`. */
type PostId = '$under' | '$postId' | 'p.id'

export const placeColumns = (postId?: PostId): string =>
  `${postId ?? idOf('posts', 'm.post')} AS postId, ${idOf('comments', 'm.parent_comment')} AS parentCommentId`

export const COMMENT_TYPES = {
  ...COMMENT_COLUMNS,
  ...PLACE,
  isDeleted: FLAG,
  authorId: orNull(users.id),
  vote: orNull(commentVotes.value),
}

export type CommentRow = Raw<typeof COMMENT_TYPES>

/** Of `comments m`. `$viewer` is null without a session. */
export const commentSelection = (postId?: PostId): string => `
  ${selectList(COMMENT_COLUMNS, 'm')}, ${placeColumns(postId)}, m.deleted_at IS NOT NULL AS isDeleted, ${idOf('users', 'm.author')} AS authorId, ${VOTE_ON_COMMENT}`

export const VIEWER = orNull(users.id)

export const commentRow = sqlStatement(`SELECT ${commentSelection()} FROM comments m WHERE m.id = $id`, {
  returns: COMMENT_TYPES,
  params: { id: comments.id, viewer: VIEWER },
})

/** `visible` is what everybody sees; the others are for administrators. */
export const FILTERS = {
  visible: 'm.hidden = 0',
  all: 'true',
  active: 'm.deleted_at IS NULL AND m.is_banned = 0',
  banned: 'm.is_banned = 1',
  /** Only posts can be. */
  shadow_banned: 'false',
} as const satisfies Record<ModerationFilter | 'visible', string>

export type Filter = keyof typeof FILTERS

/** Each combination is one text, prepared once. */
export type ListShape = {
  /** The whole thread, its top level, or the replies to one comment; `$under` is the post or that comment. */
  scope: 'post' | 'top' | 'replies'
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  filter: Filter
  /** Continues after the comment of `$afterValue` and `$afterId`. */
  afterCursor?: boolean
}

const SCOPES = {
  post: `m.post = ${keyOf('posts', 'under')}`,
  top: `m.post = ${keyOf('posts', 'under')} AND m.parent_comment IS NULL`,
  replies: `m.parent_comment = ${keyOf('comments', 'under')}`,
} as const

/** `best_score` and `top_score` are computed columns of the table, from the counted votes. */
export const SORTS = {
  createdAt: 'm.created_at',
  updatedAt: 'm.updated_at',
  best: 'm.best_score',
  top: 'm.top_score',
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
const INDICES = { post: 'comments_post_newest', top: 'comments_post_newest', replies: 'comments_replies' } as const
export const isInOrder = ({ scope, sortBy }: Pick<ListShape, 'scope' | 'sortBy'>): boolean =>
  scope !== 'replies' && sortBy === 'createdAt'

/** Only the rows of the page are joined. */
export function pageText({ scope, sortBy, sortOrder, filter, afterCursor }: ListShape): string {
  const column = SORTS[sortBy]
  return `
  SELECT ${commentSelection(scope === 'replies' ? undefined : '$under')}, page.value
  FROM (
    SELECT m.key AS number, ${column} AS value, m.id FROM comments m INDEXED BY ${INDICES[scope]}
    WHERE ${SCOPES[scope]} AND ${FILTERS[filter]}
      ${afterCursor ? `AND (${column}, m.id) ${sortOrder === 'desc' ? '<' : '>'} ($afterValue, $afterId)` : ''}
    ORDER BY value ${sortOrder}, m.id ${sortOrder}
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.key = page.number`
}

/** Of all a thread, in an index; else it reads the rows of the thread. */
export const countText = (scope: ListShape['scope'], filter: Filter = 'all'): string =>
  `SELECT count(*) AS count FROM comments m INDEXED BY ${INDICES[scope]} WHERE ${SCOPES[scope]} AND ${FILTERS[filter]}`

export const WINDOW = { afterValue: TEXT_OR_INTEGER, afterId: comments.id, limit: INTEGER, offset: INTEGER }

export const commentPages = sqlVariants(pageText, {
  returns: { ...COMMENT_TYPES, value: INTEGER },
  params: { under: TEXT, viewer: VIEWER, ...WINDOW },
})

export const commentCounts = sqlVariants(countText, { returns: { count: INTEGER }, params: { under: TEXT } })

/** The post of a comment, and the number of its visible replies. */
export const parentReplies = sqlStatement(
  `SELECT ${idOf('posts', 'post')} AS postId, replies_count AS repliesCount FROM comments WHERE id = $id`,
  { returns: { postId: posts.id, repliesCount: comments.repliesCount }, params: { id: comments.id } },
)
