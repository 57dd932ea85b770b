import { isValid } from '../process/clock'
import { randomToken, tokenHash } from './keys'

/** Beyond `maxPerOwner` the owner's oldest go, so that nobody pushes out another's. */
type Bounds = { lifeMs: number; maxPerOwner: number; max: number }

/** Single-use tokens, by their hash, oldest first. In memory: after a restart one has to ask for another. */
export class OneTimeTokens<Value> {
  readonly #entries = new Map<string, { value: Value; owner: string; expiresAt: number }>()
  readonly #ofOwner = new Map<string, Set<string>>()

  constructor(private readonly bounds: Bounds) {}

  issue(owner: string, value: Value): { token: string; expiresAt: number } {
    const { lifeMs, maxPerOwner, max } = this.bounds
    this.#dropExpired()
    const own = this.#ofOwner.get(owner) ?? new Set()
    const [oldestOwn] = own
    if (own.size >= maxPerOwner && oldestOwn !== undefined) this.#drop(oldestOwn)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= max && oldest !== undefined) this.#drop(oldest)
    const token = randomToken()
    const hash = tokenHash(token)
    const expiresAt = Date.now() + lifeMs
    this.#entries.set(hash, { value, owner, expiresAt })
    this.#ofOwner.set(owner, own.add(hash))
    return { token, expiresAt }
  }

  /** What the token was issued for, if it still waits. It does not any more, whoever asked. */
  redeem(token: string): Value | undefined {
    const hash = tokenHash(token)
    const entry = this.#entries.get(hash)
    this.#drop(hash)
    return entry && isValid(entry.expiresAt, this.bounds.lifeMs) ? entry.value : undefined
  }

  #dropExpired(): void {
    for (const [hash, { expiresAt }] of this.#entries) {
      if (isValid(expiresAt, this.bounds.lifeMs)) return
      this.#drop(hash)
    }
  }

  #drop(hash: string): void {
    const owner = this.#entries.get(hash)?.owner
    if (owner === undefined) return
    this.#entries.delete(hash)
    const own = this.#ofOwner.get(owner)
    own?.delete(hash)
    if (own?.size === 0) this.#ofOwner.delete(owner)
  }
}
