import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users'

/** What requests with an `Idempotency-Key` created, for 30 days: a repeated request creates nothing again. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** Keyed, of the key and its account: what clients send as keys is nowhere in clear. */
    keyHash: text('key_hash').primaryKey(),
    /** Keyed, of the request: the same key with another one is refused. */
    fingerprint: text().notNull(),
    /** Null for who creates without an account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdId: text('created_id').notNull(),
    /** By whole minutes. */
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [
    index('idempotency_keys_user').on(table.userId, table.expiresAt),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)
