import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { paginate } from '../../lib/schema'
import { isAdministrator, readAccount, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { type Actor, audit, unattended } from '../audit/audit'
import { readableComment } from '../comments/visibility'
import { auditPrivateReadIn, type PostFacts, readablePost } from '../posts/visibility'
import {
  copyOf,
  countReports,
  deleteReports,
  hasOpenReport,
  insertReport,
  pageOfReports,
  reportById,
  reportsAround,
  updateStatus,
} from './queries'
import {
  type ReportRecord,
  type ReportRow,
  type ReportStatus,
  STATUSES,
  type TargetType,
  toReportRecord,
  wordsIn,
} from './record'

/** `status` as it stands in the query: some of the statuses, with commas between them. */
export type ReportQuery = {
  page: number
  limit: number
  type?: TargetType | 'Both' | undefined
  status?: string | undefined
}

export type NewReport = { targetId: string; type: TargetType; reason: string; message: string }

type Reported = { authorId: string | null; post: PostFacts }

/** Who wrote what is reported, if the reporter may read it: 404 or 403 as reading it. */
async function reported(tx: Tx, reporter: Viewer, type: TargetType, id: string): Promise<Reported> {
  if (type === 'Post') {
    const post = await readablePost(tx, reporter, id)
    return { authorId: post.authorId, post }
  }
  const { comment, post } = await readableComment(tx, reporter, id)
  return { authorId: comment.authorId, post }
}

/**
 * Who the audit log says reported it. Administrators read the log: of a report about one of them it keeps silent, or it
 * would tell the one concerned what the report is kept from telling.
 */
async function actorShown(tx: Tx, reporter: Viewer, authorId: string | null): Promise<Actor> {
  const author = authorId === null ? undefined : await readAccount(tx, authorId)
  return author !== undefined && isAdministrator(author) ? unattended('system') : reporter
}

/**
 * Keeps the target as it is now, whatever its author does later. 400 for one's own, 409 `CONFLICT` while an earlier
 * report of it by the same reporter is open. A block relation does not stop it.
 */
export async function fileReport(
  reporter: Viewer,
  { targetId, type, reason, message }: NewReport,
): Promise<ReportRecord> {
  return writeAs(reporter, 'reporter', async (tx, reporter) => {
    const { authorId, post } = await reported(tx, reporter, type, targetId)
    if (authorId === reporter.id) refuseField('targetId', 'reports.ownContent')
    const copy = (await copyOf(tx, type, targetId)) ?? refuse('NOT_FOUND')
    const id = Bun.randomUUIDv7()
    const now = new Date().toISOString()
    const report = { id, type, targetId, authorId, reporterId: reporter.id, reason, message, now, ...copy }
    if (!(await insertReport(tx, report))) refuse('CONFLICT', 'reports.duplicate')
    await audit(tx, await actorShown(tx, reporter, authorId), {
      action: 'user:created:report',
      entityType: 'report',
      entityId: id,
      after: { type },
    })
    await auditPrivateReadIn(tx, reporter, post)
    return toReportRecord(await present(tx, reporter, id))
  })
}

/** The report, unless it is about the viewer's own content: 404. */
async function present(db: Connection, viewer: Viewer, id: string): Promise<ReportRow> {
  return (await reportById(db, viewer.id, id)) ?? refuse('NOT_FOUND', 'reports.missing')
}

export const readReport = async (viewer: Viewer, id: string): Promise<ReportRecord> =>
  toReportRecord(await present(storage.reader, viewer, id))

/** Newest first; what is pending, unless other states are asked for. */
export async function listReports(viewer: Viewer, { page, limit, type = 'Both', status }: ReportQuery) {
  const statuses = wordsIn(STATUSES, status, ['pending'])
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

/** The newest reports about the user's content and by the user. 404 for one that never was here. */
export async function reportsOfUser(viewer: Viewer, userId: string): Promise<ReportRecord[]> {
  const rows = await reportsAround(storage.reader, { userId, viewer: viewer.id, limit: MOST_OF_USER })
  if (rows.length === 0 && (await readAccount(storage.reader, userId)) === undefined)
    refuse('NOT_FOUND', 'accounts.missing')
  return rows.map(toReportRecord)
}

/**
 * Closes the report or opens it again, 409 `CONFLICT` where its reporter has another open one about the target. To the
 * status that it has nothing changes; that somebody confirmed it is logged all the same.
 */
export async function decideReport(viewer: Viewer, id: string, status: ReportStatus): Promise<ReportRecord> {
  return writeAs(viewer, 'admin', async (tx, viewer) => {
    const report = await present(tx, viewer, id)
    if (status !== report.status) {
      if (status === 'pending' && (await hasOpenReport(tx, report.reporterId, report.targetId)))
        refuse('CONFLICT', 'reports.reportedAgain')
      await updateStatus(tx, { id, status, viewer: viewer.id, now: new Date().toISOString() })
    }
    await audit(tx, viewer, {
      action: 'admin:updated:report',
      entityType: 'report',
      entityId: id,
      before: { status: report.status },
      after: { status },
    })
    return toReportRecord(await present(tx, viewer, id))
  })
}

/** Deletes those that are there and that the viewer may see; answers how many there were. */
export async function removeReports(viewer: Viewer, ids: readonly string[]): Promise<number> {
  return writeAs(viewer, 'admin', async (tx, viewer) => {
    const deleted = await deleteReports(tx, viewer.id, ids)
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

export async function removeReport(viewer: Viewer, id: string): Promise<void> {
  if ((await removeReports(viewer, [id])) === 0) refuse('NOT_FOUND', 'reports.missing')
}

/** How many reports around one user are answered, the newest: the list has no pages. */
export const MOST_OF_USER = 200
