import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The ids of the keys that values in this database were made with. The keys are outside of it. */
export const serverKeys = sqliteTable('server_keys', {
  id: text().primaryKey(),
  /** When this database was first used with the key. */
  createdAt: text('created_at').notNull(),
})
