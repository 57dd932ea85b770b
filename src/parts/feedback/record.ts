import { getTableColumns } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { feedbacks } from '../../../db/schema/feedbacks'
import { users } from '../../../db/schema/users'
import { inMinutes } from '../../lib/text/coarse-time'
import { choice, named, namedObject, recordId, timestamp } from '../../lib/text/schema'

export const FEEDBACK_STATUSES = ['new', 'reviewed', 'dismissed'] as const
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]

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
export type FeedbackRecord = Static<typeof feedbackRecord>

/** With the user's pseudonym, never the email. */
export const FEEDBACK = { ...getTableColumns(feedbacks), username: users.username }
export type FeedbackRow = typeof feedbacks.$inferSelect & { username: string }

export function toFeedbackRecord({ userId, username, ...feedback }: FeedbackRow): FeedbackRecord {
  return { ...feedback, ...inMinutes(feedback), user: { id: userId, username } }
}
