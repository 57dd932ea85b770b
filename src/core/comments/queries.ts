import { type SqlStatement, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { AUTHOR_COLUMNS, type AuthorRow, authorJoins } from '../posts/author'
import type { ModerationFilter } from '../posts/moderation-filter'
import { VOTE_ON_COMMENT, type VoteValue } from '../posts/vote-type'

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

/** What everybody is shown; or, of all that is stored, everything or what is in one state. */
const CHOICES = {
  shown: 'm.hidden = 0',
  all: 'true',
  active: 'm.deleted_at IS NULL AND m.is_banned = 0',
  banned: 'm.is_banned = 1',
  /** Posts alone can be. */
  shadow_banned: 'false',
} as const satisfies Record<ModerationFilter | 'shown', string>

export type Choice = keyof typeof CHOICES

/** What a list of comments is made of; each combination is one text, prepared once. */
export type ListShape = {
  /** The whole thread, its top level, or the replies to one comment; `$under` is the post or that comment. */
  scope: 'post' | 'top' | 'replies'
  sortBy: 'createdAt' | 'updatedAt'
  sortOrder: 'asc' | 'desc'
  choice: Choice
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
export function pageText({ scope, sortBy, sortOrder, choice, afterCursor }: ListShape): string {
  const { index, column } = SORTS[sortBy]
  const beyond = sortOrder === 'desc' ? '<' : '>'
  const after = afterCursor ? `AND (${column}, m.id) ${beyond} ($afterValue, $afterId)` : ''
  return `
  SELECT ${COLUMNS}
  FROM (
    SELECT m.rowid AS number FROM comments m INDEXED BY comments_${scope}_${index}
    WHERE ${SCOPES[scope]} AND ${CHOICES[choice]} ${after}
    ORDER BY ${column} ${sortOrder}, m.id ${sortOrder}
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.rowid = page.number ${authorJoins('m')}`
}

/** How much of a thread that is: one thread's entries of an index, and for a state its rows. */
export const countText = (scope: ListShape['scope'], choice: Choice = 'all'): string =>
  `SELECT count(*) AS count FROM comments m INDEXED BY comments_${scope}_newest WHERE ${SCOPES[scope]} AND ${CHOICES[choice]}`

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

const counted = (scope: ListShape['scope'], choice: Choice) =>
  sqlStatement<{ count: number }, { under: string }>(countText(scope, choice))
const countsOf = (scope: ListShape['scope']) => ({
  shown: counted(scope, 'shown'),
  all: counted(scope, 'all'),
  active: counted(scope, 'active'),
  banned: counted(scope, 'banned'),
  shadow_banned: counted(scope, 'shadow_banned'),
})
const counts = { post: countsOf('post'), top: countsOf('top'), replies: countsOf('replies') }

export async function countChosen(db: Connection, { scope, choice }: ListShape, under: string): Promise<number> {
  return counts[scope][choice](db).get({ under })?.count ?? 0
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
