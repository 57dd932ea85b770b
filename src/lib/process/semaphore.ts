export class Semaphore {
  readonly #waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** Runs the task when a permit is free. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }
}
