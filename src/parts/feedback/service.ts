import { getTableColumns } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { feedbacks } from '../../../db/schema/server'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { allSettings } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { inMinutes } from '../../lib/text/coarse-time'
import { choice, named, namedObject, recordId, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'

// Feedback from users to the admins: sent, listed, given a status, deleted.

export const FEEDBACK_STATUSES = ['new', 'reviewed', 'dismissed'] as const
type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]

export const feedbackStatus = named('FeedbackStatus', choice(FEEDBACK_STATUSES))

export const feedbackRecord = namedObject('Feedback', {
  id: recordId,
  type: t.String({ description: 'One of the types that the instance offered at that time' }),
  title: t.String(),
  content: t.String(),
  status: feedbackStatus,
  user: t.Object({ id: recordId, username: t.String() }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
type FeedbackRecord = Static<typeof feedbackRecord>

/** With the user's pseudonym, never the email. */
const FEEDBACK = { ...getTableColumns(feedbacks), username: users.username }
const SELECT = raw(`SELECT ${selectList(getTableColumns(feedbacks), 'f')}, u.username`)

function toRecord({ userId, username, ...row }: Raw<typeof FEEDBACK>): FeedbackRecord {
  return { ...row, ...inMinutes(row), user: { id: userId, username } }
}

type FeedbackFilter = { type?: string | undefined; status?: FeedbackStatus | undefined }

function isWanted({ type, status }: FeedbackFilter) {
  if (type === undefined) return status === undefined ? raw('') : sql`WHERE f.status = ${status}`
  return status === undefined ? sql`WHERE f.type = ${type}` : sql`WHERE f.type = ${type} AND f.status = ${status}`
}

/** By feedbacks_newest, feedbacks_type or feedbacks_status; the last two also hold the column of the other filter. */
export const feedbackPage = (filter: FeedbackFilter, limit: number, skip: number) =>
  sql(FEEDBACK)`
    ${SELECT} FROM (
      SELECT f.rowid AS number FROM feedbacks f ${isWanted(filter)}
      ORDER BY f.created_at DESC, f.id DESC LIMIT ${limit} OFFSET ${skip}
    ) page CROSS JOIN feedbacks f ON f.rowid = page.number CROSS JOIN users u ON u.id = f.user_id`

/** Counts one narrow index of a small table: a stored count does not pay for a list that only admins read. */
export const feedbackCount = (filter: FeedbackFilter) =>
  sql({ total: INTEGER })`SELECT count(*) AS total FROM feedbacks f ${isWanted(filter)}`

/** The number of feedbacks with the status `new`. By feedbacks_status. */
export const countNewFeedbacks = (db: Connection): number => feedbackCount({ status: 'new' }).get(db)!.total

/** The latest thousand, newest first. By feedbacks_newest. */
export const latestFeedbacks = () =>
  sql(FEEDBACK)`
    ${SELECT} FROM feedbacks f CROSS JOIN users u ON u.id = f.user_id
    ORDER BY f.created_at DESC, f.id DESC LIMIT 1000`

/** Newest first. An unknown type has an empty list. */
export function listFeedbacks({ limit, skip, ...filter }: FeedbackFilter & { limit: number; skip: number }) {
  const rows = feedbackPage(filter, limit, skip).all(storage.reader)
  const { total } = feedbackCount(filter).get(storage.reader)!
  return { feedbacks: rows.map(toRecord), meta: { total, limit, skip } }
}

export const exportFeedbacks = (): FeedbackRecord[] => latestFeedbacks().all(storage.reader).map(toRecord)

export function readFeedback(id: string, db: Connection = storage.reader): FeedbackRecord {
  const row = sql(FEEDBACK)`${SELECT} FROM feedbacks f JOIN users u ON u.id = f.user_id WHERE f.id = ${id}`.get(db)
  return toRecord(row ?? refuse('NOT_FOUND', 'feedback.missing'))
}

type NewFeedback = Pick<FeedbackRecord, 'type' | 'title' | 'content'>

/** 400 for an unknown type. Only admins read feedback, so the content policy does not apply. */
export async function sendFeedback(user: Viewer, { type: given, ...texts }: NewFeedback): Promise<FeedbackRecord> {
  const types = allSettings().feedbackTypes
  const type =
    types.find((each) => each.toLowerCase() === given.trim().toLowerCase()) ??
    refuseField('type', message('feedback.type', { types }))
  const create = (tx: Tx, user: Viewer) => {
    const [id, now] = [minuteId(), new Date().toISOString()]
    const row = { id, userId: user.id, type, ...texts, createdAt: now, updatedAt: now }
    tx.orm.insert(feedbacks).values(row).run()
    audit(tx, user, { action: 'user:created:feedback', entityType: 'feedback', entityId: id, after: { type } })
    return readFeedback(id, tx)
  }
  return createAs(user, 'session', { create, read: asSent })
}

/** What an administrator did with it since is not for its sender. */
function asSent(id: string): FeedbackRecord {
  const sent = readFeedback(id)
  return { ...sent, status: 'new', updatedAt: sent.createdAt }
}

/** 404. The same status again changes nothing. */
export async function changeStatus(user: Viewer, id: string, status: FeedbackStatus): Promise<FeedbackRecord> {
  return writeAs(user, 'admin', (tx, user) => {
    const before = readFeedback(id, tx)
    if (before.status === status) return before
    sql`UPDATE feedbacks SET status = ${status}, updated_at = ${new Date().toISOString()} WHERE id = ${id}`.run(tx)
    const change = { before: { status: before.status }, after: { status } }
    audit(tx, user, { action: 'admin:updated:feedback', entityType: 'feedback', entityId: id, ...change })
    return readFeedback(id, tx)
  })
}

/** 404. */
export async function deleteFeedback(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => {
    const row = sql({ type: feedbacks.type })`DELETE FROM feedbacks WHERE id = ${id} RETURNING type`.get(tx)
    const { type } = row ?? refuse('NOT_FOUND', 'feedback.missing')
    audit(tx, user, { action: 'admin:deleted:feedback', entityType: 'feedback', entityId: id, before: { type } })
  })
}
