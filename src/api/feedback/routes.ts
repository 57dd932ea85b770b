import { Elysia } from 'elysia'
import { changeStatus, deleteFeedback, listFeedbacks, readFeedback, sendFeedback } from '../../core/feedback/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { ChangeStatus, FeedbackParams, FeedbackQuery, Feedbacks, NewFeedback, OneFeedback } from './schemas'

export const feedbacks = new Elysia({ name: 'feedbacks', prefix: '/api/v1/feedbacks', detail: { tags: ['feedbacks'] } })
  .use(access)
  .post('', async ({ user, body }) => created('Feedback sent', { feedback: await sendFeedback(user, body) }), {
    session: true,
    creates: 'viewer',
    body: NewFeedback,
    response: createdResponse(envelope(OneFeedback)),
    detail: {
      operationId: 'createFeedback',
      summary: 'Tell the operators what one thinks; blocked and suspended users may, too',
    },
  })
  .get('', async ({ query }) => ok('Feedback', await listFeedbacks(query)), {
    admin: true,
    query: FeedbackQuery,
    response: envelope(Feedbacks),
    detail: { operationId: 'listFeedback', summary: 'List feedback, newest first' },
  })
  .get('/:id', async ({ params }) => ok('Feedback', { feedback: await readFeedback(params.id) }), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: FeedbackParams,
    response: envelope(OneFeedback),
    detail: { operationId: 'getFeedback', summary: 'Read one feedback' },
  })
  .patch(
    '/:id/status',
    async ({ user, params, body }) =>
      ok('Status changed', { feedback: await changeStatus(user, params.id, body.status) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: FeedbackParams,
      body: ChangeStatus,
      response: envelope(OneFeedback),
      detail: {
        operationId: 'updateFeedbackStatus',
        summary: 'Note that a feedback was reviewed or dismissed, or that it is new again',
      },
    },
  )
  .delete(
    '/:id',
    async ({ user, params }) => {
      await deleteFeedback(user, params.id)
      return okMessage('Feedback deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: FeedbackParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteFeedback', summary: 'Delete a feedback' },
    },
  )
