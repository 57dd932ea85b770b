import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, idOf, known, oneOf, sqliteTable, string } from './columns'
import { moderationRecords } from './moderation'
import { byUser, ofUser } from './users'

/** What people say against a removal or a sanction of theirs, once for each. Deleted with the account. */
export const appeals = sqliteTable(
  'appeals',
  {
    id: id(),
    recordId: idOf(() => moderationRecords.id),
    userId: ofUser(),
    message: string(),
    /** Lapsed: moderators changed the decision themselves before somebody looked at the appeal. */
    status: oneOf(['open', 'upheld', 'overturned', 'lapsed'], 'open'),
    reason: text(),
    moderatorId: byUser(),
    createdAt: string(),
    decidedAt: text(),
  },
  (table) => [
    uniqueIndex('appeals_record').on(table.recordId),
    index('appeals_status').on(table.status, table.createdAt, table.id),
    index('appeals_user').on(table.userId, table.id),
    index('appeals_moderator').on(table.moderatorId),
    known('appeals_status_known', table.status),
    check('appeals_decided', sql`(${table.status} = 'open') = (${table.decidedAt} is null)`),
  ],
)
