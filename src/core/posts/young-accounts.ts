import { identities } from '../../../db/schema/identities'
import { sqlStatement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { securityLimiter } from '../../lib/security-limiter'
import { message } from '../../messages/message'
import type { Account } from '../access/account'
import { allSettings } from '../settings/settings'

const DAY_MS = 86_400_000

/** `users` has the month only. */
const identity = sqlStatement('SELECT created_at AS createdAt FROM identities WHERE id = $authId', {
  returns: { createdAt: identities.createdAt },
  params: { authId: identities.id },
})

/**
 * Runs the write of a post. On the first day of an account at most the posts of the setting: 429 `RATE_LIMITED`. A
 * write that fails does not count. Comments do not count either: on the first day of a campus every account is young.
 */
export async function countYoungAccountPost<Result>(
  { id, authId }: Pick<Account, 'id' | 'authId'>,
  write: () => Promise<Result>,
): Promise<Result> {
  const { createdAt } = identity(storage.reader).get({ authId }) ?? refuse('UNAUTHENTICATED')
  const youngMs = Date.parse(createdAt) + DAY_MS - Date.now()
  // An account of the future was created while the clock was ahead.
  if (!config.rateLimits || youngMs <= 0 || youngMs > DAY_MS) return write()
  const max = (await allSettings()).youngAccountPosts
  const limit = { name: 'posts:young', max, seconds: DAY_MS / 1000, boundedSubjects: true } as const
  const { allowed, ...rateLimit } = securityLimiter.consume(limit, id)
  if (!allowed)
    refuse('RATE_LIMITED', message('posts.youngAccount', { max }), {
      rateLimit: { ...rateLimit, resetSeconds: Math.ceil(youngMs / 1000) },
    })
  try {
    return await write()
  } catch (error) {
    securityLimiter.refund(limit, id)
    throw error
  }
}
