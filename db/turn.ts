import type { EventLoop } from './event-loop'

/** A transaction callback awaited something other than its own queries and was rolled back. */
export class StalledWrite extends Error {
  override name = 'StalledWrite'
  override message =
    'A write awaited something other than its own queries (a timer, the network, another write) and was rolled back. Do what takes time before the write or after it.'
}

/**
 * SQLite is synchronous, so a callback that awaits only its queries ends before the event loop turns. When the loop
 * turns first, the callback awaits something else and would delay every other write.
 */
export class Turn {
  readonly #loop: EventLoop
  #reject: ((error: StalledWrite) => void) | undefined
  #cancel: (() => void) | undefined

  constructor(loop: EventLoop) {
    this.#loop = loop
  }

  within<T>(running: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject
      this.#cancel ??= this.#loop.immediate(() => {
        this.#cancel = undefined
        this.#reject?.(new StalledWrite())
      })
      running.then(resolve, reject)
    })
  }

  end(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
