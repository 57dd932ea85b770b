import type { Part } from '../../ground/parts'
import { adminFeedback, feedbacks } from './routes'
import { countNewFeedbacks } from './service'

export const feedback = {
  name: 'feedback',
  routes: [feedbacks, adminFeedback],
  figures: { feedback: countNewFeedbacks },
} as const satisfies Part
