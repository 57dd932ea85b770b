import * as lists from '../../src/core/reports/queries'
import * as queue from '../../src/core/reports/queue-queries'
import { type ReportStatus, STATUSES } from '../../src/core/reports/record'
import type { ListQuery } from './plans'

const CHOICES: readonly (readonly ReportStatus[])[] = [['pending'], ['pending', 'resolved'], STATUSES]
const TYPES = { posts: ['Post'], 'posts and comments': ['Post', 'Comment'] } as const

/** The lists of reports. What the queue groups is read from one end of its index to the other, and says so. */
export function* reportQueries(): Generator<ListQuery> {
  const subject = 'reports'
  for (const statuses of CHOICES) {
    const named = statuses.join(', ')
    for (const [about, types] of Object.entries(TYPES)) {
      const shape = { types, statuses }
      yield { subject, name: `${named} reports about ${about}`, variant: 'newest first', text: lists.pageText(shape) }
      yield { subject, name: `count of ${named} reports`, variant: about, text: lists.countText(shape) }
    }
    const walked = 'reports_target'
    const text = queue.targetsText(statuses)
    yield { subject, name: 'targets of reports, most open first', variant: named, text, walked, sorts: true }
    yield { subject, name: 'count of targets of reports', variant: named, text: queue.countText(statuses), walked }
    yield { subject, name: 'reports of one target', variant: named, text: queue.reportsText(statuses) }
    yield { subject, name: 'reasons of one target', variant: named, text: queue.reasonsText(statuses), sorts: true }
  }
  yield { subject, name: 'last copy of one target', variant: 'any', text: queue.LATEST_TEXT }
  yield { subject, name: 'reports around one user', variant: 'newest first', text: lists.USER_TEXT }
}
