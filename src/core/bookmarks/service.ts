import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { markId } from '../../lib/ids'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { listedPosts, type PostRecord } from '../posts/record'
import { postFacts, readablePost } from '../posts/visibility'
import { bookmarkedAt, bookmarkedPostIds, countBookmarkedPosts, deleteBookmark, insertBookmark } from './queries'
import type { BookmarkRecord } from './record'

// Posts that a user saved. A bookmark is listed while its owner may read the post; the condition is in queries.ts.

const toRecord = ({ id: userId }: Viewer, postId: string, createdAt: number): BookmarkRecord => ({
  id: markId('bookmark', { userId, targetId: postId, createdAt }),
  postId,
  userId,
  createdAt: new Date(createdAt).toISOString(),
})

const missing = (): never => refuse('NOT_FOUND', 'bookmarks.missing')

/** Refuses as reading the post does; 403 `BLOCK_RELATION`; 409 `ALREADY_BOOKMARKED`. */
export async function addBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  const create = async (tx: Tx, user: Viewer) => {
    const post = await readablePost(tx, user, postId)
    await refuseBlockRelation(tx, user.id, post.authorId)
    const createdAt = await insertBookmark(tx, { viewer: user.id, postId, now: Date.now() })
    if (createdAt === undefined) return refuse('ALREADY_BOOKMARKED')
    const bookmark = toRecord(user, postId, createdAt)
    await auditUnlessOwnAlias(tx, user, post.authorId, {
      action: 'user:created:bookmark',
      entityType: 'bookmark',
      entityId: bookmark.id,
      metadata: { postId },
    })
    return bookmark
  }
  const read = async (id: string) => {
    const bookmark = await readBookmark(user, postId)
    return bookmark.id === id ? bookmark : missing()
  }
  return createAs(user, 'reader', { create, read })
}

/** 404 without a bookmark, or if the user may not read the post. */
export async function readBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  const createdAt = await bookmarkedAt(storage.reader, user, postId)
  return createdAt === undefined ? missing() : toRecord(user, postId, createdAt)
}

export type BookmarkList = { posts: PostRecord[]; count: number }

/** Latest bookmark first, without posts that the user may no longer read or whose author the user blocked. */
export async function listBookmarked(
  user: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<BookmarkList> {
  const db = storage.reader
  const offset = (page - 1) * limit
  const ids = await bookmarkedPostIds(db, user, { limit, offset })
  const isLast = ids.length < limit && (ids.length > 0 || page === 1)
  const count = isLast ? offset + ids.length : await countBookmarkedPosts(db, user)
  return { posts: await listedPosts(user, ids), count }
}

/** 404 without a bookmark. Works even if the user may no longer read the post. */
export async function removeBookmark(user: Viewer, postId: string): Promise<void> {
  await writeAs(user, 'reader', async (tx, user) => {
    const createdAt = (await deleteBookmark(tx, user.id, postId)) ?? missing()
    await auditUnlessOwnAlias(tx, user, postFacts(tx, postId)?.authorId ?? null, {
      action: 'user:deleted:bookmark',
      entityType: 'bookmark',
      entityId: toRecord(user, postId, createdAt).id,
      metadata: { postId },
    })
  })
}
