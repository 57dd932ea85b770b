import { bookmarks } from '../../../db/schema/bookmarks'
import { posts } from '../../../db/schema/posts'
import { INTEGER, pick, selectList, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'

import { AUDIENCE_PARAMS, AUDIENCES, readerAudience } from '../posts/counts'
import type { BookmarkRecord } from './record'

// SQL text: the builder has no INDEXED BY.

/** What of the post `p` may be read by id: administrators read whatever there is. */
const READABLE = { member: `p.${AUDIENCES.member}`, administrator: 'true' } as const
type Readers = keyof typeof READABLE

const readersOf = (viewer: Viewer) => {
  const { kind, params } = readerAudience(viewer)
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

const PARAMS = { viewer: bookmarks.userId, ...AUDIENCE_PARAMS }

const pages = sqlVariants(pageText, {
  returns: { id: posts.id },
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})
const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: PARAMS })

export async function pageOfBookmarked(
  db: Connection,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const { readers, params } = readersOf(viewer)
  const rows = pages(db, readers).all({ ...params, viewer: viewer.id, ...page })
  return rows.map(({ id }) => id)
}

export async function countBookmarked(db: Connection, viewer: Viewer): Promise<number> {
  const { readers, params } = readersOf(viewer)
  return counts(db, readers).get({ ...params, viewer: viewer.id })?.count ?? 0
}

const BOOKMARK = pick(bookmarks, 'id', 'postId', 'userId', 'createdAt')

export const oneText = (readers: Readers): string => `
  SELECT ${selectList(BOOKMARK, 'b')}
  FROM bookmarks b CROSS JOIN posts p ON p.id = b.post_id
  WHERE b.user_id = $viewer AND b.post_id = $postId AND ${READABLE[readers]}`

const ones = sqlVariants(oneText, { returns: BOOKMARK, params: { ...PARAMS, postId: bookmarks.postId } })

/** The viewer's bookmark of a post that the viewer may read. */
export async function findBookmark(
  db: Connection,
  viewer: Viewer,
  postId: string,
): Promise<BookmarkRecord | undefined> {
  const { readers, params } = readersOf(viewer)
  return ones(db, readers).get({ ...params, viewer: viewer.id, postId })
}

const insert = sqlStatement(
  `INSERT INTO bookmarks (id, user_id, post_id, created_at) VALUES ($id, $userId, $postId, $createdAt)
  ON CONFLICT (user_id, post_id) DO NOTHING`,
  { params: BOOKMARK },
)

/** Answers false where the user has bookmarked the post already. */
export async function insertBookmark(tx: Tx, bookmark: BookmarkRecord): Promise<boolean> {
  return insert(tx).run(bookmark).changes > 0
}

const remove = sqlStatement('DELETE FROM bookmarks WHERE user_id = $userId AND post_id = $postId RETURNING id', {
  returns: { id: bookmarks.id },
  params: { userId: bookmarks.userId, postId: bookmarks.postId },
})

/** Answers the id of the bookmark that there was. */
export async function deleteBookmark(tx: Tx, userId: string, postId: string): Promise<string | undefined> {
  return remove(tx).get({ userId, postId })?.id
}
