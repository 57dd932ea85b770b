export class Semaphore {
  readonly #waiting = new Set<() => void>()

  constructor(private free: number) {}

  /** Runs the task when a permit is free. Rejects with the signal's reason when it is aborted while waiting. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.free > 0) this.free--
    else await this.#turn(signal)
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next === undefined) this.free++
      else {
        this.#waiting.delete(next)
        next()
      }
    }
  }

  #turn(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.delete(resolve)
      reject(signal?.reason)
    }
    this.#waiting.add(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }
}
