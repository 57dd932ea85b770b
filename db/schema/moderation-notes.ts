import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { byUser } from './users'

/**
 * What moderators write for one another about a post, a comment or an account. Deleted with that, by
 * `core/posts/moderators-words.ts`: a comment that stays as a placeholder keeps its row.
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
    check('moderation_notes_kind', sql`${table.resource} in ('post', 'comment', 'user')`),
  ],
)
