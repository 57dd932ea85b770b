import { type UserFilter, userCount, userPage } from '../../src/campus/accounts/managed-users'
import { historyOf } from '../../src/campus/sanctions/records'
import { HELD_STATES } from '../../src/forum/held/texts'
import { pageOfAppeals } from '../../src/order/appeals/service'
import { heldCount, pageOfHeld } from '../../src/order/moderation/held'
import { pageOfWords } from '../../src/order/moderation/words'
import { neighbour } from '../../src/order/reports/context'
import { openReports } from '../../src/order/reports/open-targets'
import * as queue from '../../src/order/reports/queue'
import { latestCopy, type ReportStatus, STATUSES } from '../../src/order/reports/record'
import * as lists from '../../src/order/reports/service'
import * as feedbacks from '../../src/parts/feedback/service'
import { type ListQuery, query } from './plans'

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
    yield query(subject, name, variant, userPage(filter, 1, 0).text, { ...reads, ...(isFew ? { sorts: true } : {}) })
    yield query(subject, `count of ${name}`, variant, userCount(filter).text, reads)
  }
  yield query(subject, 'banned words', 'by key', pageOfWords('', '', 1, 0).text, { walked: 'banned_words_key' })
  for (const state of HELD_STATES) {
    const walked = `held_texts_${state}`
    yield query(subject, `${state} texts`, 'in order', pageOfHeld('', state, 1, 0).text, { walked })
    yield query(subject, `count of ${state} texts`, 'all', heldCount('', state).text, { walked })
  }
  yield query(subject, 'history of one resource', 'newest first', historyOf('').text)
  yield query('appeals', 'appeals that wait', 'oldest first', pageOfAppeals('open', 1, 0).text)
  yield query('appeals', 'appeals of another status', 'newest first', pageOfAppeals('upheld', 1, 0).text)
}

const CHOICES: readonly (readonly ReportStatus[])[] = [['pending'], ['pending', 'resolved'], STATUSES]
const TYPES = { posts: ['Post'], 'posts and comments': ['Post', 'Comment'] } as const

/** The lists of reports. What the queue groups is read from one end of its index to the other, and says so. */
export function* reportQueries(): Generator<ListQuery> {
  const subject = 'reports'
  for (const statuses of CHOICES) {
    const named = statuses.join(', ')
    for (const [about, types] of Object.entries(TYPES)) {
      const list = { viewer: '', types, statuses }
      yield query(subject, `${named} reports about ${about}`, 'newest first', lists.reportPage(list, 1, 0).text)
      yield query(subject, `count of ${named} reports`, about, lists.reportCount(list).text)
    }
    const walked = 'reports_target'
    for (const [withoutOpen, isEscalated] of [[false], [true], [false, true]] as const) {
      if (withoutOpen && statuses.length === 1) continue
      const variant = `${named}${withoutOpen ? ', without what is open' : ''}${isEscalated ? ', escalated' : ''}`
      const of = { viewer: '', statuses, withoutOpen, type: undefined, reason: undefined, isEscalated }
      const { text } = queue.chosenTargets(of, 1, 0)
      yield query(subject, 'targets of reports, newest first', variant, text, { walked, sorts: true })
      yield query(subject, 'count of targets of reports', variant, queue.chosenCount(of).text, { walked })
    }
    const { count, newest, reasons } = queue.reportsOf('', '', statuses)
    yield query(subject, 'count of reports of one target', named, count.text)
    yield query(subject, 'reports of one target', named, newest.text)
    yield query(subject, 'reasons of one target', named, reasons.text, { sorts: true })
  }
  yield query(subject, 'open reports', 'any', openReports('').text)
  for (const side of ['before', 'after'] as const)
    for (const level of ['top', 'replies'] as const)
      yield query(
        subject,
        `comment ${side} the reported one`,
        level,
        neighbour(side, { level, key: 1, createdAt: 0, id: '' }).text,
        {
          sorts: level === 'replies' ? true : 'ties',
        },
      )
  yield query(subject, 'last copy of one target', 'any', latestCopy('').text)
  yield query(subject, 'reports by or about one user', 'newest first', lists.reportsByOrAbout('', '').text)
}

const FILTERS = [
  ['', {}],
  [' of a type', { type: 'bug' }],
  [' of a status', { status: 'new' }],
  [' of a type and a status', { type: 'bug', status: 'new' }],
] as const

/** The lists of feedback. The count of all of it walks its narrowest index and says so. */
export function* feedbackQueries(): Generator<ListQuery> {
  const subject = 'feedbacks'
  const variant = 'newest first'
  for (const [named, filter] of FILTERS) {
    const isAll = named === ''
    const page = feedbacks.feedbackPage(filter, 1, 0).text
    yield query(subject, `feedback${named}`, variant, page, isAll ? { walked: 'feedbacks_newest' } : {})
    const count = feedbacks.feedbackCount(filter).text
    yield query(subject, `count of feedback${named}`, 'all', count, isAll ? { walked: 'feedbacks_user' } : {})
  }
  yield query(subject, 'latest feedback', variant, feedbacks.latestFeedbacks().text, { walked: 'feedbacks_newest' })
}
