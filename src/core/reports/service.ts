import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { minuteId } from '../../lib/ids'
import { paginate } from '../../lib/schema'
import { isAdministrator, isSelf, readAccount, type Viewer } from '../access/account'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { type Actor, audit, systemActor } from '../audit/audit'
import { readableComment } from '../comments/visibility'
import { auditPrivateReadIn, type PostFacts, readablePost } from '../posts/visibility'
import { announceReport } from '../webhooks/outbox'
import { announceQueueAfter } from './live'
import {
  copyTarget,
  countReports,
  deleteReportRows,
  insertReport,
  pageOfReports,
  reportById,
  reportsByOrAbout,
} from './queries'
import { type ReportRecord, type ReportRow, STATUSES, selectedWords, type TargetType, toReportRecord } from './record'

// Reports by students: filed, read, listed and deleted here, closed in resolve.ts. queue.ts lists them by target.

/** `status` is the text of the query: statuses with commas between them. */
export type ReportQuery = {
  page: number
  limit: number
  type?: TargetType | 'Both' | undefined
  status?: string | undefined
}

export type NewReport = { targetId: string; type: TargetType; reason: string; message: string }

type ReportedContent = { authorId: string | null; post: PostFacts }

/** Refuses as reading the target does: 404 or 403. */
async function readableTarget(tx: Tx, reporter: Viewer, type: TargetType, id: string): Promise<ReportedContent> {
  if (type === 'Post') {
    const post = await readablePost(tx, reporter, id)
    return { authorId: post.authorId, post }
  }
  const { comment, post } = await readableComment(tx, reporter, id)
  return { authorId: comment.authorId, post }
}

/**
 * The actor of the audit entry. The log hides the reporter of an administrator's content: administrators read the log,
 * and would learn there what the report itself does not show them.
 */
async function auditActor(tx: Tx, reporter: Viewer, authorId: string | null): Promise<Actor> {
  const author = authorId === null ? undefined : await readAccount(tx, authorId)
  return author !== undefined && isAdministrator(author) ? systemActor('system') : reporter
}

/**
 * Copies the target as it is now, so that its author cannot change the evidence. 400 for one's own content, 409
 * `CONFLICT` while an earlier report by the same reporter is pending. Allowed in a block relation.
 */
export async function fileReport(
  reporter: Viewer,
  { targetId, type, reason, message }: NewReport,
): Promise<ReportRecord> {
  const create = async (tx: Tx, reporter: Viewer) => {
    const { authorId, post } = await readableTarget(tx, reporter, type, targetId)
    if (isSelf(reporter, authorId)) refuseField('targetId', 'reports.ownContent')
    const copy = (await copyTarget(tx, type, targetId)) ?? refuse('NOT_FOUND')
    const id = minuteId()
    const now = new Date().toISOString()
    const report = { id, type, targetId, authorId, reporterId: reporter.id, reason, message, now, ...copy }
    if (!(await insertReport(tx, report))) refuse('CONFLICT', 'reports.duplicate')
    announceReport(tx, { id, authorId })
    announceQueueAfter(tx, { targetId, authorId, change: 'reported' })
    await audit(tx, await auditActor(tx, reporter, authorId), {
      action: 'user:created:report',
      entityType: 'report',
      entityId: id,
      after: { type },
    })
    await auditPrivateReadIn(tx, reporter, post)
    return toReportRecord(await visibleReport(tx, reporter, id))
  }
  return createAs(reporter, 'reporter', { create, read: (id) => asFiled(reporter, id) })
}

/** What moderators did since, with the report and with its target, is not for the reporter. */
async function asFiled(reporter: Viewer, id: string): Promise<ReportRecord> {
  const { resolvedBy: _, ...report } = await readReport(reporter, id)
  return { ...report, status: 'pending', targetState: 'active', updatedAt: report.createdAt }
}

/** 404 also for a report about the viewer's own content. */
export async function visibleReport(db: Connection, viewer: Viewer, id: string): Promise<ReportRow> {
  return (await reportById(db, viewer.id, id)) ?? refuse('NOT_FOUND', 'reports.missing')
}

export const readReport = async (viewer: Viewer, id: string): Promise<ReportRecord> =>
  toReportRecord(await visibleReport(storage.reader, viewer, id))

/** Newest first; pending reports, unless the query names other statuses. */
export async function listReports(viewer: Viewer, { page, limit, type = 'Both', status }: ReportQuery) {
  const statuses = selectedWords(STATUSES, status, ['pending'])
  const shape = { types: type === 'Both' ? (['Post', 'Comment'] as const) : [type], statuses }
  const total = await countReports(storage.reader, shape, viewer.id)
  const offset = (page - 1) * limit
  const rows = offset < total ? await pageOfReports(storage.reader, shape, { viewer: viewer.id, limit, offset }) : []
  return {
    data: rows.map(toReportRecord),
    pagination: paginate(total, page, limit),
    filters: { type, status: [...statuses] },
  }
}

/** The newest reports about the user's content and by the user. 404 for an unknown user without reports. */
export async function listReportsOfUser(viewer: Viewer, userId: string): Promise<ReportRecord[]> {
  const rows = await reportsByOrAbout(storage.reader, { userId, viewer: viewer.id, limit: MAX_OF_USER })
  if (rows.length === 0 && (await readAccount(storage.reader, userId)) === undefined)
    refuse('NOT_FOUND', 'accounts.missing')
  return rows.map(toReportRecord)
}

/** Deletes the reports that exist and that the viewer may see; returns their number. */
export async function deleteReports(viewer: Viewer, ids: readonly string[]): Promise<number> {
  return writeAs(viewer, 'admin', async (tx, viewer) => {
    const deleted = await deleteReportRows(tx, viewer.id, ids)
    for (const { id, type, status } of deleted)
      await audit(tx, viewer, {
        action: 'admin:deleted:report',
        entityType: 'report',
        entityId: id,
        before: { type, status },
      })
    return deleted.length
  })
}

export async function deleteReport(viewer: Viewer, id: string): Promise<void> {
  if ((await deleteReports(viewer, [id])) === 0) refuse('NOT_FOUND', 'reports.missing')
}

/** The length of `listReportsOfUser`, which has no pages. */
export const MAX_OF_USER = 200
