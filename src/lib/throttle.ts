import { after, reportFailure } from './background'

/** Calls `run` for a key at once, then at most once in each pause, however often the key is touched. */
export class Throttle {
  /** Keys within their pause; true if they were touched again. */
  readonly #pausing = new Map<string, boolean>()

  /** `run` returns whether it did anything; if not, there is no pause. `task` names it where it fails. */
  constructor(
    private readonly task: string,
    private readonly pauseMs: number,
    private readonly run: (key: string) => boolean,
  ) {}

  touch(key: string): void {
    if (this.#pausing.has(key)) {
      this.#pausing.set(key, true)
      return
    }
    if (!this.#runSafely(key)) return
    this.#pausing.set(key, false)
    after(this.pauseMs, this.task, () => this.#endPause(key))
  }

  #endPause(key: string): void {
    const again = this.#pausing.get(key)
    this.#pausing.delete(key)
    if (again) this.touch(key)
  }

  #runSafely(key: string): boolean {
    try {
      return this.run(key)
    } catch (err) {
      reportFailure(err, this.task)
      return false
    }
  }
}
