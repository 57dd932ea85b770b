import { type SqlStatement, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { AUTHOR_COLUMNS, type AuthorRow, authorJoins } from '../../domain/authors'
import { VOTE_ON_COMMENT, type VoteValue } from '../../domain/votes'

export type CommentRow = AuthorRow & {
  id: string
  content: string
  postId: string
  parentCommentId: string | null
  isBanned: 0 | 1
  isDeleted: 0 | 1
  createdAt: string
  updatedAt: string
  upvoteCount: number
  downvoteCount: number
  repliesCount: number
  vote: VoteValue | null
}

/** Of `comments m` with its author joined, as `$viewer` sees it; null for a stranger. */
const COLUMNS = `
  m.id, m.content, m.post_id AS postId, m.parent_comment_id AS parentCommentId, m.is_banned AS isBanned,
  m.deleted_at IS NOT NULL AS isDeleted, m.created_at AS createdAt, m.updated_at AS updatedAt,
  m.upvote_count AS upvoteCount, m.downvote_count AS downvoteCount, m.replies_count AS repliesCount, ${AUTHOR_COLUMNS},
  ${VOTE_ON_COMMENT}`

const byId = sqlStatement<CommentRow, { id: string; viewer: string | null }>(
  `SELECT ${COLUMNS} FROM comments m ${authorJoins('m')} WHERE m.id = $id`,
)

export async function commentRowById(
  db: Connection,
  viewer: string | null,
  id: string,
): Promise<CommentRow | undefined> {
  return byId(db).get({ id, viewer })
}

/** What a list of comments is made of; each combination is one text, prepared once. */
export type ListShape = {
  /** The whole thread, its top level, or the replies to one comment; `$under` is the post or that comment. */
  scope: 'post' | 'top' | 'replies'
  sortBy: 'createdAt' | 'updatedAt'
  sortOrder: 'asc' | 'desc'
  /** With what is hidden from all but administrators. */
  withHidden: boolean
  /** Goes on after the comment of `$afterValue` and `$afterId`. */
  afterCursor?: boolean
}

const SCOPES = {
  post: 'm.post_id = $under',
  top: 'm.post_id = $under AND m.parent_comment_id IS NULL',
  replies: 'm.parent_comment_id = $under',
} as const

const SORTS = {
  createdAt: { index: 'newest', column: 'm.created_at' },
  updatedAt: { index: 'updated', column: 'm.updated_at' },
} as const

/** A page: chosen by walking an index that holds scope, order and `hidden`; only the rows that are shown are joined. */
export function pageText({ scope, sortBy, sortOrder, withHidden, afterCursor }: ListShape): string {
  const { index, column } = SORTS[sortBy]
  const beyond = sortOrder === 'desc' ? '<' : '>'
  const after = afterCursor ? `AND (${column}, m.id) ${beyond} ($afterValue, $afterId)` : ''
  return `
  SELECT ${COLUMNS}
  FROM (
    SELECT m.rowid AS number FROM comments m INDEXED BY comments_${scope}_${index}
    WHERE ${SCOPES[scope]} ${withHidden ? '' : 'AND m.hidden = 0'} ${after}
    ORDER BY ${column} ${sortOrder}, m.id ${sortOrder}
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.rowid = page.number ${authorJoins('m')}`
}

/** What of a thread is stored, hidden or not: one thread's entries of an index. */
export const countText = (scope: ListShape['scope']): string =>
  `SELECT count(*) AS count FROM comments m INDEXED BY comments_${scope}_newest WHERE ${SCOPES[scope]}`

type Page = { under: string; viewer: string | null; limit: number; offset: number } & Record<
  string,
  string | number | null
>

const pages = new Map<string, (connection: Connection) => SqlStatement<CommentRow, Page>>()

export async function pageOfComments(db: Connection, shape: ListShape, page: Page): Promise<CommentRow[]> {
  const text = pageText(shape)
  const prepared = pages.get(text) ?? sqlStatement<CommentRow, Page>(text)
  pages.set(text, prepared)
  return prepared(db).all(page)
}

const counts = {
  post: sqlStatement<{ count: number }, { under: string }>(countText('post')),
  top: sqlStatement<{ count: number }, { under: string }>(countText('top')),
  replies: sqlStatement<{ count: number }, { under: string }>(countText('replies')),
}

export async function countStored(db: Connection, scope: ListShape['scope'], under: string): Promise<number> {
  return counts[scope](db).get({ under })?.count ?? 0
}

const replies = sqlStatement<{ postId: string; repliesCount: number }, { id: string }>(
  'SELECT post_id AS postId, replies_count AS repliesCount FROM comments WHERE id = $id',
)

/** The post of a comment and how many replies it shows. */
export async function repliesTo(
  db: Connection,
  id: string,
): Promise<{ postId: string; repliesCount: number } | undefined> {
  return replies(db).get({ id })
}

const update = sqlStatement<never, { id: string; content: string; now: string }>(
  'UPDATE comments SET content = $content, updated_at = $now WHERE id = $id',
)

export async function updateComment(tx: Tx, id: string, content: string): Promise<void> {
  update(tx).run({ id, content, now: new Date().toISOString() })
}
