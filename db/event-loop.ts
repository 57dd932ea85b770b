/** When the queue goes on; tests decide in which order events come. The functions return what cancels the event. */
export type EventLoop = {
  immediate(event: () => void): () => void
  after(ms: number, event: () => void): () => void
  /** In milliseconds. */
  readonly now: number
  /** From 0 to 1. */
  random(): number
}

export const eventLoop: EventLoop = {
  immediate(event) {
    const immediate = setImmediate(event)
    return () => clearImmediate(immediate)
  },
  after(ms, event) {
    const timer = setTimeout(event, ms)
    return () => clearTimeout(timer)
  },
  get now() {
    return performance.now()
  },
  random: Math.random,
}
