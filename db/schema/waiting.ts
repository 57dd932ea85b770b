import { sql } from 'drizzle-orm'
import { check, index, integer, text } from 'drizzle-orm/sqlite-core'
import { id, idOrNull, known, number, off, removal, sqliteTable, string, word } from './columns'
import { ofPost, posts, written } from './posts'
import { byUser, ofUser, users } from './users'

/** Posts that their authors wrote and that appear later. When they were written is stored nowhere. */
export const delayedPosts = sqliteTable(
  'delayed_posts',
  {
    /** UUIDv4: the post gets its id when it appears. */
    id: id(),
    authorId: ofUser(),
    ...written(),
    /** It appears under an alias of its author. */
    isAliased: off(),
    /** When it appears. Null once its author might not write at that time: then the author decides. */
    publishAt: text(),
  },
  (table) => [
    index('delayed_posts_author').on(table.authorId),
    index('delayed_posts_due').on(table.publishAt).where(sql`publish_at is not null`),
    check('delayed_posts_flags', sql`${table.isPrivate} in (0, 1) and ${table.isQuestion} in (0, 1)`),
  ],
)

/** Comments that their authors wrote and that appear later. When they were written is stored nowhere. */
export const delayedComments = sqliteTable(
  'delayed_comments',
  {
    /** UUIDv4: the comment gets its id when it appears. */
    id: id(),
    authorId: ofUser(),
    postId: ofPost().notNull(),
    /** No foreign key: what becomes of the reply when this is gone is decided when it is due. */
    parentCommentId: text(),
    content: string(),
    /** It appears under the alias of its author in the thread. */
    isAliased: off(),
    /** When it appears. Null once its author might not write it at that time: then the author decides. */
    publishAt: text(),
  },
  (table) => [
    index('delayed_comments_author').on(table.authorId),
    index('delayed_comments_post').on(table.postId),
    index('delayed_comments_due').on(table.publishAt).where(sql`publish_at is not null`),
    check('delayed_comments_alias_flag', sql`${table.isAliased} in (0, 1)`),
  ],
)

/**
 * Posts and comments that wait for a moderator, or were refused. One that is released becomes a row there, with its id.
 */
export const heldTexts = sqliteTable(
  'held_texts',
  {
    id: id(),
    type: word(['post', 'comment']),
    authorId: ofUser(),
    content: string(),
    title: text(),
    topic: text(),
    startsAt: text(),
    place: text(),
    isPrivate: integer({ mode: 'boolean' }),
    isQuestion: integer({ mode: 'boolean' }),
    courseId: text(),
    pictureId: text(),
    pictureAlt: text(),
    poll: text(),
    postId: ofPost(),
    /** No foreign key: what becomes of the reply when this is gone is decided at its release. */
    parentCommentId: text(),
    /** Why a moderator has to decide, as a JSON array. */
    doubts: string(),
    createdAt: string(),
    /** Of a refusal; all are null while it waits. */
    refusedAt: text(),
    refusedBy: byUser(),
    ...removal(),
  },
  (table) => [
    index('held_texts_author').on(table.authorId, table.id),
    index('held_texts_waiting').on(table.createdAt, table.id, table.authorId).where(sql`refused_at is null`),
    index('held_texts_refused').on(table.refusedAt, table.id, table.authorId).where(sql`refused_at is not null`),
    index('held_texts_post').on(table.postId),
    index('held_texts_refused_by').on(table.refusedBy),
    known('held_texts_type', table.type),
    check(
      'held_texts_fields',
      sql`(${table.type} = 'post') = (${table.title} is not null and ${table.topic} is not null and ${table.isPrivate} in (0, 1)) and (${table.type} = 'comment') = (${table.postId} is not null)`,
    ),
    check(
      'held_texts_refusal',
      sql`${table.refusedAt} is not null or (${table.refusedBy} is null and ${table.reason} is null and ${table.rule} is null)`,
    ),
  ],
)

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
