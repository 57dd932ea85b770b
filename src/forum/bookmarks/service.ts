import type { Static } from 'elysia'
import { bookmarks } from '../../../db/schema/bookmarks'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, keyOf, pick, sqlStatement, sqlVariants } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { auditUnlessOwnAlias } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { markId } from '../../lib/crypto/ids'
import { isoOf } from '../../lib/text/coarse-time'
import { namedObject, recordId, timestamp } from '../../lib/text/schema'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience, viewerAudience } from '../posts/feed-visibility'
import { listedPosts, type PostRecord } from '../posts/record'
import { postFacts, readablePost } from '../posts/visibility'

// Posts that a user saved. A bookmark is listed while its owner may read the post.

export const bookmarkRecord = namedObject('Bookmark', {
  id: recordId,
  postId: recordId,
  userId: recordId,
  createdAt: timestamp,
})
type BookmarkRecord = Static<typeof bookmarkRecord>

/** Whether the viewer may read the post `p` by its id. */
const readable = (audience: Audience): string => (audience === 'administrator' ? 'true' : `p.${AUDIENCES[audience]}`)

const VIEWER = keyOf('users', 'viewer')
const POST = keyOf('posts', 'postId')
const KEY = { viewer: users.id, postId: posts.id }
const TIME = pick(bookmarks, 'createdAt')
const PARAMS = { viewer: users.id, ...AUDIENCE_PARAMS }

const listed = (audience: Audience): string => `
  b.user = ${VIEWER} AND ${readable(audience)}
  AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewer AND blocked_id = p.author_id)`

/** The ids of a page, by walking the user's bookmarks from the newest. */
export const pageText = (audience: Audience): string => `
  SELECT p.id FROM bookmarks b INDEXED BY bookmarks_newest CROSS JOIN posts p ON p.key = b.post
  WHERE ${listed(audience)}
  ORDER BY b.created_at DESC
  LIMIT $limit OFFSET $offset`
const pages = sqlVariants(pageText, {
  returns: { id: posts.id },
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})

/** The total of the pages: reads all bookmarks of one user, and their posts. */
export const countText = (audience: Audience): string => `
  SELECT count(*) AS count FROM bookmarks b CROSS JOIN posts p ON p.key = b.post WHERE ${listed(audience)}`
const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: PARAMS })

export const bookmarkText = (audience: Audience): string => `
  SELECT b.created_at AS createdAt FROM posts p CROSS JOIN bookmarks b ON b.user = ${VIEWER} AND b.post = p.key
  WHERE p.id = $postId AND ${readable(audience)}`
const bookmarkOf = sqlVariants(bookmarkText, { returns: TIME, params: { ...PARAMS, postId: posts.id } })

/** Of one millisecond, each is later than the one before it, by which they are listed. */
const insert = sqlStatement(
  `INSERT INTO bookmarks (user, post, created_at)
  VALUES (${VIEWER}, ${POST}, coalesce(
    (SELECT max(created_at) + 1 FROM bookmarks WHERE user = ${VIEWER} AND created_at BETWEEN $now AND $now + 999), $now
  ))
  ON CONFLICT DO NOTHING RETURNING created_at AS createdAt`,
  { returns: TIME, params: { ...KEY, now: INTEGER } },
)
const remove = sqlStatement(
  `DELETE FROM bookmarks WHERE user = ${VIEWER} AND post = ${POST} RETURNING created_at AS createdAt`,
  { returns: TIME, params: KEY },
)

const toRecord = ({ id: userId }: Viewer, postId: string, createdAt: number): BookmarkRecord => ({
  id: markId('bookmark', { userId, targetId: postId, createdAt }),
  postId,
  userId,
  createdAt: isoOf(createdAt),
})

const missing = (): never => refuse('NOT_FOUND', 'bookmarks.missing')

/** Refuses as reading the post does; 403 `BLOCK_RELATION`; 409 `ALREADY_BOOKMARKED`. */
export async function addBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  const create = (tx: Tx, user: Viewer) => {
    const post = readablePost(tx, user, postId)
    refuseBlockRelation(tx, user.id, post.authorId)
    const { createdAt } = insert(tx).get({ viewer: user.id, postId, now: Date.now() }) ?? refuse('ALREADY_BOOKMARKED')
    const bookmark = toRecord(user, postId, createdAt)
    auditUnlessOwnAlias(tx, user, post.authorId, {
      action: 'user:created:bookmark',
      entityType: 'bookmark',
      entityId: bookmark.id,
      metadata: { postId },
    })
    return bookmark
  }
  const read = (id: string) => {
    const bookmark = readBookmark(user, postId)
    return bookmark.id === id ? bookmark : missing()
  }
  return createAs(user, 'reader', { create, read })
}

/** 404 without a bookmark, or if the user may not read the post. */
export function readBookmark(user: Viewer, postId: string): BookmarkRecord {
  const { kind, params } = viewerAudience(user)
  const { createdAt } = bookmarkOf(storage.reader, kind).get({ ...params, viewer: user.id, postId }) ?? missing()
  return toRecord(user, postId, createdAt)
}

/** Latest bookmark first, without posts that the user may no longer read or whose author the user blocked. */
export async function listBookmarked(
  user: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<{ posts: PostRecord[]; count: number }> {
  const { kind, params } = viewerAudience(user)
  const own = { ...params, viewer: user.id }
  const offset = (page - 1) * limit
  const ids = pages(storage.reader, kind)
    .all({ ...own, limit, offset })
    .map(({ id }) => id)
  const isLast = ids.length < limit && (ids.length > 0 || page === 1)
  const count = isLast ? offset + ids.length : (counts(storage.reader, kind).get(own)?.count ?? 0)
  return { posts: await listedPosts(user, ids), count }
}

/** 404 without a bookmark. Works even if the user may no longer read the post. */
export async function removeBookmark(user: Viewer, postId: string): Promise<void> {
  await writeAs(user, 'reader', (tx, user) => {
    const { createdAt } = remove(tx).get({ viewer: user.id, postId }) ?? missing()
    auditUnlessOwnAlias(tx, user, postFacts(tx, postId)?.authorId ?? null, {
      action: 'user:deleted:bookmark',
      entityType: 'bookmark',
      entityId: toRecord(user, postId, createdAt).id,
      metadata: { postId },
    })
  })
}
