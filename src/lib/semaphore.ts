/** Bounds how many tasks run at once; the others wait in line. */
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
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.delete(enter)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      this.waiting.add(enter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
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
