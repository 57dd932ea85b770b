import { countText, pageText, type UserFilter } from '../../src/core/accounts/managed-user-queries'
import { newestText, oldestText } from '../../src/core/appeals/queries'
import * as feedbacks from '../../src/core/feedback/queries'
import { HELD_STATES } from '../../src/core/held/texts'
import { heldCountText, heldPageText } from '../../src/core/moderation/held-queue'
import { HISTORY_TEXT } from '../../src/core/moderation/records'
import { PAGE_TEXT } from '../../src/core/moderation/word-queries'
import { neighbourText } from '../../src/core/reports/context-queries'
import { OPEN_TEXT } from '../../src/core/reports/open-targets'
import * as lists from '../../src/core/reports/queries'
import * as queue from '../../src/core/reports/queue-queries'
import { type ReportStatus, STATUSES } from '../../src/core/reports/record'
import type { ListQuery } from './plans'

const college = { collegeId: 'c' }
const parts = ['otter']

/** Each with the index that it reads from one end; those who are sanctioned are few, and sought from there. */
const SEARCHES: readonly (readonly [UserFilter, walked?: string])[] = [
  [{}, 'users_created'],
  [{ role: 'user' }, 'users_created'],
  [{ blocked: false }, 'users_created'],
  [{ role: 'user', blocked: false }, 'users_created'],
  [college],
  [{ ...college, role: 'user', blocked: false }],
  [{ parts }, 'users_username'],
  [{ parts, ...college, role: 'user', blocked: false }, 'users_username'],
  [{ role: 'admin' }, 'users_role'],
  [{ role: 'superadmin', ...college, parts, blocked: false }, 'users_role'],
  [{ email: 'e' }],
  [{ email: 'e', parts, ...college, role: 'user', blocked: true }],
]

/** What moderators look through: users, banned words, and what was decided before. */
export function* moderationQueries(): Generator<ListQuery> {
  const subject = 'moderation'
  for (const [filter, walked] of SEARCHES) {
    const by = Object.entries(filter).map(([name, value]) => (name === 'blocked' ? `blocked ${value}` : name))
    const variant = filter.role ?? 'any role'
    const reads = walked === undefined ? {} : { walked }
    const isFew = filter.email !== undefined || (filter.role ?? 'user') !== 'user'
    const name = by.length === 0 ? 'all users' : `users by ${by.join(', ')}`
    yield { subject, name, variant, text: pageText(filter), ...reads, ...(isFew ? { sorts: true } : {}) }
    yield { subject, name: `count of ${name}`, variant, text: countText(filter), ...reads }
  }
  yield { subject, name: 'banned words', variant: 'by key', text: PAGE_TEXT, walked: 'banned_words_key' }
  for (const state of HELD_STATES) {
    const walked = `held_texts_${state}`
    yield { subject, name: `${state} texts`, variant: 'in order', text: heldPageText(state), walked }
    yield { subject, name: `count of ${state} texts`, variant: 'all', text: heldCountText(state), walked }
  }
  yield { subject, name: 'history of one resource', variant: 'newest first', text: HISTORY_TEXT }
  yield { subject: 'appeals', name: 'appeals that wait', variant: 'oldest first', text: oldestText }
  yield { subject: 'appeals', name: 'appeals of another status', variant: 'newest first', text: newestText }
}

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
    for (const withoutOpen of statuses.length > 1 ? [false, true] : [false]) {
      const variant = withoutOpen ? `${named}, without what is open` : named
      const shape = { statuses, withoutOpen, byType: false, byReason: false }
      const text = queue.targetsText(shape)
      yield { subject, name: 'targets of reports, newest first', variant, text, walked, sorts: true }
      yield { subject, name: 'count of targets of reports', variant, text: queue.countText(shape), walked }
    }
    yield { subject, name: 'count of reports of one target', variant: named, text: queue.reportCountText(statuses) }
    yield { subject, name: 'reports of one target', variant: named, text: queue.reportsText(statuses) }
    yield { subject, name: 'reasons of one target', variant: named, text: queue.reasonsText(statuses), sorts: true }
  }
  yield { subject, name: 'open reports', variant: 'any', text: OPEN_TEXT }
  for (const side of ['before', 'after'] as const)
    for (const level of ['top', 'replies'] as const)
      yield { subject, name: `comment ${side} the reported one`, variant: level, text: neighbourText(side, level) }
  yield { subject, name: 'last copy of one target', variant: 'any', text: queue.LATEST_TEXT }
  yield { subject, name: 'reports by or about one user', variant: 'newest first', text: lists.USER_TEXT }
}

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
  yield { subject, name: 'latest feedback', variant, text: feedbacks.latestText, walked: 'feedbacks_newest' }
}
