import { sql } from 'drizzle-orm'
import { check, index, text } from 'drizzle-orm/sqlite-core'
import { id, known, sqliteTable, string, word } from './columns'
import { byUser } from './users'

/** One row for each moderation action: who, what, why, when. It outlives the post, comment or user. */
export const moderationRecords = sqliteTable(
  'moderation_records',
  {
    id: id(),
    resource: word(['post', 'comment', 'user']),
    resourceId: string(),
    state: word(['active', 'banned', 'shadow_banned', 'blocked', 'suspended']),
    reason: text(),
    rule: text(),
    /** The removal reason that the moderator picked, in each language, as JSON. */
    preset: text(),
    /** What a bulk removal removed has its id. */
    bulkId: text(),
    /** When a suspension ends. */
    endsAt: text(),
    moderatorId: byUser(),
    createdAt: string(),
  },
  (table) => [
    index('moderation_records_resource').on(table.resourceId, table.createdAt, table.id),
    index('moderation_records_moderator').on(table.moderatorId),
    index('moderation_records_bulk').on(table.bulkId).where(sql`bulk_id is not null`),
    known('moderation_records_kind', table.resource),
    known('moderation_records_state', table.state),
    check('moderation_records_end', sql`(${table.state} = 'suspended') = (${table.endsAt} is not null)`),
  ],
)

/** What moderators write for one another about a post, a comment or an account. `forum/posts/changes.ts` deletes it. */
export const moderationNotes = sqliteTable(
  'moderation_notes',
  {
    id: id(),
    resource: word(['post', 'comment', 'user']),
    resourceId: string(),
    content: string(),
    writerId: byUser(),
    createdAt: string(),
  },
  (table) => [
    index('moderation_notes_resource').on(table.resourceId, table.createdAt, table.id),
    index('moderation_notes_writer').on(table.writerId),
    known('moderation_notes_kind', table.resource),
  ],
)
