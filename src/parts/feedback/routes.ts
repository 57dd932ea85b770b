import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { integer, namedObject, oneOf, ranged, text } from '../../lib/text/schema'
import {
  changeStatus,
  deleteFeedback,
  exportFeedbacks,
  FEEDBACK_STATUSES,
  feedbackRecord,
  feedbackStatus,
  listFeedbacks,
  readFeedback,
  sendFeedback,
} from './service'

const NewFeedback = namedObject('NewFeedback', {
  type: t.String({ maxLength: 50, description: 'One of the types that the instance offers' }),
  title: text(1, 200),
  content: text(1, 2000),
})

const FeedbackQuery = t.Object({
  limit: ranged(20, 1, 100),
  skip: ranged(0, 0, 1_000_000_000, 'How many of the newest to leave out'),
  type: t.Optional(t.String({ minLength: 1, maxLength: 50 })),
  status: oneOf(FEEDBACK_STATUSES),
})
const OneFeedback = t.Object({ feedback: feedbackRecord })
const Feedbacks = t.Object({
  feedbacks: t.Array(feedbackRecord, { maxItems: 100 }),
  meta: t.Object({ total: integer('Of all that fit'), limit: integer(), skip: integer() }),
})

const AllFeedback = t.Array(feedbackRecord, { maxItems: 1000 })

export const feedbacks = routes('feedbacks', '/api/v1/feedbacks')
  .post('', async ({ user, body }) => created('Feedback sent', { feedback: await sendFeedback(user, body) }), {
    session: true,
    creates: 'viewer',
    body: NewFeedback,
    ...makes(OneFeedback, 'createFeedback', 'Tell the operators what one thinks; blocked and suspended users may, too'),
  })
  .get('', async ({ query }) => ok('Feedback', listFeedbacks(query)), {
    admin: true,
    query: FeedbackQuery,
    ...returns(Feedbacks, 'listFeedback', 'List feedback, newest first'),
  })
  .get('/:id', async ({ params }) => ok('Feedback', { feedback: readFeedback(params.id) }), {
    admin: true,
    ...byId,
    ...returns(OneFeedback, 'getFeedback', 'Read one feedback'),
  })
  .patch(
    '/:id/status',
    async ({ user, params, body }) =>
      ok('Status changed', { feedback: await changeStatus(user, params.id, body.status) }),
    {
      admin: true,
      ...byId,
      body: namedObject('ChangeFeedbackStatus', { status: feedbackStatus }),
      ...returns(
        OneFeedback,
        'updateFeedbackStatus',
        'Note that a feedback was reviewed or dismissed, or that it is new again',
      ),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Feedback deleted', deleteFeedback(user, params.id)), {
    admin: true,
    ...byId,
    ...confirms('deleteFeedback', 'Delete a feedback'),
  })

export const adminFeedback = routes('admin', '/api/v1/admin/manage').get(
  '/feedback/all',
  async () => ok('Feedback', exportFeedbacks()),
  { admin: true, ...returns(AllFeedback, 'listAllFeedback', 'List all feedback, newest first, a thousand at most') },
)
