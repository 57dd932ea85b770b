import { isValid } from './clock'
import { randomToken, tokenHash } from './keys'

type Bounds = {
  lifeMs: number
  /** Beyond it the owner's oldest go, so that none can push out another's. */
  mostOfOwner: number
  most: number
}

type Kept<Value> = { value: Value; owner: string; expiresAt: number }

/**
 * Tokens of one use that wait for it in memory, by their hash, oldest first: a restart costs whoever waits another try.
 */
export class OneTimeTokens<Value> {
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #ofOwner = new Map<string, Set<string>>()

  constructor(private readonly bounds: Bounds) {}

  issue(owner: string, value: Value): { token: string; expiresAt: number } {
    const { lifeMs, mostOfOwner, most } = this.bounds
    this.#dropExpired()
    const own = this.#ofOwner.get(owner) ?? new Set()
    const [oldestOwn] = own
    if (own.size >= mostOfOwner && oldestOwn !== undefined) this.#drop(oldestOwn)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= most && oldest !== undefined) this.#drop(oldest)
    const token = randomToken()
    const hash = tokenHash(token)
    const expiresAt = Date.now() + lifeMs
    this.#kept.set(hash, { value, owner, expiresAt })
    this.#ofOwner.set(owner, own.add(hash))
    return { token, expiresAt }
  }

  /** What the token was issued for, if it still waits. It does not any more, whoever asked. */
  redeem(token: string): Value | undefined {
    const hash = tokenHash(token)
    const kept = this.#kept.get(hash)
    this.#drop(hash)
    return kept && isValid(kept.expiresAt, this.bounds.lifeMs) ? kept.value : undefined
  }

  #dropExpired(): void {
    for (const [hash, { expiresAt }] of this.#kept) {
      if (isValid(expiresAt, this.bounds.lifeMs)) return
      this.#drop(hash)
    }
  }

  #drop(hash: string): void {
    const owner = this.#kept.get(hash)?.owner
    if (owner === undefined) return
    this.#kept.delete(hash)
    const own = this.#ofOwner.get(owner)
    own?.delete(hash)
    if (own?.size === 0) this.#ofOwner.delete(owner)
  }
}
