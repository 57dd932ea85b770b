import { config } from '../../config'
import { atFirstUse } from '../../config/lazy'
import { securityLimiter } from '../net/security-limiter'
import { MailLimit } from './message'

export const HOUR_MS = 3_600_000

/** Whom a mail is for: an account that waits for a code or link, somebody who signs up, or nobody who waits. */
const MAIL_KINDS = ['account', 'signup', 'notice'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The part of the hour's mail that only mail of the kind may use: sign-ups keep nobody from signing in. */
const RESERVED: Readonly<Record<MailKind, number>> = { account: 1 / 2, signup: 1 / 4, notice: 0 }

export type SentMail = { at: number; kind: MailKind }

export class MailBudget {
  #sent: SentMail[] = []

  constructor(readonly perHour: number) {}

  /** Counts one mail, unless the returned function takes it back. @throws MailLimit */
  consume(kind: MailKind): () => void {
    this.check(kind)
    const mail = { at: Date.now(), kind }
    this.#sent.push(mail)
    return () => {
      this.#sent = this.#sent.filter((each) => each !== mail)
    }
  }

  /** @throws MailLimit */
  check(kind: MailKind): void {
    if (this.room(kind) > 0) return
    const resetSeconds = Math.max(1, Math.ceil((this.#roomAt(kind) - Date.now()) / 1000))
    throw new MailLimit({ limit: this.perHour, remaining: 0, resetSeconds })
  }

  room(kind: MailKind): number {
    const now = Date.now()
    this.#sent = this.#sent.filter(({ at }) => at > now - HOUR_MS)
    // What was sent while the clock was ahead counts as sent now.
    for (const mail of this.#sent) mail.at = Math.min(mail.at, now)
    return Math.max(0, this.#roomBeside(kind, countByKind(this.#sent)))
  }

  load(kind: MailKind): number {
    return 1 - this.room(kind) / Math.max(1, this.#roomBeside(kind, countByKind([])))
  }

  /** Counts mail that an earlier process sent. That of the future was sent while the clock was ahead, nobody knows when. */
  recall(sent: readonly SentMail[]): void {
    const past = sent.filter(({ at }) => at <= Date.now())
    this.#sent = [...past, ...this.#sent].sort((a, b) => a.at - b.at)
  }

  /** What is left when the parts of the other kinds are set aside. */
  #roomBeside(kind: MailKind, sent: Record<MailKind, number>): number {
    let room = this.perHour - sent[kind]
    for (const each of MAIL_KINDS)
      if (each !== kind) room -= Math.max(sent[each], Math.floor(this.perHour * RESERVED[each]))
    return room
  }

  /** When enough of what was sent is an hour old. */
  #roomAt(kind: MailKind): number {
    const left = countByKind(this.#sent)
    const leaving = this.#sent.find((mail) => {
      left[mail.kind]--
      return this.#roomBeside(kind, left) > 0
    })
    return (leaving?.at ?? Date.now()) + HOUR_MS
  }
}

export const hourlyMail = atFirstUse(() => new MailBudget(config.mailPerHour))

function countByKind(sent: readonly SentMail[]): Record<MailKind, number> {
  const counts = { account: 0, signup: 0, notice: 0 }
  for (const { kind } of sent) counts[kind]++
  return counts
}

export const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString()

/** Room is counted in so many steps: one mail to an account must not change what another network gets to see. */
const STEPS = 16

/** A network gets `weight` times what it leaves to others: by 1 half of all mail. It always gets one. */
function limitOf(kind: MailKind, weight: number, budget: MailBudget) {
  const step = Math.ceil(budget.perHour / STEPS)
  const room = Math.ceil(budget.room(kind) / step) * step
  return { name: `mail:${kind}`, max: Math.max(1, Math.floor(room * weight)), seconds: HOUR_MS / 1000 }
}

/**
 * Refuses a network that had its share of what is left: one alone gets a good part, many get the same. Call it whether
 * or not there is somebody to mail to. @throws MailLimit
 */
export function consumeShare(kind: MailKind, ip: string | null, weight: number, budget = hourlyMail()): void {
  if (!config.rateLimits) return
  budget.check(kind)
  const { allowed, resetSeconds } = securityLimiter.consumeFrom(limitOf(kind, weight, budget), ip)
  // Without the size of the share, which says how much mail went out.
  if (!allowed) throw new MailLimit({ limit: budget.perHour, remaining: 0, resetSeconds })
}

export const hasShare = (kind: MailKind, ip: string | null, weight: number): boolean =>
  !config.rateLimits || securityLimiter.peekFrom(limitOf(kind, weight, hourlyMail()), ip).allowed
