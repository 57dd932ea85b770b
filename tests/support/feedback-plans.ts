import * as feedbacks from '../../src/core/feedback/queries'
import { latestText } from '../../src/core/feedback/record'
import type { ListQuery } from './plans'

const FILTERS = { none: '', type: ' of a type', status: ' of a status', both: ' of a type and a status' } as const

/** The lists of feedback. The count of all of it walks its narrowest index and says so. */
export function* feedbackQueries(): Generator<ListQuery> {
  const subject = 'feedbacks'
  const variant = 'newest first'
  for (const names of ['none', 'type', 'status', 'both'] as const) {
    const text = feedbacks.pageText(names)
    const walked = names === 'none' ? { walked: 'feedbacks_newest' } : {}
    yield { subject, name: `feedback${FILTERS[names]}`, variant, text, ...walked }
    const counted = names === 'none' ? { walked: 'feedbacks_user' } : {}
    const count = feedbacks.countText(names)
    yield { subject, name: `count of feedback${FILTERS[names]}`, variant: 'all', text: count, ...counted }
  }
  yield { subject, name: 'latest feedback', variant, text: latestText, walked: 'feedbacks_newest' }
}
