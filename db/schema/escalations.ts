import { index, text } from 'drizzle-orm/sqlite-core'
import { sqliteTable, string } from './columns'
import { byUser } from './users'

/** Posts and comments about which superadmins alone decide, because a moderator asked for it. */
export const escalations = sqliteTable(
  'escalations',
  {
    resourceId: text().primaryKey(),
    reason: string(),
    escalatedBy: byUser(),
    createdAt: string(),
  },
  (table) => [index('escalations_by').on(table.escalatedBy)],
)
