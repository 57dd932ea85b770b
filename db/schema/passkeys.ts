import { blob, index, text } from 'drizzle-orm/sqlite-core'
import { id, number, sqliteTable, string } from './columns'
import { ofUser } from './users'

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
    /** Random, the same for all passkeys of an account: the authenticator shows it to nobody and Quad to no other site. */
    userHandle: string(),
    /** COSE. */
    publicKey: blob({ mode: 'buffer' }).notNull(),
    /** How often the authenticator says it was used; 0 where it does not count. */
    counter: number(),
    /** How the browser reaches the authenticator, with commas between. */
    transports: string(),
    name: string(),
    /** The day, as the last use: enough to recognise a passkey by. */
    createdAt: string(),
    lastUsedAt: text(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
