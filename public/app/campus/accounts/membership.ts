import type { Me } from '../../lib/me'

/** The mail goes out a month before; so does the line above the pages. */
const SOON_MS = 31 * 86_400_000

/** Whether the membership has ended or ends within a month. */
export const isToRenew = ({ hasEnded, endsAt }: Me['membership'], now = Date.now()): boolean =>
  hasEnded || (endsAt !== null && Date.parse(endsAt) - now < SOON_MS)
