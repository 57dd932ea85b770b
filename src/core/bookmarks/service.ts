import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Json, jsonList, jsonObject, toJson } from '../../lib/json'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { type PostRecord, postRecords } from '../posts/record'
import { readablePost } from '../posts/visibility'
import { countBookmarked, deleteBookmark, findBookmark, insertBookmark, pageOfBookmarked } from './queries'
import type { BookmarkRecord } from './record'

/** 404, 401 or 403 for what the user may not read, 409 `ALREADY_BOOKMARKED`. */
export async function addBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  return writeAs(user, 'member', async (tx, user) => {
    const post = await readablePost(tx, user, postId)
    await refuseBlockRelation(tx, user.id, post.authorId)
    const bookmark = { id: Bun.randomUUIDv7(), postId, userId: user.id, createdAt: new Date().toISOString() }
    if (!(await insertBookmark(tx, bookmark))) refuse('ALREADY_BOOKMARKED')
    await audit(tx, user, {
      action: 'user:created:bookmark',
      entityType: 'bookmark',
      entityId: bookmark.id,
      metadata: { postId },
    })
    return bookmark
  })
}

/** 404 without a bookmark, and while the post may not be read. */
export async function readBookmark(user: Viewer, postId: string): Promise<BookmarkRecord> {
  return (await findBookmark(storage.reader, user, postId)) ?? refuse('NOT_FOUND', 'bookmarks.missing')
}

export type BookmarkList = { posts: PostRecord[]; count: number }

/**
 * The posts that the user has bookmarked, latest bookmark first, without those that the user may not read (any more) and
 * those by authors whom the user has blocked.
 */
export async function listBookmarked(
  user: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<Json<BookmarkList>> {
  const db = storage.reader
  const offset = (page - 1) * limit
  const ids = await pageOfBookmarked(db, user, { limit, offset })
  const isLast = ids.length < limit && (ids.length > 0 || page === 1)
  const count = isLast ? offset + ids.length : await countBookmarked(db, user)
  return jsonObject<BookmarkList>({ posts: jsonList(await postRecords(user, ids)), count: toJson(count) })
}

/** 404 without a bookmark; one of a post that may not be read any more can still be removed. */
export async function removeBookmark(user: Viewer, postId: string): Promise<void> {
  await writeAs(user, 'member', async (tx, user) => {
    const id = (await deleteBookmark(tx, user.id, postId)) ?? refuse('NOT_FOUND', 'bookmarks.missing')
    await audit(tx, user, {
      action: 'user:deleted:bookmark',
      entityType: 'bookmark',
      entityId: id,
      metadata: { postId },
    })
  })
}
