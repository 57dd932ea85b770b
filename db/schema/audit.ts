import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who did what, when. Append-only; ids are no foreign keys, because an entry outlives what it speaks of. */
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
    /** What `ip` and `userAgent` enter the chain by: a digest with a salt that goes with them. */
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
    check('audit_log_status', sql`${table.status} in ('success', 'failure')`),
    check('audit_log_action_form', sql`${table.action} glob '*:*'`),
  ],
)
