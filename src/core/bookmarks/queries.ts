import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { AUDIENCES, audienceOf } from '../posts/counts'
import type { BookmarkRecord } from './record'

/** What of the post `p` may be read by id: administrators read whatever there is. */
const READABLE = { member: `p.${AUDIENCES.member}`, administrator: 'true' } as const
type Readers = keyof typeof READABLE

const readersOf = (viewer: Viewer) => {
  const { kind, params } = audienceOf(viewer)
  return { readers: kind === 'administrator' ? kind : 'member', params } as const
}

const SHOWN = (readers: Readers): string => `
  b.user_id = $viewer AND ${READABLE[readers]}
  AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewer AND blocked_id = p.author_id)`

/** Which posts a page shows, chosen by walking the user's bookmarks from the newest. */
export const pageText = (readers: Readers): string => `
  SELECT p.id FROM bookmarks b INDEXED BY bookmarks_newest CROSS JOIN posts p ON p.id = b.post_id
  WHERE ${SHOWN(readers)}
  ORDER BY b.created_at DESC, b.id DESC
  LIMIT $limit OFFSET $offset`

/** How many bookmarks the pages show: reads one user's, and the posts they are of. */
export const countText = (readers: Readers): string => `
  SELECT count(*) AS count FROM bookmarks b CROSS JOIN posts p ON p.id = b.post_id WHERE ${SHOWN(readers)}`

type Asking = Record<string, string | number>

const pages = {
  member: sqlStatement<{ id: string }, Asking>(pageText('member')),
  administrator: sqlStatement<{ id: string }, Asking>(pageText('administrator')),
}
const counts = {
  member: sqlStatement<{ count: number }, Asking>(countText('member')),
  administrator: sqlStatement<{ count: number }, Asking>(countText('administrator')),
}

export async function pageOfBookmarked(
  db: Connection,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const { readers, params } = readersOf(viewer)
  const found = pages[readers](db).all({ ...params, viewer: viewer.id, ...page })
  return found.map(({ id }) => id)
}

export async function countBookmarked(db: Connection, viewer: Viewer): Promise<number> {
  const { readers, params } = readersOf(viewer)
  return counts[readers](db).get({ ...params, viewer: viewer.id })?.count ?? 0
}

const oneText = (readers: Readers): string => `
  SELECT b.id, b.post_id AS postId, b.user_id AS userId, b.created_at AS createdAt
  FROM bookmarks b CROSS JOIN posts p ON p.id = b.post_id
  WHERE b.user_id = $viewer AND b.post_id = $postId AND ${READABLE[readers]}`

const ones = {
  member: sqlStatement<BookmarkRecord, Asking>(oneText('member')),
  administrator: sqlStatement<BookmarkRecord, Asking>(oneText('administrator')),
}

/** The viewer's bookmark of a post that the viewer may read. */
export async function findBookmark(
  db: Connection,
  viewer: Viewer,
  postId: string,
): Promise<BookmarkRecord | undefined> {
  const { readers, params } = readersOf(viewer)
  return ones[readers](db).get({ ...params, viewer: viewer.id, postId })
}

const insert = sqlStatement<never, BookmarkRecord>(`
  INSERT INTO bookmarks (id, user_id, post_id, created_at) VALUES ($id, $userId, $postId, $createdAt)
  ON CONFLICT (user_id, post_id) DO NOTHING`)

/** Answers false where the user has bookmarked the post already. */
export async function insertBookmark(tx: Tx, bookmark: BookmarkRecord): Promise<boolean> {
  return insert(tx).run(bookmark).changes > 0
}

const remove = sqlStatement<{ id: string }, { userId: string; postId: string }>(
  'DELETE FROM bookmarks WHERE user_id = $userId AND post_id = $postId RETURNING id',
)

/** Answers the id of the bookmark that there was. */
export async function deleteBookmark(tx: Tx, userId: string, postId: string): Promise<string | undefined> {
  return remove(tx).get({ userId, postId })?.id
}
