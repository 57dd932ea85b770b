import { type Connection, storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { feedbackTypes } from '../settings/settings'
import { countFeedbacks, deleteFeedback, feedbackById, insertFeedback, pageOfFeedbacks, putStatus } from './queries'
import { type FeedbackRecord, type FeedbackStatus, toFeedbackRecord } from './record'

export type FeedbackQuery = {
  limit: number
  skip: number
  type?: string | undefined
  status?: FeedbackStatus | undefined
}

export type NewFeedback = { type: string; title: string; content: string }

/** 400 for a type that is not offered. The content policy is for what others read, and this is for the operators. */
export async function giveFeedback(user: Viewer, { type, title, content }: NewFeedback): Promise<FeedbackRecord> {
  const offered = await feedbackTypes()
  const spelling =
    offered.find((each) => each.toLowerCase() === type.trim().toLowerCase()) ??
    refuseField('type', message('feedback.type', { types: offered }))
  return writeAs(user, 'session', async (tx, user) => {
    const id = Bun.randomUUIDv7()
    const now = new Date().toISOString()
    await insertFeedback(tx, { id, userId: user.id, type: spelling, title, content, createdAt: now, updatedAt: now })
    await audit(tx, user, {
      action: 'user:created:feedback',
      entityType: 'feedback',
      entityId: id,
      after: { type: spelling },
    })
    return feedbackOf(tx, id)
  })
}

/** Newest first. A type that nobody used finds nothing. */
export async function listFeedbacks({ limit, skip, type, status }: FeedbackQuery) {
  const filter = { ...(type === undefined ? {} : { type }), ...(status === undefined ? {} : { status }) }
  const [rows, total] = await Promise.all([
    pageOfFeedbacks(storage.reader, filter, { limit, skip }),
    countFeedbacks(storage.reader, filter),
  ])
  return { feedbacks: rows.map(toFeedbackRecord), meta: { total, limit, skip } }
}

export const readFeedback = (id: string): Promise<FeedbackRecord> => feedbackOf(storage.reader, id)

/** 404. What has that status already is left as it is. */
export async function changeStatus(user: Viewer, id: string, status: FeedbackStatus): Promise<FeedbackRecord> {
  return writeAs(user, 'admin', async (tx, user) => {
    const before = await feedbackOf(tx, id)
    if (before.status === status) return before
    await putStatus(tx, id, status)
    await audit(tx, user, {
      action: 'admin:updated:feedback',
      entityType: 'feedback',
      entityId: id,
      before: { status: before.status },
      after: { status },
    })
    return feedbackOf(tx, id)
  })
}

/** 404. */
export async function removeFeedback(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', async (tx, user) => {
    const type = (await deleteFeedback(tx, id)) ?? refuse('NOT_FOUND', 'feedback.missing')
    await audit(tx, user, { action: 'admin:deleted:feedback', entityType: 'feedback', entityId: id, before: { type } })
  })
}

async function feedbackOf(db: Connection, id: string): Promise<FeedbackRecord> {
  return toFeedbackRecord((await feedbackById(db, id)) ?? refuse('NOT_FOUND', 'feedback.missing'))
}
