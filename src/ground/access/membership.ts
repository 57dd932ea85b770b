import { LRUCache } from 'lru-cache'
import { config } from '../../config'
import { monthsAfter } from '../../lib/text/coarse-time'
import type { Account } from './account'

// A student stays a member while the college email was proved within `REVERIFY_MONTHS`, and is an alumnus then. Both are
// whole months: all who joined in one end together, and nobody's renewal has a moment. Administrators are members by
// their role: who runs Quad must not be locked out, and the operator names them.

type Standing = Pick<Account, 'role' | 'verifiedAt'>

/** The end of the memberships that were proved in that month: the rest of it is given. */
const endOfProof = (month: string): string => monthsAfter(month, config.reverifyMonths + 1)

/** When the membership ends, by the month in which the email was last proved; null if it never does. */
export const membershipEnd = ({ role, verifiedAt }: Standing): string | null =>
  role === 'user' && config.reverifyMonths > 0 ? endOfProof(verifiedAt) : null

/** Whether it has ended or is in the last quarter of its months: of twelve, as long as the longest session. */
export function isRenewalDue(standing: Standing, now = Date.now()): boolean {
  const end = membershipEnd(standing)
  return end !== null && end <= monthsAfter(new Date(now).toISOString(), Math.ceil(config.reverifyMonths / 4))
}

/** Those that were proved until this month end at or before that time. */
export const lastMonthEnding = (by: string): string => (by === '' ? '' : monthsAfter(by, -(config.reverifyMonths + 1)))

/** Whoever proved the email in this month or later is a member then. */
export const firstMonthOfMembers = (now = Date.now()): string =>
  config.reverifyMonths > 0 ? monthsAfter(new Date(now).toISOString(), -config.reverifyMonths) : ''

const HOUR_MS = 3_600_000
/** Every write of a student asks. */
const firstMonths = new LRUCache<string, string>({ max: 1, memoMethod: () => firstMonthOfMembers() })

export const isMember = ({ role, verifiedAt }: Standing): boolean =>
  role !== 'user' || verifiedAt >= firstMonths.memo(`${config.reverifyMonths} ${Math.floor(Date.now() / HOUR_MS)}`)
