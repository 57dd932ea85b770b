import { identities } from '../../../db/schema/identities'
import { userStats } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { securityLimiter } from '../../lib/net/security-limiter'
import { message } from '../../messages/message'
import type { Account } from '../access/account'
import type { Settings } from '../settings/schemas'
import { allSettings } from '../settings/settings'
import type { Stage } from './stages'

// New accounts: what somebody with an address makes in a minute may not fill a campus.

const HOUR_MS = 3_600_000
const DAY_SECONDS = 86_400

type Writer = Pick<Account, 'id' | 'role'>
type Rule = Settings['newAccounts']

/** How long the account stays new: `Infinity` while it lacks karma, which administrators need not have. */
function newForMs({ id, role }: Writer, { hours, karma: least }: Rule): number {
  // `users` has the month of its creation only.
  const standing = sql({ createdAt: identities.createdAt, karma: userStats.karma })`
    SELECT i.created_at AS createdAt, s.karma
    FROM users u JOIN user_stats s ON s.user = u.key JOIN identities i ON i.id = u.auth_id WHERE u.id = ${id}`
  const { createdAt, karma } = standing.get(storage.reader) ?? refuse('UNAUTHENTICATED')
  if (least !== null && karma < least && role === 'user') return Number.POSITIVE_INFINITY
  const youngMs = Date.parse(createdAt) + hours * HOUR_MS - Date.now()
  // An account of the future was created while the clock was ahead.
  return youngMs <= 0 || youngMs > hours * HOUR_MS ? 0 : youngMs
}

export const isNewAccount = (account: Writer, rule: Rule): boolean => newForMs(account, rule) > 0

const LIMITS = {
  post: { name: 'posts:young', refusal: 'posts.youngAccount' },
  comment: { name: 'comments:young', refusal: 'comments.newAccount' },
} as const

/** 429 for more than a new account may write in a day. By default comments have no limit: at first all are new. */
export const limitNewAccounts: Stage = {
  name: 'pace of new accounts',
  admit({ author, kind }) {
    const { newAccounts, youngAccountPosts } = allSettings()
    const max = kind === 'post' ? youngAccountPosts : newAccounts.comments
    if (!config.rateLimits || max === null) return undefined
    const newMs = newForMs(author, newAccounts)
    if (newMs === 0) return undefined
    const { name, refusal } = LIMITS[kind]
    const limit = { name, max, seconds: DAY_SECONDS, boundedSubjects: true } as const
    const { allowed, ...rateLimit } = securityLimiter.consume(limit, author.id)
    if (!allowed) {
      const resetSeconds = Math.min(rateLimit.resetSeconds, Math.ceil(newMs / 1000))
      refuse('RATE_LIMITED', message(refusal, { max }), { rateLimit: { ...rateLimit, resetSeconds } })
    }
    return { undo: () => securityLimiter.refund(limit, author.id) }
  },
}
