import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What a superadmin changed while Quad runs. A value is JSON. */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  updatedAt: text('updated_at').notNull(),
})
