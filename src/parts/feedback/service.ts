import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { feedbackTypes } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { message } from '../../messages/message'
import {
  countFeedbacks,
  deleteFeedbackRow,
  feedbackById,
  insertFeedback,
  pageOfFeedbacks,
  updateStatus,
} from './queries'
import { type FeedbackRecord, type FeedbackStatus, toFeedbackRecord } from './record'

// Feedback from users to the admins: sent, listed, given a status, deleted.

export type FeedbackQuery = {
  limit: number
  skip: number
  type?: string | undefined
  status?: FeedbackStatus | undefined
}

export type NewFeedback = { type: string; title: string; content: string }

/** 400 for an unknown type. Only admins read feedback, so the content policy does not apply. */
export async function sendFeedback(user: Viewer, { type, title, content }: NewFeedback): Promise<FeedbackRecord> {
  const types = feedbackTypes()
  const spelling =
    types.find((each) => each.toLowerCase() === type.trim().toLowerCase()) ??
    refuseField('type', message('feedback.type', { types }))
  const create = (tx: Tx, user: Viewer) => {
    const id = minuteId()
    const now = new Date().toISOString()
    insertFeedback(tx, { id, userId: user.id, type: spelling, title, content, createdAt: now, updatedAt: now })
    audit(tx, user, {
      action: 'user:created:feedback',
      entityType: 'feedback',
      entityId: id,
      after: { type: spelling },
    })
    return readRecord(tx, id)
  }
  return createAs(user, 'session', { create, read: asSent })
}

/** What an administrator did with it since is not for its sender. */
function asSent(id: string): FeedbackRecord {
  const sent = readRecord(storage.reader, id)
  return { ...sent, status: 'new', updatedAt: sent.createdAt }
}

/** Newest first. An unknown type has an empty list. */
export function listFeedbacks({ limit, skip, type, status }: FeedbackQuery) {
  const filter = { ...(type === undefined ? {} : { type }), ...(status === undefined ? {} : { status }) }
  const [rows, total] = [
    pageOfFeedbacks(storage.reader, filter, { limit, skip }),
    countFeedbacks(storage.reader, filter),
  ]
  return { feedbacks: rows.map(toFeedbackRecord), meta: { total, limit, skip } }
}

export const readFeedback = (id: string): FeedbackRecord => readRecord(storage.reader, id)

/** 404. The same status again changes nothing. */
export async function changeStatus(user: Viewer, id: string, status: FeedbackStatus): Promise<FeedbackRecord> {
  return writeAs(user, 'admin', (tx, user) => {
    const before = readRecord(tx, id)
    if (before.status === status) return before
    updateStatus(tx, id, status)
    audit(tx, user, {
      action: 'admin:updated:feedback',
      entityType: 'feedback',
      entityId: id,
      before: { status: before.status },
      after: { status },
    })
    return readRecord(tx, id)
  })
}

/** 404. */
export async function deleteFeedback(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => {
    const type = deleteFeedbackRow(tx, id) ?? refuse('NOT_FOUND', 'feedback.missing')
    audit(tx, user, { action: 'admin:deleted:feedback', entityType: 'feedback', entityId: id, before: { type } })
  })
}

function readRecord(db: Connection, id: string): FeedbackRecord {
  return toFeedbackRecord(feedbackById(db, id) ?? refuse('NOT_FOUND', 'feedback.missing'))
}
