import { sql } from 'drizzle-orm'
import { check, index, integer, text } from 'drizzle-orm/sqlite-core'
import { id, known, sqliteTable, string, word } from './columns'
import { ofPost } from './posts'
import { byUser, ofUser } from './users'

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
    reason: text(),
    rule: text(),
    /** The removal reason that the moderator picked, in each language, as JSON. */
    preset: text(),
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
