import { sql } from 'drizzle-orm'
import { index, text } from 'drizzle-orm/sqlite-core'
import { id, idOrNull, number, sqliteTable, string } from './columns'
import { delayedPosts } from './delayed'
import { heldTexts } from './held-texts'
import { posts } from './posts'
import { users } from './users'

/**
 * Pictures: first their uploader's, then a post's, one that waits to appear or for a moderator; then they name no account.
 * Of no one any more they are loose, and go. WITHOUT ROWID, by the baseline: in the order of random ids.
 */
export const pictures = sqliteTable(
  'pictures',
  {
    /** Random, and another one when who may see the picture changes. */
    id: id(),
    /** What its files are named by: a keyed hash of the content. Several pictures may have the same. */
    file: string(),
    width: number(),
    height: number(),
    bytes: number(),
    placeholder: string(),
    /** By which one that is nearly the same is known. */
    likeness: string(),
    ownerId: idOrNull(() => users.id, 'set null'),
    /** While it is its uploader's. */
    uploadedAt: text(),
    postId: idOrNull(() => posts.id, 'set null'),
    heldId: idOrNull(() => heldTexts.id, 'set null'),
    delayedId: idOrNull(() => delayedPosts.id, 'set null'),
  },
  (table) => [
    index('pictures_file').on(table.file),
    index('pictures_owner').on(table.ownerId).where(sql`owner_id is not null`),
    index('pictures_post').on(table.postId).where(sql`post_id is not null`),
    index('pictures_held').on(table.heldId).where(sql`held_id is not null`),
    index('pictures_delayed').on(table.delayedId).where(sql`delayed_id is not null`),
    index('pictures_loose')
      .on(table.id)
      .where(sql`owner_id is null and post_id is null and held_id is null and delayed_id is null`),
  ],
)

/** Of pictures that moderators removed, so that the same or a similar one waits for them: their likeness, nothing else. */
export const removedPictures = sqliteTable('removed_pictures', { likeness: id() })
