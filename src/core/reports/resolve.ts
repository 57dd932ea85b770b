import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { orNull, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { notByViewer } from '../names/own-names'
import { refuseIfDecided } from './decision'
import { announceQueueAfter } from './live'
import { hasPendingReport, updateStatus } from './queries'
import { entityOf, type ReportRecord, type ReportStatus, toReportRecord } from './record'
import { visibleReport } from './service'

// How reports are closed: one by its moderator, or all about a target by the action that a moderator takes on it.

/** `version`: that of the target as the moderator read it. */
export type ReportDecision = { status: ReportStatus; version?: string | undefined }

/**
 * Closes the report or opens it again; 409 `CONFLICT` if its reporter has another pending one about the target, or if
 * another moderator has decided since the version that the decision names. The same status again changes nothing but is
 * audited.
 */
export async function decideReport(
  viewer: Viewer,
  id: string,
  { status, version }: ReportDecision,
): Promise<ReportRecord> {
  return writeAs(viewer, 'admin', async (tx, viewer) => {
    const report = await visibleReport(tx, viewer, id)
    refuseIfDecided(tx, viewer, report.targetId, version)
    if (status !== report.status) {
      if (status === 'pending' && (await hasPendingReport(tx, report.reporterId, report.targetId)))
        refuse('CONFLICT', 'reports.reportedAgain')
      await updateStatus(tx, { id, status, viewer: viewer.id, now: new Date().toISOString() })
      announceQueueAfter(tx, { targetId: report.targetId, authorId: report.authorId, change: 'decided' })
    }
    await audit(tx, viewer, {
      action: 'admin:updated:report',
      entityType: 'report',
      entityId: id,
      before: { status: report.status },
      after: { status },
    })
    return toReportRecord(await visibleReport(tx, viewer, id))
  })
}

const resolvePending = sqlStatement(
  `UPDATE reports SET status = 'resolved', resolved_by = $viewer, closed_at = $now, updated_at = $now
  WHERE target_id = $targetId AND status = 'pending' AND ${notByViewer('target_author_id')}
  RETURNING type`,
  {
    returns: { type: reports.type },
    params: { targetId: reports.targetId, viewer: users.id, now: reports.updatedAt },
  },
)

const reopenClosed = sqlStatement(
  `UPDATE OR IGNORE reports INDEXED BY reports_target
  SET status = 'pending', resolved_by = NULL, closed_at = NULL, updated_at = $now
  WHERE target_id = $targetId AND status = 'resolved' AND resolved_by IS $by AND closed_at = $at
  RETURNING type`,
  {
    returns: { type: reports.type },
    params: { targetId: reports.targetId, by: orNull(users.id), at: TEXT, now: reports.updatedAt },
  },
)

/** Reopens the reports that a removal of that time closed, and that nobody has decided about since. */
export async function reopenReportsAbout(
  tx: Tx,
  viewer: Viewer,
  targetId: string,
  closed: { by: string | null; at: string },
): Promise<void> {
  const reopened = reopenClosed(tx).all({ targetId, ...closed, now: new Date().toISOString() })
  const [first] = reopened
  if (first === undefined) return
  await audit(tx, viewer, {
    action: 'admin:reopened:reports',
    entityType: entityOf(first.type),
    entityId: targetId,
    metadata: { count: reopened.length },
  })
}

/**
 * Resolves the pending reports about a post or a comment after the viewer removed or hid it. Reports about the viewer's
 * own content stay pending for other administrators. `now` is the time of that decision. One audit entry has the target
 * and the number of reports: their ids would lead an administrator from the target to its reporters.
 */
export async function resolveReportsAbout(tx: Tx, viewer: Viewer, targetId: string, now: string): Promise<void> {
  const resolved = resolvePending(tx).all({ targetId, viewer: viewer.id, now })
  const [first] = resolved
  if (first === undefined) return
  await audit(tx, viewer, {
    action: 'admin:resolved:reports',
    entityType: entityOf(first.type),
    entityId: targetId,
    metadata: { count: resolved.length },
  })
}
