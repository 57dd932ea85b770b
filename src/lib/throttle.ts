import { log } from './log'

/** Runs `tell` for a key at once, and then at most once in each pause, however often the key is touched. */
export class Throttle {
  /** Keys that were told of less than a pause ago; true where something has happened since. */
  readonly #resting = new Map<string, boolean>()

  /** `tell` answers whether there was anything to tell: else there is nothing to rest from. */
  constructor(
    private readonly pauseMs: number,
    private readonly tell: (key: string) => boolean,
  ) {}

  touch(key: string): void {
    if (this.#resting.has(key)) {
      this.#resting.set(key, true)
      return
    }
    if (!this.#told(key)) return
    this.#resting.set(key, false)
    setTimeout(() => this.#rested(key), this.pauseMs).unref()
  }

  #rested(key: string): void {
    const again = this.#resting.get(key)
    this.#resting.delete(key)
    if (again) this.touch(key)
  }

  #told(key: string): boolean {
    try {
      return this.tell(key)
    } catch (err) {
      log.warn({ err }, 'something was not told over the sockets')
      return false
    }
  }
}
