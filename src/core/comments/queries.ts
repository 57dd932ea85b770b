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
import type { Connection, Tx } from '../../../db/storage'
import { keepingSearch } from '../../lib/search-index'
import { AUTHOR_COLUMNS, AUTHOR_TYPES, authorJoins } from '../posts/author'
import type { ModerationFilter } from '../posts/moderation-filter'
import { VOTE_ON_COMMENT } from '../posts/vote-type'
import type { SortBy } from './order'

// SQL text: mapped by the builder, a page of comments takes 1.2 to 1.8 times as long; nor has it INDEXED BY.

const COMMENT_COLUMNS = pick(
  comments,
  'id',
  'content',
  'isBanned',
  'isOfficial',
  'createdAt',
  'updatedAt',
  'upvoteCount',
  'downvoteCount',
  'repliesCount',
)

/** Where a comment stands, by ids. */
export const PLACE = { postId: posts.id, parentCommentId: orNull(comments.id) }
export const placeColumns = (table: string): string =>
  `${idOf('posts', `${table}.post`)} AS postId, ${idOf('comments', `${table}.parent_comment`)} AS parentCommentId`

export const COMMENT_TYPES = {
  ...COMMENT_COLUMNS,
  ...PLACE,
  isDeleted: FLAG,
  ...AUTHOR_TYPES,
  vote: orNull(commentVotes.value),
}

export type CommentRow = Raw<typeof COMMENT_TYPES>

/** Of `comments m` and its author. `$viewer` is null without a session. */
export const COMMENT_SELECTION = `
  ${selectList(COMMENT_COLUMNS, 'm')}, ${placeColumns('m')}, m.deleted_at IS NOT NULL AS isDeleted, ${AUTHOR_COLUMNS}, ${VOTE_ON_COMMENT}`

export const VIEWER = orNull(users.id)

/** With the author of `comments m`. */
export const AUTHOR_JOINS = authorJoins('u.key = m.author')

const byId = sqlStatement(`SELECT ${COMMENT_SELECTION} FROM comments m ${AUTHOR_JOINS} WHERE m.id = $id`, {
  returns: COMMENT_TYPES,
  params: { id: comments.id, viewer: VIEWER },
})

export async function commentRowById(
  db: Connection,
  viewer: string | null,
  id: string,
): Promise<CommentRow | undefined> {
  return byId(db).get({ id, viewer })
}

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

/** The shape of a list query: each combination is one text, prepared once. */
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

const SORTS = {
  createdAt: 'm.created_at',
  updatedAt: 'm.updated_at',
  best: 'm.best_score',
  top: 'm.top_score',
} as const

/** A thread is in the order of writing; in any other, what is found is sorted. */
const INDICES = { post: 'comments_post_newest', top: 'comments_post_newest', replies: 'comments_replies' } as const
export const isInOrder = ({ scope, sortBy }: Pick<ListShape, 'scope' | 'sortBy'>): boolean =>
  scope !== 'replies' && sortBy === 'createdAt'

/** Only the rows of the page are joined. */
export function pageText({ scope, sortBy, sortOrder, filter, afterCursor }: ListShape): string {
  const column = SORTS[sortBy]
  return `
  SELECT ${COMMENT_SELECTION}, page.value
  FROM (
    SELECT m.key AS number, ${column} AS value, m.id FROM comments m INDEXED BY ${INDICES[scope]}
    WHERE ${SCOPES[scope]} AND ${FILTERS[filter]}
      ${afterCursor ? `AND (${column}, m.id) ${sortOrder === 'desc' ? '<' : '>'} ($afterValue, $afterId)` : ''}
    ORDER BY value ${sortOrder}, m.id ${sortOrder}
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.key = page.number ${AUTHOR_JOINS}`
}

/** Of all a thread, in an index; else it reads the rows of the thread. */
export const countText = (scope: ListShape['scope'], filter: Filter = 'all'): string =>
  `SELECT count(*) AS count FROM comments m INDEXED BY ${INDICES[scope]} WHERE ${SCOPES[scope]} AND ${FILTERS[filter]}`

const PAGE_PARAMS = {
  under: TEXT,
  viewer: VIEWER,
  afterValue: TEXT_OR_INTEGER,
  afterId: comments.id,
  limit: INTEGER,
  offset: INTEGER,
}

const pages = sqlVariants(pageText, { returns: { ...COMMENT_TYPES, value: INTEGER }, params: PAGE_PARAMS })

export async function pageOfComments(
  db: Connection,
  shape: ListShape,
  page: Partial<Raw<typeof PAGE_PARAMS>>,
): Promise<(CommentRow & { value: number })[]> {
  return pages(db, shape).all(page)
}

const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: { under: TEXT } })

export async function countComments(
  db: Connection,
  { scope, filter }: Pick<ListShape, 'scope' | 'filter'>,
  under: string,
): Promise<number> {
  return counts(db, scope, filter).get({ under })?.count ?? 0
}

const PARENT = { postId: posts.id, repliesCount: comments.repliesCount }
const parent = sqlStatement(
  `SELECT ${idOf('posts', 'post')} AS postId, replies_count AS repliesCount FROM comments WHERE id = $id`,
  { returns: PARENT, params: { id: comments.id } },
)

/** The post of a comment, and the number of its visible replies. */
export async function parentReplies(db: Connection, id: string): Promise<Raw<typeof PARENT> | undefined> {
  return parent(db).get({ id })
}

const update = sqlStatement('UPDATE comments SET content = $content, updated_at = $now WHERE id = $id', {
  params: { id: comments.id, content: comments.content, now: comments.updatedAt },
})

export async function updateComment(tx: Tx, id: string, content: string): Promise<void> {
  keepingSearch(tx, 'comments', id, () => update(tx).run({ id, content, now: Date.now() }))
}
