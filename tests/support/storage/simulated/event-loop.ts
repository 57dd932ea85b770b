import type { Scheduler } from 'fast-check'

type Timer = { at: number; run: () => void }

/** An event loop whose next event fast-check chooses: one seed, one order of events. Its clock is its timers'. */
export class SimulatedEventLoop {
  now = 0
  /** The seed decides when the event comes, not when it is due. */
  readonly random = () => 1
  readonly #scheduler: Scheduler
  #timers: Timer[] = []

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Runs `event` at some time from now on. */
  some(name: string, event: () => void) {
    void this.#scheduler.schedule(Promise.resolve(), name).then(event)
  }

  immediate(event: () => void): () => void {
    let isCancelled = false
    this.some('immediate', () => {
      if (!isCancelled) event()
    })
    return () => {
      isCancelled = true
    }
  }

  /** Timers run in the order in which they are due. */
  after(ms: number, event: () => void): () => void {
    const timer = { at: this.now + ms, run: event }
    this.#timers.push(timer)
    this.some('timer', () => this.#runFirst())
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  #runFirst() {
    const first = this.#timers.toSorted((one, other) => one.at - other.at)[0]
    if (first === undefined) return
    this.#timers = this.#timers.filter((other) => other !== first)
    this.now = Math.max(this.now, first.at)
    first.run()
  }
}

/** Lets everything happen that waits for no event: a turn of the real event loop ends with all promises handled. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))
