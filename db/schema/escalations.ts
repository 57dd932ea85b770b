import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users'

/** Posts and comments about which superadmins alone decide, because a moderator asked for it. */
export const escalations = sqliteTable(
  'escalations',
  {
    resourceId: text('resource_id').primaryKey(),
    reason: text().notNull(),
    escalatedBy: text('escalated_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('escalations_by').on(table.escalatedBy)],
)
