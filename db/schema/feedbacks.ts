import { index } from 'drizzle-orm/sqlite-core'
import { id, known, oneOf, sqliteTable, string, times } from './columns'
import { ofUser } from './users'

export const feedbacks = sqliteTable(
  'feedbacks',
  {
    id: id(),
    userId: ofUser(),
    /** One of the types in the settings at that time. */
    type: string(),
    title: string(),
    content: string(),
    status: oneOf(['new', 'reviewed', 'dismissed'], 'new'),
    ...times(),
  },
  (table) => [
    index('feedbacks_newest').on(table.createdAt, table.id),
    index('feedbacks_status').on(table.status, table.createdAt, table.id, table.type),
    index('feedbacks_type').on(table.type, table.createdAt, table.id, table.status),
    index('feedbacks_user').on(table.userId),
    known('feedbacks_status_known', table.status),
  ],
)
