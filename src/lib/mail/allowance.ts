import { MailLimit } from './errors'

const HOUR_MS = 3_600_000

type Slot = { at: number }

/** How much mail may still go out in the hour that ends now. */
export class Allowance {
  #slots: Slot[] = []

  constructor(readonly perHour: number) {}

  /** What mail that nobody waits for leaves to the codes and links that somebody waits for: half. */
  get reserve(): number {
    return Math.floor(this.perHour / 2)
  }

  /**
   * Takes room for one mail and leaves `reserved` beside it; the answer gives it back where the mail was not sent after
   * all.
   * @throws MailLimit
   */
  take(reserved = 0): () => void {
    this.check(reserved)
    const slot = { at: Date.now() }
    this.#slots.push(slot)
    return () => {
      this.#slots = this.#slots.filter((each) => each !== slot)
    }
  }

  /** @throws MailLimit */
  check(reserved = 0) {
    const now = Date.now()
    // A slot of the future is left from a clock that was wrong.
    this.#slots = this.#slots.filter(({ at }) => at > now - HOUR_MS && at <= now)
    const leaving = this.#slots[this.#slots.length - (this.perHour - reserved)]
    if (!leaving) return
    const resetSeconds = Math.max(1, Math.ceil((leaving.at + HOUR_MS - now) / 1000))
    throw new MailLimit({ limit: this.perHour, remaining: 0, resetSeconds })
  }

  /** Counts mail that was sent before this process began. */
  recall(times: number[]) {
    this.#slots = [...times.map((at) => ({ at })), ...this.#slots].sort((a, b) => a.at - b.at)
  }
}

/** The beginning of the hour that counts, as the database writes times. */
export const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString()
