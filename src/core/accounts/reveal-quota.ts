import type { Viewer } from '../access/account'
import { DailyQuota } from './daily-quota'

/** Of all that is revealed, emails and the accounts behind aliases together. */
export const reveals = new DailyQuota(
  'reveals',
  { each: 5, inAll: 20 },
  { each: 'accounts.reveals', inAll: 'accounts.revealsInAll' },
)

/** `remaining` is null where nothing is limited. */
export type RevealQuota = { limit: number; remaining: number | null }

export const revealQuota = ({ id }: Viewer): RevealQuota => ({
  limit: reveals.max.each,
  remaining: reveals.remaining(id),
})
