import type { Static } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { bookmarks } from '../../../db/schema/votes'
import { sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
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
import { listedPosts, type PostRecord } from '../posts/record'
import { audienceOf, postFacts, readablePost, type Viewers, viewerAudience } from '../posts/visibility'

// Posts that a user saved. A bookmark is listed while its owner may read the post.

export const bookmarkRecord = namedObject('Bookmark', {
  id: recordId,
  postId: recordId,
  userId: recordId,
  createdAt: timestamp,
})
type BookmarkRecord = Static<typeof bookmarkRecord>

const TIME = pick(bookmarks, 'createdAt')

const userKey = (id: string) => sql`(SELECT key FROM users WHERE id = ${id})`

/** Whether the viewer may read the post `p` by its id. */
const readable = (viewers: Viewers) => (viewers.kind === 'administrator' ? sql`true` : audienceOf(viewers))

const listed = (viewer: string, viewers: Viewers) => sql`
  FROM bookmarks b INDEXED BY bookmarks_newest CROSS JOIN posts p ON p.key = b.post
  WHERE b.user = ${userKey(viewer)} AND ${readable(viewers)}
    AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = ${viewer} AND blocked_id = p.author_id)`

/** The ids of a page, by walking the user's bookmarks from the newest. */
export const pageOfBookmarked = (viewer: string, viewers: Viewers, limit: number, offset: number) =>
  sql(
    pick(posts, 'id'),
  )`SELECT p.id ${listed(viewer, viewers)} ORDER BY b.created_at DESC LIMIT ${limit} OFFSET ${offset}`

/** The total of the pages: reads all bookmarks of one user, and their posts. */
export const countOfBookmarked = (viewer: string, viewers: Viewers) =>
  sql({ count: INTEGER })`SELECT count(*) AS count ${listed(viewer, viewers)}`

const toRecord = ({ id: userId }: Viewer, postId: string, { createdAt }: { createdAt: number }): BookmarkRecord => ({
  id: markId('bookmark', { userId, targetId: postId, createdAt }),
  postId,
  userId,
  createdAt: isoOf(createdAt),
})

const missing = (): never => refuse('NOT_FOUND', 'bookmarks.missing')

/** Refuses as reading the post does; 403 `BLOCK_RELATION`; 409 `ALREADY_BOOKMARKED`. */
export async function addBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  const create = (tx: Tx, user: Viewer) => {
    const { authorId } = readablePost(tx, user, postId)
    refuseBlockRelation(tx, user.id, authorId)
    const [key, now] = [userKey(user.id), Date.now()]
    // Of one millisecond, each is later than the one before it, by which they are listed.
    const added = sql(TIME)`
      INSERT INTO bookmarks (user, post, created_at)
      VALUES (${key}, (SELECT key FROM posts WHERE id = ${postId}), coalesce(
        (SELECT max(created_at) + 1 FROM bookmarks WHERE user = ${key} AND created_at BETWEEN ${now} AND ${now + 999}),
        ${now}))
      ON CONFLICT DO NOTHING RETURNING created_at AS createdAt`.get(tx)
    const bookmark = toRecord(user, postId, added ?? refuse('ALREADY_BOOKMARKED'))
    auditBookmark(tx, user, authorId, 'user:created:bookmark', bookmark)
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
  const found = sql(TIME)`
    SELECT b.created_at AS createdAt
    FROM posts p CROSS JOIN bookmarks b ON b.user = ${userKey(user.id)} AND b.post = p.key
    WHERE p.id = ${postId} AND ${readable(viewerAudience(user))}`
  return toRecord(user, postId, found.get(storage.reader) ?? missing())
}

/** Latest bookmark first, without posts that the user may no longer read or whose author the user blocked. */
export async function listBookmarked(
  user: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<{ posts: PostRecord[]; count: number }> {
  const viewers = viewerAudience(user)
  const offset = (page - 1) * limit
  const ids = pageOfBookmarked(user.id, viewers, limit, offset)
    .all(storage.reader)
    .map(({ id }) => id)
  const isLast = ids.length < limit && (ids.length > 0 || page === 1)
  const count = isLast ? offset + ids.length : (countOfBookmarked(user.id, viewers).get(storage.reader)?.count ?? 0)
  return { posts: await listedPosts(user, ids), count }
}

/** 404 without a bookmark. Works even if the user may no longer read the post. */
export async function removeBookmark(user: Viewer, postId: string): Promise<void> {
  await writeAs(user, 'reader', (tx, user) => {
    const removed = sql(TIME)`
      DELETE FROM bookmarks WHERE user = ${userKey(user.id)} AND post = (SELECT key FROM posts WHERE id = ${postId})
      RETURNING created_at AS createdAt`.get(tx)
    const bookmark = toRecord(user, postId, removed ?? missing())
    auditBookmark(tx, user, postFacts(tx, postId)?.authorId ?? null, 'user:deleted:bookmark', bookmark)
  })
}

const auditBookmark = (
  tx: Tx,
  user: Viewer,
  authorId: string | null,
  action: `user:${'created' | 'deleted'}:bookmark`,
  { id, postId }: BookmarkRecord,
) => auditUnlessOwnAlias(tx, user, authorId, { action, entityType: 'bookmark', entityId: id, metadata: { postId } })
