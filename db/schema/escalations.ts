import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { byUser } from './users'

/** Posts and comments about which superadmins alone decide, because a moderator asked for it. */
export const escalations = sqliteTable(
  'escalations',
  {
    resourceId: text('resource_id').primaryKey(),
    reason: text().notNull(),
    escalatedBy: byUser('escalated_by'),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('escalations_by').on(table.escalatedBy)],
)
