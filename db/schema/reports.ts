import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known, oneOf } from './known'
import { byUser } from './users'

/** Complaints about posts and comments. They outlive their targets, so the ids of targets are no foreign keys. */
export const reports = sqliteTable(
  'reports',
  {
    id: text().primaryKey(),
    type: text({ enum: ['Post', 'Comment'] }).notNull(),
    targetId: text('target_id').notNull(),
    targetAuthorId: text('target_author_id'),
    /** A copy of the target at the time of the report. Erased some time after the report is closed. */
    targetTitle: text('target_title'),
    targetContent: text('target_content'),
    targetStartsAt: text('target_starts_at'),
    targetPlace: text('target_place'),
    /** Null when the reporter's account was deleted. */
    reporterId: byUser('reporter_id'),
    reason: text().notNull(),
    message: text().notNull(),
    status: oneOf(['pending', 'resolved', 'ignored'], 'pending'),
    resolvedBy: byUser('resolved_by'),
    closedAt: text('closed_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('reports_open').on(table.reporterId, table.targetId).where(sql`status = 'pending'`),
    // Administrators neither read nor count reports of their own content, so every index for lists and counts has the
    // author.
    index('reports_newest').on(table.status, table.type, table.createdAt, table.id, table.targetAuthorId),
    index('reports_target').on(table.targetId, table.createdAt, table.id, table.status, table.targetAuthorId),
    index('reports_author').on(table.targetAuthorId, table.createdAt, table.id),
    index('reports_reporter').on(table.reporterId, table.createdAt, table.id, table.targetAuthorId),
    index('reports_resolved_by').on(table.resolvedBy),
    index('reports_closed').on(table.closedAt).where(sql`target_content is not null`),
    known('reports_type', table.type),
    known('reports_status', table.status),
    check('reports_closed_state', sql`(${table.status} = 'pending') = (${table.closedAt} is null)`),
  ],
)
