import { index, text } from 'drizzle-orm/sqlite-core'
import { idOrNull, sqliteTable, string } from './columns'
import { users } from './users'

/** What requests with an `Idempotency-Key` created, for 30 days: a repeated request creates nothing again. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** Keyed, of the key and its account: what clients send as keys is nowhere in clear. */
    keyHash: text().primaryKey(),
    /** Keyed, of the request: the same key with another one is refused. */
    fingerprint: string(),
    /** Null for who creates without an account. */
    userId: idOrNull(() => users.id),
    createdId: string(),
    /** By whole minutes. */
    expiresAt: string(),
  },
  (table) => [
    index('idempotency_keys_user').on(table.userId, table.expiresAt),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)
