import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What an operator may change while Quad runs; a value is JSON. */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  updatedAt: text('updated_at').notNull(),
})
