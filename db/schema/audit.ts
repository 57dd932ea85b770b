import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Who did what, when. Triggers make it append-only. Ids are no foreign keys, because an entry outlives its entity.
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
    /** SHA-256 of the entry and of the hash before it; null in entries older than the chain. */
    hash: text(),
  },
  (table) => [
    index('audit_log_timestamp').on(table.timestamp),
    index('audit_log_action').on(table.action, table.timestamp),
    index('audit_log_actor').on(table.actorId, table.timestamp),
    index('audit_log_entity').on(table.entityId, table.timestamp),
    // Entries with an origin. Without this index, blanking would read the whole log every day.
    index('audit_log_origins').on(table.timestamp).where(sql`ip is not null or user_agent is not null`),
    check('audit_log_status', sql`${table.status} in ('success', 'failure')`),
    check('audit_log_action_form', sql`${table.action} glob '*:*'`),
  ],
)
