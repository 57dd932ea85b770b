import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, sqliteTable, string, word } from './columns'
import { byUser } from './users'

/** Somebody verified an email and waits for a moderator. The row is deleted when the account is made. */
export const signUpRequests = sqliteTable(
  'sign_up_requests',
  {
    id: id(),
    /** As in `identities`. */
    emailIndex: string(),
    emailSealed: string(),
    emailDomain: string(),
    language: word(['en', 'hi']),
    state: word(['waiting', 'approved', 'refused']),
    reason: text(),
    decidedBy: byUser(),
    decidedAt: text(),
    /** A whole minute. */
    createdAt: string(),
    expiresAt: string(),
  },
  (table) => [
    uniqueIndex('sign_up_requests_email').on(table.emailIndex),
    index('sign_up_requests_state').on(table.state, table.createdAt, table.id),
    index('sign_up_requests_expires').on(table.expiresAt),
    index('sign_up_requests_decided_by').on(table.decidedBy),
    check('sign_up_requests_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('sign_up_requests_reason', sql`(${table.state} = 'refused') = (${table.reason} is not null)`),
  ],
)
