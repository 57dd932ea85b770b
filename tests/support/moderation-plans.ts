import { countText, type PeopleFilter, pageText } from '../../src/core/accounts/managed-user-queries'
import { HISTORY_TEXT } from '../../src/core/moderation/records'
import { PAGE_TEXT } from '../../src/core/moderation/word-queries'
import type { ListQuery } from './plans'

const college = { collegeId: 'c' }
const parts = ['otter']

/** Each with the index that it reads from one end; those who are sanctioned are few, and sought from there. */
const SEARCHES: readonly (readonly [PeopleFilter, walked?: string])[] = [
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
    const name = `users by ${by.join(', ') || 'nothing'}`
    yield { subject, name, variant, text: pageText(filter), ...reads, ...(isFew ? { sorts: true } : {}) }
    yield { subject, name: `count of ${name}`, variant, text: countText(filter), ...reads }
  }
  yield { subject, name: 'banned words', variant: 'by key', text: PAGE_TEXT, walked: 'banned_words_key' }
  yield { subject, name: 'history of one resource', variant: 'newest first', text: HISTORY_TEXT }
}
