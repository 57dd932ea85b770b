import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known } from './known'
import { ofUser } from './users'

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    createdAt: text('created_at').notNull(),
    lastSeenAt: text('last_seen_at').notNull(),
    /** When its owner last proved to be the owner; null makes the next sensitive act ask for that. */
    authenticatedAt: text('authenticated_at'),
    expiresAt: text('expires_at').notNull(),
    ip: text(),
    userAgent: text('user_agent'),
    /** Opened by a sign-in at the identity provider. */
    isProvided: integer('is_provided', { mode: 'boolean' }).notNull().default(false),
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
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['cookie', 'access', 'refresh'] }).notNull(),
    expiresAt: text('expires_at').notNull(),
    /** When a refresh token was exchanged. Its second use revokes the session. */
    spentAt: text('spent_at'),
    /** The next request with this cookie gets another one: the rights of the account have changed. */
    isDue: integer('is_due', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('session_tokens_session').on(table.sessionId),
    index('session_tokens_expires').on(table.expiresAt),
    known('session_tokens_kind', table.kind),
    check('session_tokens_spent', sql`${table.spentAt} is null or ${table.kind} = 'refresh'`),
  ],
)
