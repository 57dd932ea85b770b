import { sql } from 'drizzle-orm'
import { check, index, text } from 'drizzle-orm/sqlite-core'
import { counter, id, oneOf, sqliteTable, string } from './columns'

/** Mail to be sent in the background, sealed. It never contains a code, link or token that opens anything. */
export const mailQueue = sqliteTable(
  'mail_queue',
  {
    id: id(),
    addresseeIndex: string(),
    /** Addressee, subject and text, encrypted for this row by the server's own key. */
    sealed: string(),
    attempts: counter(),
    nextAttemptAt: string(),
    createdAt: string(),
    /** For the operator, without an email address. */
    lastError: text(),
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
    id: id(),
    /** Whose part of the hour's mail it used up. */
    kind: oneOf(['account', 'signup', 'notice'], 'account'),
    sentAt: string(),
  },
  (table) => [index('mail_sent_at').on(table.sentAt)],
)
