import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known } from './known'
import { byUser } from './users'

/** One row for each moderation action: who, what, why, when. It outlives the post, comment or user. */
export const moderationRecords = sqliteTable(
  'moderation_records',
  {
    id: text().primaryKey(),
    resource: text({ enum: ['post', 'comment', 'user'] }).notNull(),
    resourceId: text('resource_id').notNull(),
    state: text({ enum: ['active', 'banned', 'shadow_banned', 'blocked', 'suspended'] }).notNull(),
    reason: text(),
    /** The rule that removed content broke: one of the settings' report reasons. */
    rule: text(),
    /** The removal reason that the moderator picked, in each language, as JSON. */
    preset: text(),
    /** What a bulk removal removed has its id. */
    bulkId: text('bulk_id'),
    /** When a suspension ends. */
    endsAt: text('ends_at'),
    moderatorId: byUser('moderator_id'),
    createdAt: text('created_at').notNull(),
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

/**
 * What moderators write for one another about a post, a comment or an account. Deleted with that, by
 * `forum/posts/changes.ts`: a comment that stays as a placeholder keeps its row.
 */
export const moderationNotes = sqliteTable(
  'moderation_notes',
  {
    id: text().primaryKey(),
    resource: text({ enum: ['post', 'comment', 'user'] }).notNull(),
    resourceId: text('resource_id').notNull(),
    content: text().notNull(),
    /** Null when the account of the writer was deleted. */
    writerId: byUser('writer_id'),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('moderation_notes_resource').on(table.resourceId, table.createdAt, table.id),
    index('moderation_notes_writer').on(table.writerId),
    known('moderation_notes_kind', table.resource),
  ],
)
