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

type Waiting = { key: string; preference: Preference; start: () => void; refuse: () => void }

/**
 * Runs so many tasks at once; so many wait for so long, and keys take turns. When it is full, the newest task of the
 * key that has the most makes room for a key that has fewer.
 */
export class FairQueue {
  private running = 0
  /** The first of each key is where its key's turn is. */
  private waiting: Waiting[] = []
  private lastTurn: Preference = 'ordinary'

  constructor(private readonly bounds: Bounds) {}

  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length }
  }

  /** @throws QueueBusy if the task could not start in time */
  async run<T>(key: string, work: () => Promise<T>, preference: Preference = 'ordinary'): Promise<T> {
    if (this.running < this.bounds.concurrency) this.running++
    else await this.turn(key, preference)
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private turn(key: string, preference: Preference): Promise<void> {
    const { length, waitMs } = this.bounds
    const busy = new QueueBusy(Math.ceil(waitMs / 1000))
    if (this.waiting.length >= length && !this.makeRoom(key, preference)) return Promise.reject(busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leaving = (outcome: () => void) => () => {
      clearTimeout(timer)
      this.waiting.splice(this.waiting.indexOf(entry), 1)
      outcome()
    }
    const entry = { key, preference, start: leaving(resolve), refuse: leaving(() => reject(busy)) }
    const timer = setTimeout(entry.refuse, waitMs)
    this.waiting.push(entry)
    return promise
  }

  private of(preference: Preference): Waiting[] {
    return this.waiting.filter((each) => each.preference === preference)
  }

  /** The newest of the longest line goes: an ordinary one for a preferred, else only if that line stays the longest. */
  private makeRoom(key: string, preference: Preference): boolean {
    const ordinary = this.of('ordinary')
    const isPreferred = preference === 'preferred' && ordinary.length > 0
    const lines = Map.groupBy(isPreferred ? ordinary : this.of(preference), (each) => each.key)
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
    if (!isPreferred && longest.length <= (lines.get(key)?.length ?? 0) + 1) return false
    longest.at(-1)?.refuse()
    return true
  }

  /** Hands the place of a finished task to the first of the next line, which then goes to the end. */
  private next(): void {
    const other: Preference = this.lastTurn === 'ordinary' ? 'preferred' : 'ordinary'
    if (this.of(other).length > 0) this.lastTurn = other
    const [first] = this.of(this.lastTurn)
    if (first === undefined) {
      this.running--
      return
    }
    first.start()
    const isOfLine = ({ key, preference }: Waiting) => key === first.key && preference === first.preference
    this.waiting = [...this.waiting.filter((each) => !isOfLine(each)), ...this.waiting.filter(isOfLine)]
  }
}
