import { storage } from '../../../db/storage'
import { latestFeedbacks } from '../../core/feedback/queries'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { AllFeedback } from './schemas'

export const adminFeedback = routes('admin', '/api/v1/admin/manage').get(
  '/feedback/all',
  async () => ok('Feedback', await latestFeedbacks(storage.reader)),
  { admin: true, ...returns(AllFeedback, 'listAllFeedback', 'List all feedback, newest first, a thousand at most') },
)
