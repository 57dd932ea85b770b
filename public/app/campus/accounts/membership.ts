import type { Me } from '../../lib/me'

/** The mail goes out a month before; so does the line above the pages. */
const SOON_MS = 31 * 86_400_000

type Membership = Me['membership'] | undefined

/** Whether the membership has ended or ends within a month. A copy that an earlier version kept has none. */
export const isToRenew = (membership: Membership, now = Date.now()): boolean =>
  membership !== undefined &&
  (membership.hasEnded || (membership.endsAt !== null && Date.parse(membership.endsAt) - now < SOON_MS))
