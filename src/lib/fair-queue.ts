/** There is more work than can be done soon. */
export class QueueBusy extends Error {
  override name = 'QueueBusy'
  constructor(readonly retrySeconds: number) {
    super('the queue is full')
  }
}

type Bounds = {
  /** How many run at once. */
  concurrency: number
  /** How many wait. */
  length: number
  /** For how long one waits at most. */
  waitMs: number
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Runs a bounded number of tasks at once, and lets a bounded number wait for a bounded time. Keys take turns: one key's
 * thousand tasks delay another key's one task by one turn. When the queue is full, the newest task of the key that has
 * the most makes room for a key that has fewer.
 */
export class FairQueue {
  private running = 0
  private waiting = 0
  /** In the order of turns. */
  private readonly lines = new Map<string, Waiting[]>()

  constructor(private readonly bounds: Bounds) {}

  /** @throws QueueBusy if the task could not start in time */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.bounds.concurrency) this.running++
    else await this.turn(key)
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private turn(key: string): Promise<void> {
    const { length, waitMs } = this.bounds
    const busy = new QueueBusy(Math.ceil(waitMs / 1000))
    if (this.waiting >= length && !this.makeRoom(key)) return Promise.reject(busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.remove(key, entry)
      reject(busy)
    }, waitMs)
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer)
      outcome()
    }
    const entry: Waiting = { start: settle(resolve), refuse: settle(() => reject(busy)) }
    const line = this.lines.get(key)
    if (line) line.push(entry)
    else this.lines.set(key, [entry])
    this.waiting++
    return promise
  }

  /** Refuses the newest of the longest line, if that is longer than the line of `key` would become. */
  private makeRoom(key: string): boolean {
    let longest: [string, Waiting[]] | undefined
    for (const each of this.lines) if (!longest || each[1].length > longest[1].length) longest = each
    const newest = longest?.[1].at(-1)
    if (!longest || !newest || longest[1].length <= (this.lines.get(key)?.length ?? 0) + 1) return false
    this.remove(longest[0], newest)
    newest.refuse()
    return true
  }

  private remove(key: string, entry: Waiting): void {
    const line = this.lines.get(key)
    const at = line?.indexOf(entry) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    this.waiting--
    if (line.length === 0) this.lines.delete(key)
  }

  /** Hands the place of a finished task to the first of the next line, which then goes to the end. */
  private next(): void {
    const [turn] = this.lines
    if (!turn) {
      this.running--
      return
    }
    const [key, line] = turn
    const [first] = line
    this.lines.delete(key)
    if (line.length > 1) this.lines.set(key, line.slice(1))
    this.waiting--
    first?.start()
  }
}
