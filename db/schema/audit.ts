import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Who did what, when. Triggers make it append-only, except for the rows that `audit_rewriting` names. Ids are no foreign
 * keys, because an entry outlives its entity.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: text().primaryKey(),
    timestamp: text().notNull(),
    /** `actor:verb:object` */
    action: text().notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id'),
    actorId: text('actor_id'),
    actorRole: text('actor_role'),
    status: text({ enum: ['success', 'failure'] }).notNull(),
    ip: text(),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    platform: text().notNull(),
    /** JSON objects of field names and plain values. */
    before: text(),
    after: text(),
    reason: text(),
    metadata: text(),
    /** The chain covers `ip` and `userAgent` by a salted digest. The salt is blanked together with them. */
    originSalt: text('origin_salt'),
    originDigest: text('origin_digest'),
    /** In place of the account that somebody without a session aimed at (`core/audit/subject-hash.ts`). */
    subjectHash: text('subject_hash'),
    /** Whether administrators may list the entry; follows from its action, so the hash does not cover it. */
    isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
    /** SHA-256 of the entry and of the hash before it; null in entries older than the chain. */
    hash: text(),
  },
  (table) => [
    // The lists of administrators have indexes without the other entries, which are most: votes and sign-ins.
    index('audit_log_timestamp').on(table.timestamp).where(sql`is_listed = 1`),
    index('audit_log_action').on(table.action, table.timestamp).where(sql`is_listed = 1`),
    index('audit_log_entity').on(table.entityId, table.timestamp).where(sql`is_listed = 1`),
    index('audit_log_listed_actor').on(table.actorId, table.timestamp).where(sql`is_listed = 1`),
    // What verification looks up: entries about the log itself.
    index('audit_log_own').on(table.action, table.timestamp).where(sql`action glob 'quad:*'`),
    // The history of one account, and its number of entries today.
    index('audit_log_actor').on(table.actorId, table.timestamp),
    // Entries with an origin. Without this index, blanking would read the whole log every day.
    index('audit_log_origins').on(table.timestamp).where(sql`ip is not null or user_agent is not null`),
    check('audit_log_status', sql`${table.status} in ('success', 'failure')`),
    check('audit_log_action_form', sql`${table.action} glob '*:*'`),
  ],
)

/** What an account did in a day (UTC) beyond the most that it has entries for; its last entry of that day stands for it. */
export const auditOverflow = sqliteTable(
  'audit_overflow',
  { day: text().notNull(), actorId: text('actor_id').notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.actorId] })],
)

/** The rows of `audit_log` that the present transaction rewrites; empty outside of it. */
export const auditRewriting = sqliteTable('audit_rewriting', {
  first: integer().notNull(),
  last: integer().notNull(),
})
