import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { latestFeedbacks } from '../../core/feedback/queries'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { AllFeedback } from './schemas'

export const adminFeedback = new Elysia({
  name: 'feedback:admin',
  prefix: '/api/v1/admin/manage',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('/feedback/all', async () => ok('Feedback', await latestFeedbacks(storage.reader)), {
    admin: true,
    response: envelope(AllFeedback),
    detail: { operationId: 'listAllFeedback', summary: 'List all feedback, newest first, a thousand at most' },
  })
