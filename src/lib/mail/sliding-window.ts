import { MailLimit } from './errors'

const HOUR_MS = 3_600_000

type Sent = { at: number }

/** A limit of mails in the last hour, at any moment. */
export class SlidingWindow {
  #sent: Sent[] = []

  constructor(readonly perHour: number) {}

  /** Half of the limit is only for codes and links that somebody waits for. */
  get reserve(): number {
    return Math.floor(this.perHour / 2)
  }

  /**
   * Counts one mail and leaves room for `reserved` more. Call the returned function when the mail was not sent after
   * all.
   * @throws MailLimit
   */
  consume(reserved = 0): () => void {
    this.check(reserved)
    const mail = { at: Date.now() }
    this.#sent.push(mail)
    return () => {
      this.#sent = this.#sent.filter((each) => each !== mail)
    }
  }

  /** @throws MailLimit */
  check(reserved = 0) {
    const now = Date.now()
    // A clock that was wrong may have left a time in the future.
    this.#sent = this.#sent.filter(({ at }) => at > now - HOUR_MS && at <= now)
    const leaving = this.#sent[this.#sent.length - (this.perHour - reserved)]
    if (!leaving) return
    const resetSeconds = Math.max(1, Math.ceil((leaving.at + HOUR_MS - now) / 1000))
    throw new MailLimit({ limit: this.perHour, remaining: 0, resetSeconds })
  }

  /** Counts mail that an earlier process sent. */
  recall(times: number[]) {
    this.#sent = [...times.map((at) => ({ at })), ...this.#sent].sort((a, b) => a.at - b.at)
  }
}

export const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString()
