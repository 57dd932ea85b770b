import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { oneOf } from './known'

/** Mail to be sent in the background, sealed. It never contains a code, link or token that opens anything. */
export const mailQueue = sqliteTable(
  'mail_queue',
  {
    id: text().primaryKey(),
    /** Keyed hash of the address. */
    addresseeIndex: text('addressee_index').notNull(),
    /** Addressee, subject and text, encrypted for this row by the server's own key. */
    sealed: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: text('next_attempt_at').notNull(),
    createdAt: text('created_at').notNull(),
    /** For the operator, without an email address. */
    lastError: text('last_error'),
  },
  (table) => [
    index('mail_queue_due').on(table.nextAttemptAt),
    check('mail_queue_attempts', sql`${table.attempts} >= 0`),
  ],
)

/** When mails were sent, so that the hourly limit survives a restart and `doctor` can read it. */
export const mailSent = sqliteTable(
  'mail_sent',
  {
    id: text().primaryKey(),
    /** Whose part of the hour's mail it used up. */
    kind: oneOf(['account', 'signup', 'notice'], 'account'),
    sentAt: text('sent_at').notNull(),
  },
  (table) => [index('mail_sent_at').on(table.sentAt)],
)
