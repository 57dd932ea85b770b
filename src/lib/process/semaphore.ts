export class Semaphore {
  private free: number
  private readonly waiting = new Set<() => void>()

  constructor(permits: number) {
    this.free = permits
  }

  /** Runs the task when a permit is free. Rejects with the signal's reason when it is aborted while waiting. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(signal)
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  private acquire(signal?: AbortSignal): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (this.free > 0) {
      this.free--
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.waiting.delete(resolve)
      reject(signal?.reason)
    }
    this.waiting.add(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  private release(): void {
    const [next] = this.waiting
    if (next === undefined) this.free++
    else {
      this.waiting.delete(next)
      next()
    }
  }
}
