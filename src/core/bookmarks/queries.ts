import { bookmarks } from '../../../db/schema/bookmarks'
import { posts } from '../../../db/schema/posts'
import { INTEGER, pick, selectList, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { AUDIENCE_PARAMS, AUDIENCES, viewerAudience } from '../posts/feed-visibility'
import type { BookmarkRecord } from './record'

// SQL text: the builder has no INDEXED BY.

/** Whether the viewer may read the post `p` by its id. */
const READABLE = {
  member: `p.${AUDIENCES.member}`,
  member_with_aliases: `p.${AUDIENCES.member_with_aliases}`,
  administrator: 'true',
} as const
type Audience = keyof typeof READABLE

const bookmarkAudience = (viewer: Viewer) => {
  const { kind, params } = viewerAudience(viewer)
  return { audience: kind === 'administrator' || kind === 'member_with_aliases' ? kind : 'member', params } as const
}

const listed = (audience: Audience): string => `
  b.user_id = $viewer AND ${READABLE[audience]}
  AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewer AND blocked_id = p.author_id)`

/** The ids of a page, by walking the user's bookmarks from the newest. */
export const pageText = (audience: Audience): string => `
  SELECT p.id FROM bookmarks b INDEXED BY bookmarks_newest CROSS JOIN posts p ON p.id = b.post_id
  WHERE ${listed(audience)}
  ORDER BY b.created_at DESC, b.id DESC
  LIMIT $limit OFFSET $offset`

/** The total of the pages: reads all bookmarks of one user, and their posts. */
export const countText = (audience: Audience): string => `
  SELECT count(*) AS count FROM bookmarks b CROSS JOIN posts p ON p.id = b.post_id WHERE ${listed(audience)}`

const PARAMS = { viewer: bookmarks.userId, ...AUDIENCE_PARAMS }

const pages = sqlVariants(pageText, {
  returns: { id: posts.id },
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})
const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: PARAMS })

export async function bookmarkedPostIds(
  db: Connection,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const { audience, params } = bookmarkAudience(viewer)
  const rows = pages(db, audience).all({ ...params, viewer: viewer.id, ...page })
  return rows.map(({ id }) => id)
}

export async function countBookmarkedPosts(db: Connection, viewer: Viewer): Promise<number> {
  const { audience, params } = bookmarkAudience(viewer)
  return counts(db, audience).get({ ...params, viewer: viewer.id })?.count ?? 0
}

const BOOKMARK = pick(bookmarks, 'id', 'postId', 'userId', 'createdAt')

export const bookmarkText = (audience: Audience): string => `
  SELECT ${selectList(BOOKMARK, 'b')}
  FROM bookmarks b CROSS JOIN posts p ON p.id = b.post_id
  WHERE b.user_id = $viewer AND b.post_id = $postId AND ${READABLE[audience]}`

const bookmarkByPost = sqlVariants(bookmarkText, { returns: BOOKMARK, params: { ...PARAMS, postId: bookmarks.postId } })

/** The viewer's bookmark, if the viewer may read the post. */
export async function findBookmark(
  db: Connection,
  viewer: Viewer,
  postId: string,
): Promise<BookmarkRecord | undefined> {
  const { audience, params } = bookmarkAudience(viewer)
  return bookmarkByPost(db, audience).get({ ...params, viewer: viewer.id, postId })
}

const insert = sqlStatement(
  `INSERT INTO bookmarks (id, user_id, post_id, created_at) VALUES ($id, $userId, $postId, $createdAt)
  ON CONFLICT (user_id, post_id) DO NOTHING`,
  { params: BOOKMARK },
)

/** Returns false if the user already has a bookmark of the post. */
export async function insertBookmark(tx: Tx, bookmark: BookmarkRecord): Promise<boolean> {
  return insert(tx).run(bookmark).changes > 0
}

const remove = sqlStatement('DELETE FROM bookmarks WHERE user_id = $userId AND post_id = $postId RETURNING id', {
  returns: { id: bookmarks.id },
  params: { userId: bookmarks.userId, postId: bookmarks.postId },
})

/** Returns the id of the deleted bookmark. */
export async function deleteBookmark(tx: Tx, userId: string, postId: string): Promise<string | undefined> {
  return remove(tx).get({ userId, postId })?.id
}
