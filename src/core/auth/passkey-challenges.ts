import { isValid } from '../../lib/clock'
import { randomToken } from '../../lib/keys'
import { networkKey } from '../../lib/network'

/** How long a person may take to answer the browser's dialog. */
export const CHALLENGE_MS = 300_000

/** One dormitory behind one address, with the sign-in page open in every room. */
const MOST_OF_NETWORK = 1000
const MOST = 50_000

/** What an answer may be used for: to sign in, or in one session to add a passkey or to re-authenticate. */
type Purpose = 'login' | `add:${string}` | `proof:${string}`

type Challenge = {
  purpose: Purpose
  /** That a passkey is made with. */
  userHandle: string
  network: string
  expiresAt: number
}

/**
 * Challenges that wait for an answer, oldest first. In memory: a restart costs whoever is answering one another try.
 * Where there are too many, the oldest of the network go, so that one network cannot push out another's.
 */
class Challenges {
  readonly #open = new Map<string, Challenge>()
  readonly #ofNetwork = new Map<string, Set<string>>()

  issue(purpose: Purpose, ip: string | null, userHandle = ''): string {
    const network = networkKey(ip ?? '')
    this.#dropExpired()
    const own = this.#ofNetwork.get(network) ?? new Set()
    const [oldestOwn] = own
    if (own.size >= MOST_OF_NETWORK && oldestOwn !== undefined) this.#drop(oldestOwn)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= MOST && oldest !== undefined) this.#drop(oldest)
    const challenge = randomToken()
    this.#open.set(challenge, { purpose, userHandle, network, expiresAt: Date.now() + CHALLENGE_MS })
    this.#ofNetwork.set(network, own.add(challenge))
    return challenge
  }

  /** The challenge, if it was issued for that purpose and is still open. It is not any more, whoever asked. */
  redeem(purpose: Purpose, challenge: string): Challenge | undefined {
    const found = this.#open.get(challenge)
    this.#drop(challenge)
    return found?.purpose === purpose && isValid(found.expiresAt, CHALLENGE_MS) ? found : undefined
  }

  #dropExpired(): void {
    for (const [challenge, { expiresAt }] of this.#open) {
      if (isValid(expiresAt, CHALLENGE_MS)) return
      this.#drop(challenge)
    }
  }

  #drop(challenge: string): void {
    const network = this.#open.get(challenge)?.network
    if (network === undefined) return
    this.#open.delete(challenge)
    const own = this.#ofNetwork.get(network)
    own?.delete(challenge)
    if (own?.size === 0) this.#ofNetwork.delete(network)
  }
}

export const challenges = new Challenges()
