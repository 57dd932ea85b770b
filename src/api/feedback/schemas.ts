import { t } from 'elysia'
import { FEEDBACK_STATUSES, feedbackRecord, feedbackStatus } from '../../core/feedback/record'
import { integer, named, oneOf, ranged, text, uuid } from '../../lib/schema'

export const NewFeedback = named(
  'NewFeedback',
  t.Object({
    type: t.String({ maxLength: 50, description: 'One of the types that the instance offers' }),
    title: text(1, 200),
    content: text(1, 2000),
  }),
)
export const FeedbackParams = t.Object({ id: uuid() })
export const ChangeStatus = named('ChangeFeedbackStatus', t.Object({ status: feedbackStatus }))

export const FeedbackQuery = t.Object({
  limit: ranged(20, 1, 100),
  skip: ranged(0, 0, 1_000_000_000, 'How many of the newest to leave out'),
  type: t.Optional(t.String({ minLength: 1, maxLength: 50 })),
  status: oneOf(FEEDBACK_STATUSES),
})
export const OneFeedback = t.Object({ feedback: feedbackRecord })
export const Feedbacks = t.Object({
  feedbacks: t.Array(feedbackRecord, { maxItems: 100 }),
  meta: t.Object({ total: integer('Of all that fit'), limit: integer(), skip: integer() }),
})

export const AllFeedback = t.Array(feedbackRecord, { maxItems: 1000 })
