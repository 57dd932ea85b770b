import { bookmarks } from '../../../db/schema/bookmarks'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, keyOf, pick, type Raw, selectList, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { AUDIENCE_PARAMS, AUDIENCES, viewerAudience } from '../posts/feed-visibility'

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

const VIEWER = keyOf('users', 'viewer')

const listed = (audience: Audience): string => `
  b.user = ${VIEWER} AND ${READABLE[audience]}
  AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewer AND blocked_id = p.author_id)`

/** The ids of a page, by walking the user's bookmarks from the newest. */
export const pageText = (audience: Audience): string => `
  SELECT p.id FROM bookmarks b INDEXED BY bookmarks_newest CROSS JOIN posts p ON p.key = b.post
  WHERE ${listed(audience)}
  ORDER BY b.created_at DESC
  LIMIT $limit OFFSET $offset`

/** The total of the pages: reads all bookmarks of one user, and their posts. */
export const countText = (audience: Audience): string => `
  SELECT count(*) AS count FROM bookmarks b CROSS JOIN posts p ON p.key = b.post WHERE ${listed(audience)}`

const PARAMS = { viewer: users.id, ...AUDIENCE_PARAMS }

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

const TIME = pick(bookmarks, 'createdAt')

export const bookmarkText = (audience: Audience): string => `
  SELECT ${selectList(TIME, 'b')}
  FROM posts p CROSS JOIN bookmarks b ON b.user = ${VIEWER} AND b.post = p.key
  WHERE p.id = $postId AND ${READABLE[audience]}`

const bookmarkByPost = sqlVariants(bookmarkText, { returns: TIME, params: { ...PARAMS, postId: posts.id } })

/** When the viewer bookmarked the post, in milliseconds, if the viewer may read it. */
export async function bookmarkedAt(db: Connection, viewer: Viewer, postId: string): Promise<number | undefined> {
  const { audience, params } = bookmarkAudience(viewer)
  return bookmarkByPost(db, audience).get({ ...params, viewer: viewer.id, postId })?.createdAt
}

const KEY = { viewer: users.id, postId: posts.id }
const POST = keyOf('posts', 'postId')

/** Of one millisecond, each is later than the one before it, by which they are listed. */
const insert = sqlStatement(
  `INSERT INTO bookmarks (user, post, created_at)
  VALUES (${VIEWER}, ${POST}, coalesce(
    (SELECT max(created_at) + 1 FROM bookmarks WHERE user = ${VIEWER} AND created_at BETWEEN $now AND $now + 999), $now
  ))
  ON CONFLICT DO NOTHING RETURNING created_at AS createdAt`,
  { returns: TIME, params: { ...KEY, now: INTEGER } },
)

/** Returns when it was made, in milliseconds; undefined if the user already has a bookmark of the post. */
export async function insertBookmark(tx: Tx, bookmark: Raw<typeof KEY> & { now: number }): Promise<number | undefined> {
  return insert(tx).get(bookmark)?.createdAt
}

const remove = sqlStatement(
  `DELETE FROM bookmarks WHERE user = ${VIEWER} AND post = ${POST} RETURNING created_at AS createdAt`,
  {
    returns: TIME,
    params: KEY,
  },
)

/** Returns when the deleted bookmark was made. */
export async function deleteBookmark(tx: Tx, viewer: string, postId: string): Promise<number | undefined> {
  return remove(tx).get({ viewer, postId })?.createdAt
}
