import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Mail that nobody waits for, until it is sent or given up. No code, link or token that opens anything is ever in it. */
export const mailQueue = sqliteTable(
  'mail_queue',
  {
    id: text().primaryKey(),
    addressee: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: text('next_attempt_at').notNull(),
    createdAt: text('created_at').notNull(),
    /** In plain words, without an address. */
    lastError: text('last_error'),
  },
  (table) => [
    index('mail_queue_due').on(table.nextAttemptAt),
    check('mail_queue_attempts', sql`${table.attempts} >= 0`),
  ],
)

/** When a mail was sent, nothing else of it: the hourly limit outlives a restart, and `doctor` reads it from outside. */
export const mailSent = sqliteTable(
  'mail_sent',
  { id: text().primaryKey(), sentAt: text('sent_at').notNull() },
  (table) => [index('mail_sent_at').on(table.sentAt)],
)
