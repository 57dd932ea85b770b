import { networkKey } from '../../lib/network'
import { OneTimeTokens } from '../../lib/one-time-tokens'

/** How long a person may take to answer the browser's dialog. */
export const CHALLENGE_MS = 300_000

/** What an answer may be used for: to sign in, or in one session to add a passkey or to re-authenticate. */
type Purpose = 'login' | `add:${string}` | `proof:${string}`

/** `userHandle` is what the passkey is made with. */
type Challenge = { purpose: Purpose; userHandle: string }

/** Of a network: one dormitory behind one address, with the sign-in page open in every room. */
const open = new OneTimeTokens<Challenge>({ lifeMs: CHALLENGE_MS, maxPerOwner: 1000, max: 50_000 })

/** Challenges that wait for an answer. */
export const challenges = {
  issue: (purpose: Purpose, ip: string | null, userHandle = ''): string =>
    open.issue(networkKey(ip ?? ''), { purpose, userHandle }).token,

  /** The challenge, if it was issued for that purpose and is still open. It is not any more, whoever asked. */
  redeem(purpose: Purpose, challenge: string): Challenge | undefined {
    const found = open.redeem(challenge)
    return found?.purpose === purpose ? found : undefined
  },
}
