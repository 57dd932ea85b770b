export class QueueBusy extends Error {
  override name = 'QueueBusy'
  constructor(readonly retrySeconds: number) {
    super('the queue is full')
  }
}

/** How many run at once, how many wait, and for how long at most. */
type Bounds = { concurrency: number; length: number; waitMs: number }

/** Every second turn is of the lines that are preferred, if there are any. */
type Preference = 'preferred' | 'ordinary'

type Waiting = { start: () => void; refuse: () => void }

/**
 * Runs a bounded number of tasks, and lets a bounded number wait for a bounded time. Keys take turns. When the queue is
 * full, the newest task of the key that has the most makes room for a key that has fewer.
 */
export class FairQueue {
  private running = 0
  private waiting = 0
  private readonly lines: Record<Preference, Map<string, Waiting[]>> = { preferred: new Map(), ordinary: new Map() }
  private lastTurn: Preference = 'ordinary'

  constructor(private readonly bounds: Bounds) {}

  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting }
  }

  /** @throws QueueBusy if the task could not start in time */
  async run<T>(key: string, work: () => Promise<T>, preference: Preference = 'ordinary'): Promise<T> {
    if (this.running < this.bounds.concurrency) this.running++
    else await this.turn(this.lines[preference], key)
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private turn(lines: Map<string, Waiting[]>, key: string): Promise<void> {
    const { length, waitMs } = this.bounds
    const busy = new QueueBusy(Math.ceil(waitMs / 1000))
    if (this.waiting >= length && !this.makeRoom(lines, key)) return Promise.reject(busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.remove(lines, key, entry)
      reject(busy)
    }, waitMs)
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer)
      outcome()
    }
    const entry: Waiting = { start: settle(resolve), refuse: settle(() => reject(busy)) }
    const line = lines.get(key)
    if (line) line.push(entry)
    else lines.set(key, [entry])
    this.waiting++
    return promise
  }

  /**
   * The newest of the longest line goes: of the ordinary ones for who is preferred, else only if that line stays the
   * longest.
   */
  private makeRoom(lines: Map<string, Waiting[]>, key: string): boolean {
    const isPreferred = lines === this.lines.preferred && this.lines.ordinary.size > 0
    const crowd = isPreferred ? this.lines.ordinary : lines
    let longest: [string, Waiting[]] | undefined
    for (const each of crowd) if (!longest || each[1].length > longest[1].length) longest = each
    const newest = longest?.[1].at(-1)
    if (!longest || !newest) return false
    if (!isPreferred && longest[1].length <= (lines.get(key)?.length ?? 0) + 1) return false
    this.remove(crowd, longest[0], newest)
    newest.refuse()
    return true
  }

  private remove(lines: Map<string, Waiting[]>, key: string, entry: Waiting): void {
    const line = lines.get(key)
    const at = line?.indexOf(entry) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    this.waiting--
    if (line.length === 0) lines.delete(key)
  }

  /** Hands the place of a finished task to the first of the next line, which then goes to the end. */
  private next(): void {
    const other: Preference = this.lastTurn === 'ordinary' ? 'preferred' : 'ordinary'
    this.lastTurn = this.lines[other].size > 0 ? other : this.lastTurn
    const lines = this.lines[this.lastTurn]
    const [turn] = lines
    if (!turn) {
      this.running--
      return
    }
    const [key, line] = turn
    const [first] = line
    lines.delete(key)
    if (line.length > 1) lines.set(key, line.slice(1))
    this.waiting--
    first?.start()
  }
}
