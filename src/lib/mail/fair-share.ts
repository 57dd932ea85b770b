import { config } from '../../config'
import { securityLimiter } from '../security-limiter'
import { hourlyMail, type MailBudget, type MailKind } from './budget'
import { MailLimit } from './errors'

/** A network gets this many times what it leaves to others: 1 is half of all mail, 2 two thirds. */
export type Weight = number

const HOUR = 3600

/** Room is counted in so many steps: one mail to an account must not change what another network gets to see. */
const STEPS = 16

/** When hardly any is left, a network still gets one. */
function limitOf(kind: MailKind, weight: Weight, budget: MailBudget) {
  const step = Math.ceil(budget.perHour / STEPS)
  const room = Math.ceil(budget.room(kind) / step) * step
  return { name: `mail:${kind}`, max: Math.max(1, Math.floor(room * weight)), seconds: HOUR }
}

/**
 * Counts a mail that the network causes, and refuses once it had its share: what counts is what is left, so that a
 * network alone gets a good part, and many get as much as each other. Wider networks get more (lib/network.ts). Call it
 * whether or not there is somebody to mail to.
 * @throws MailLimit
 */
export function consumeShare(kind: MailKind, ip: string | null, weight: Weight, budget = hourlyMail()): void {
  if (!config.rateLimits) return
  budget.check(kind)
  const { allowed, resetSeconds } = securityLimiter.consumeFrom(limitOf(kind, weight, budget), ip)
  // Without the size of the share, which says how much mail went out.
  if (!allowed) throw new MailLimit({ limit: budget.perHour, remaining: 0, resetSeconds })
}

/** Whether the network has something left of its share. */
export const hasShare = (kind: MailKind, ip: string | null, weight: Weight): boolean =>
  !config.rateLimits || securityLimiter.peekFrom(limitOf(kind, weight, hourlyMail()), ip).allowed
