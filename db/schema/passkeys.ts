import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser } from './users'

/** A WebAuthn credential with which an account signs in. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text().primaryKey(),
    userId: ofUser(),
    /** Random, the same for all passkeys of an account: the authenticator shows it to nobody and Quad to no other site. */
    userHandle: text('user_handle').notNull(),
    /** COSE. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** How often the authenticator says it was used; 0 where it does not count. */
    counter: integer().notNull(),
    /** How the browser reaches the authenticator, with commas between. */
    transports: text().notNull(),
    name: text().notNull(),
    /** The day, as the last use: enough to recognise a passkey by. */
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
