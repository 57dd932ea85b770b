import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known } from './known'
import { ofUser } from './users'

/**
 * A link with which a student becomes an administrator, once. Nothing leads from here to whoever took it: the audit log
 * says that somebody became one.
 */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull(),
    invitedBy: ofUser('invited_by'),
    /** A whole minute, as is its end. */
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    ending: text({ enum: ['taken', 'revoked'] }),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    index('invitations_expires').on(table.expiresAt),
    index('invitations_invited_by').on(table.invitedBy),
    known('invitations_ending', table.ending),
  ],
)
