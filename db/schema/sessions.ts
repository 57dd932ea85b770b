import { sql } from 'drizzle-orm'
import { blob, check, index, text } from 'drizzle-orm/sqlite-core'
import { id, idOf, known, number, off, sqliteTable, string, word } from './columns'
import { ofUser } from './users'

export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: ofUser(),
    createdAt: string(),
    lastSeenAt: string(),
    /** When its owner last proved to be the owner; null makes the next sensitive act ask for that. */
    authenticatedAt: text(),
    expiresAt: string(),
    ip: text(),
    userAgent: text(),
    isProvided: off(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
    index('sessions_seen').on(table.lastSeenAt, table.userId),
  ],
)

/** The tokens of a session: a cookie, or the access and refresh tokens of a client without cookies. */
export const sessionTokens = sqliteTable(
  'session_tokens',
  {
    /** SHA-256 of the token. */
    hash: text().primaryKey(),
    sessionId: idOf(() => sessions.id),
    kind: word(['cookie', 'access', 'refresh']),
    expiresAt: string(),
    /** When a refresh token was exchanged. Its second use revokes the session. */
    spentAt: text(),
    /** The next request with this cookie gets another one: the rights of the account have changed. */
    isDue: off(),
  },
  (table) => [
    index('session_tokens_session').on(table.sessionId),
    index('session_tokens_expires').on(table.expiresAt),
    known('session_tokens_kind', table.kind),
    check('session_tokens_spent', sql`${table.spentAt} is null or ${table.kind} = 'refresh'`),
  ],
)

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
