import { id, sqliteTable, string } from './columns'

/** The ids of the keys that values in this database were made with. The keys are outside of it. */
export const serverKeys = sqliteTable('server_keys', {
  id: id(),
  /** When this database was first used with the key. */
  createdAt: string(),
})
