import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { byUser } from './users'

/**
 * Somebody verified an email and waits for a moderator, where sign-up needs one. Nothing leads from here to an account:
 * the row is deleted when the account is made.
 */
export const signUpRequests = sqliteTable(
  'sign_up_requests',
  {
    id: text().primaryKey(),
    /** As in `identities`. */
    emailIndex: text('email_index').notNull(),
    emailSealed: text('email_sealed').notNull(),
    emailDomain: text('email_domain').notNull(),
    /** Of the mail about the decision. */
    language: text({ enum: ['en', 'hi'] }).notNull(),
    state: text({ enum: ['waiting', 'approved', 'refused'] }).notNull(),
    reason: text(),
    decidedBy: byUser('decided_by'),
    decidedAt: text('decided_at'),
    /** A whole minute. */
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
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
