import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, known, oneOf, sqliteTable, string, times, word } from './columns'
import { byUser } from './users'

/** Complaints about posts and comments. They outlive their targets, so the ids of targets are no foreign keys. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    type: word(['Post', 'Comment']),
    targetId: string(),
    targetAuthorId: text(),
    /** A copy of the target at the time of the report. Erased some time after the report is closed. */
    targetTitle: text(),
    targetContent: text(),
    targetStartsAt: text(),
    targetPlace: text(),
    targetPoll: text(),
    /** Null when the reporter's account was deleted. */
    reporterId: byUser(),
    reason: string(),
    message: string(),
    status: oneOf(['pending', 'resolved', 'ignored'], 'pending'),
    resolvedBy: byUser(),
    closedAt: text(),
    ...times(),
  },
  (table) => [
    uniqueIndex('reports_open').on(table.reporterId, table.targetId).where(sql`status = 'pending'`),
    // Administrators neither read nor count reports of their own content: every index has the author.
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
