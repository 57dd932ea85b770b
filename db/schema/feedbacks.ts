import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known, oneOf } from './known'
import { ofUser } from './users'

/** Messages of users about Quad. Deleted with the account. */
export const feedbacks = sqliteTable(
  'feedbacks',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    /** One of the types in the settings at that time. */
    type: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    status: oneOf(['new', 'reviewed', 'dismissed'], 'new'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    index('feedbacks_newest').on(table.createdAt, table.id),
    index('feedbacks_status').on(table.status, table.createdAt, table.id, table.type),
    index('feedbacks_type').on(table.type, table.createdAt, table.id, table.status),
    index('feedbacks_user').on(table.userId),
    known('feedbacks_status_known', table.status),
  ],
)
