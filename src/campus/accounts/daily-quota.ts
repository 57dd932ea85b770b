import { config } from '../../config'
import { refuse } from '../../errors'
import { type CeilingLimit, securityLimiter } from '../../lib/net/security-limiter'
import type { MessageOrKey } from '../../messages/message'

/** The subject that stands for everybody. */
const ALL = ''

type Numbers<Value> = { each: Value; inAll: Value }

/**
 * How many times in a day something may be done: by each administrator, and by all together, because a superadmin can
 * make accomplices, each with a share of their own. `RATE_LIMITS=off` lifts it.
 */
export class DailyQuota {
  private readonly limits: Numbers<CeilingLimit>

  constructor(
    name: string,
    readonly max: Numbers<number>,
    private readonly refusals: Numbers<MessageOrKey>,
  ) {
    const limit = { seconds: 86_400, boundedSubjects: true } as const
    this.limits = { each: { ...limit, name, max: max.each }, inAll: { ...limit, name: `${name}:all`, max: max.inAll } }
  }

  /** Counts one. 429 `RATE_LIMITED` when either share is used up. */
  consume(id: string): void {
    if (!config.rateLimits) return
    const { each, inAll } = this.limits
    const { allowed: isRoom, ...rateLimitInAll } = securityLimiter.peek(inAll, ALL)
    if (!isRoom) refuse('RATE_LIMITED', this.refusals.inAll, { rateLimit: rateLimitInAll })
    const { allowed, ...rateLimit } = securityLimiter.consume(each, id)
    if (!allowed) refuse('RATE_LIMITED', this.refusals.each, { rateLimit })
    securityLimiter.consume(inAll, ALL)
  }

  /** What is left for this administrator; null where nothing is limited. */
  remaining(id: string): number | null {
    if (!config.rateLimits) return null
    const { each, inAll } = this.limits
    return Math.min(securityLimiter.peek(each, id).remaining, securityLimiter.peek(inAll, ALL).remaining)
  }
}
