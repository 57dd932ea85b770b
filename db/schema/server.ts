import { sql } from 'drizzle-orm'
import { check, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, id, idOrNull, known, oneOf, sqliteTable, string, times, word } from './columns'
import { ofUser, users } from './users'

/** What a superadmin changed while Quad runs. A value is JSON. */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: string(),
  updatedAt: string(),
})

/** The ids of the keys that values in this database were made with. The keys are outside of it. */
export const serverKeys = sqliteTable('server_keys', {
  id: id(),
  /** When this database was first used with the key. */
  createdAt: string(),
})

/** Up to which key the rows of a table are in its search index, an FTS5 table (beyond-drizzle.sql). */
export const searchProgress = sqliteTable(
  'search_progress',
  {
    subject: text({ enum: ['posts', 'comments'] }).primaryKey(),
    indexedTo: counter(),
  },
  (table) => [known('search_progress_subject', table.subject)],
)

/** What requests with an `Idempotency-Key` created, for 30 days: a repeated request creates nothing again. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** Keyed, of the key and its account: what clients send as keys is nowhere in clear. */
    keyHash: text().primaryKey(),
    /** Keyed, of the request: the same key with another one is refused. */
    fingerprint: string(),
    /** Null for who creates without an account. */
    userId: idOrNull(() => users.id),
    createdId: string(),
    /** By whole minutes. */
    expiresAt: string(),
  },
  (table) => [
    index('idempotency_keys_user').on(table.userId, table.expiresAt),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)

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

/** What came of the backups that Quad makes by itself. Nothing of their content, and not where they are. */
export const backups = sqliteTable(
  'backups',
  {
    id: integer().primaryKey(),
    startedAt: string(),
    outcome: word(['proven', 'doubtful', 'failed']),
    /** Why there is none, or why it is in doubt. */
    reason: text(),
    bytes: integer(),
    makeMs: integer(),
    proveMs: integer(),
    storeMs: integer(),
    /** When superadmins were told of it. */
    mailedAt: text(),
  },
  (table) => [
    known('backups_outcome', table.outcome),
    check('backups_reason', sql`(${table.outcome} = 'proven') = (${table.reason} is null)`),
  ],
)

/** The copy of their data that people asked for, one for each. The file is in DATA_DIR/exports, encrypted. */
export const exports = sqliteTable(
  'exports',
  {
    userId: ofUser().primaryKey(),
    /** UUIDv4: the name of its file. */
    id: string(),
    state: oneOf(['waiting', 'ready', 'failed'], 'waiting'),
    /** How often its making was begun: a killed process counts, too. */
    attempts: counter(),
    /** The age identity that opens the file, sealed for this row: without the row the file is noise. */
    keySealed: text(),
    /** Of the archive. */
    bytes: integer(),
    requestedAt: string(),
  },
  (table) => [
    uniqueIndex('exports_id').on(table.id),
    index('exports_waiting').on(table.requestedAt).where(sql`state = 'waiting'`),
    index('exports_requested').on(table.requestedAt),
    known('exports_state', table.state),
    check(
      'exports_ready',
      sql`(${table.state} = 'ready') = (${table.keySealed} is not null and ${table.bytes} is not null)`,
    ),
    check('exports_attempts', sql`${table.attempts} >= 0`),
  ],
)

export const feedbacks = sqliteTable(
  'feedbacks',
  {
    id: id(),
    userId: ofUser(),
    /** One of the types in the settings at that time. */
    type: string(),
    title: string(),
    content: string(),
    status: oneOf(['new', 'reviewed', 'dismissed'], 'new'),
    ...times(),
  },
  (table) => [
    index('feedbacks_newest').on(table.createdAt, table.id),
    index('feedbacks_status').on(table.status, table.createdAt, table.id, table.type),
    index('feedbacks_type').on(table.type, table.createdAt, table.id, table.status),
    index('feedbacks_user').on(table.userId),
    known('feedbacks_status_known', table.status),
  ],
)
