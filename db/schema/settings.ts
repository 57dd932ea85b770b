import { text } from 'drizzle-orm/sqlite-core'
import { sqliteTable, string } from './columns'

/** What a superadmin changed while Quad runs. A value is JSON. */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: string(),
  updatedAt: string(),
})
