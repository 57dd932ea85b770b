import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
    check('moderation_records_kind', sql`${table.resource} in ('post', 'comment', 'user')`),
    check(
      'moderation_records_state',
      sql`${table.state} in ('active', 'banned', 'shadow_banned', 'blocked', 'suspended')`,
    ),
    check('moderation_records_end', sql`(${table.state} = 'suspended') = (${table.endsAt} is not null)`),
  ],
)
