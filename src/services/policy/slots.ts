/** A number of places; who finds none free waits in line until one is, or until its signal says to give up. */
export class Slots {
  private free: number
  private readonly waiting = new Set<() => void>()

  constructor(count: number) {
    this.free = count
  }

  /** Does the work in a place of its own. Rejects with the signal's reason when it is aborted while waiting. */
  async within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.take(signal)
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  private take(signal: AbortSignal): Promise<void> | undefined {
    signal.throwIfAborted()
    if (this.free > 0) {
      this.free--
      return undefined
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.delete(enter)
        reject(signal.reason)
      }
      const enter = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      this.waiting.add(enter)
      signal.addEventListener('abort', giveUp, { once: true })
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
