import { changeStatus, deleteFeedback, listFeedbacks, readFeedback, sendFeedback } from '../../core/feedback/service'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { ChangeStatus, FeedbackParams, FeedbackQuery, Feedbacks, NewFeedback, OneFeedback } from './schemas'

export const feedbacks = routes('feedbacks', '/api/v1/feedbacks')
  .post('', async ({ user, body }) => created('Feedback sent', { feedback: await sendFeedback(user, body) }), {
    session: true,
    creates: 'viewer',
    body: NewFeedback,
    ...makes(OneFeedback, 'createFeedback', 'Tell the operators what one thinks; blocked and suspended users may, too'),
  })
  .get('', async ({ query }) => ok('Feedback', await listFeedbacks(query)), {
    admin: true,
    query: FeedbackQuery,
    ...returns(Feedbacks, 'listFeedback', 'List feedback, newest first'),
  })
  .get('/:id', async ({ params }) => ok('Feedback', { feedback: await readFeedback(params.id) }), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: FeedbackParams,
    ...returns(OneFeedback, 'getFeedback', 'Read one feedback'),
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
      ...returns(
        OneFeedback,
        'updateFeedbackStatus',
        'Note that a feedback was reviewed or dismissed, or that it is new again',
      ),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Feedback deleted', deleteFeedback(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: FeedbackParams,
    ...confirms('deleteFeedback', 'Delete a feedback'),
  })
