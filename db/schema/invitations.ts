import { index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, known, sqliteTable, string } from './columns'
import { ofUser } from './users'

/** A link with which a student becomes an administrator, once. Nothing leads from here to whoever took it. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: id(),
    tokenHash: string(),
    invitedBy: ofUser(),
    /** A whole minute, as is its end. */
    createdAt: string(),
    expiresAt: string(),
    ending: text({ enum: ['taken', 'revoked'] }),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    index('invitations_expires').on(table.expiresAt),
    index('invitations_invited_by').on(table.invitedBy),
    known('invitations_ending', table.ending),
  ],
)
