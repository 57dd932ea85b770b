import type { Part } from '../../ground/parts'
import { countNewFeedbacks } from './queries'
import { adminFeedback, feedbacks } from './routes'

export const feedback = {
  name: 'feedback',
  routes: [feedbacks, adminFeedback],
  figures: { feedback: countNewFeedbacks },
} as const satisfies Part
