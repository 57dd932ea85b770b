import type { KernelEvent } from './trace'

/** The threads that share the machine: of the server (the first is its event loop), and of the load generator. */
export type Threads = { loop: number; server: ReadonlySet<number>; generator: ReadonlySet<number> }

/** Milliseconds since 1970: when a request was due, and when its answer was there. */
export type Interval = readonly [since: number, until: number]

/** From `since` to `until` one cause held the request. */
type Segment = { since: number; until: number; cause: string }

type State = 'running' | 'waiting' | 'sleeping' | 'disk'

/** What the machine does at one moment, as told by the events up to then. */
class Machine {
  readonly #threads: Threads
  readonly #states = new Map<number, State>()
  readonly #names = new Map<number, string>()
  readonly #occupants = new Map<number, number>()
  readonly #lastCpus = new Map<number, number>()
  readonly #syncs = new Map<number, string>()

  constructor(threads: Threads) {
    this.#threads = threads
  }

  take(event: KernelEvent): void {
    if (event.kind === 'switch') {
      const { from, fromState, to, toName, cpu } = event
      this.#states.set(from, fromState.startsWith('R') ? 'waiting' : fromState.startsWith('D') ? 'disk' : 'sleeping')
      this.#states.set(to, 'running')
      this.#names.set(to, toName)
      this.#occupants.set(cpu, to)
      this.#lastCpus.set(from, cpu)
    } else if (event.kind === 'wakeup') {
      this.#states.set(event.thread, 'waiting')
      this.#lastCpus.set(event.thread, event.cpu)
    } else if (event.kind === 'sync') this.#syncs.set(event.thread, event.call)
    else this.#syncs.delete(event.thread)
  }

  /** What holds a request now. A request that only reads waits for no disk but that which holds the event loop. */
  cause(writes: boolean): string {
    const { loop } = this.#threads
    const state = this.#states.get(loop)
    if (this.#syncs.has(loop)) return 'the event loop syncs'
    if (state === 'running') return 'the event loop works'
    if (state === 'disk') return 'the event loop reads the disk'
    if (state === 'waiting') return `the event loop waits for a processor, taken by ${this.#occupant(loop)}`
    return (writes ? this.#writing() : undefined) ?? this.#generating()
  }

  /** A write waits for its own sync also while a checkpoint goes on beside it. */
  #writing(): string | undefined {
    const syncing = [...this.#syncs.keys()].filter((thread) => this.#threads.server.has(thread))
    if (syncing.some((thread) => !this.#isCheckpointer(thread))) return 'the log is synced'
    if (syncing.length > 0) return 'a checkpoint syncs'
    const isCopying = [...this.#threads.server].some(
      (thread) => this.#isCheckpointer(thread) && (this.#states.get(thread) ?? 'sleeping') !== 'sleeping',
    )
    return isCopying ? 'a checkpoint copies' : undefined
  }

  /** A checkpoint is the only work of the thread that Bun calls so. */
  #isCheckpointer(thread: number): boolean {
    return /^Worker/.test(this.#names.get(thread) ?? '')
  }

  #generating(): string {
    const states = [...this.#threads.generator].map((thread) => this.#states.get(thread))
    if (states.includes('running')) return 'the generator works'
    if (states.includes('waiting')) return 'the generator waits for a processor'
    return 'nobody works'
  }

  #occupant(thread: number): string {
    const occupant = this.#occupants.get(this.#lastCpus.get(thread) ?? -1)
    if (occupant === undefined || occupant === 0) return 'nobody yet'
    const name = this.#names.get(occupant) ?? ''
    if (this.#threads.generator.has(occupant)) return 'the generator'
    if (!this.#threads.server.has(occupant)) return name === '' ? 'others' : name
    if (this.#isCheckpointer(occupant)) return 'the checkpointer'
    return /JIT|Heap|JSC|scavenger|ollector/.test(name) ? "Bun's compiler and collector" : "Bun's thread pool"
  }
}

function segments(events: readonly KernelEvent[], threads: Threads, writes: boolean): Segment[] {
  const machine = new Machine(threads)
  const found: Segment[] = []
  let open: Segment | undefined
  for (const event of events) {
    machine.take(event)
    const cause = machine.cause(writes)
    if (open?.cause === cause) continue
    if (open !== undefined) found.push({ ...open, until: event.at })
    open = { since: event.at, until: event.at, cause }
  }
  return found
}

/** Of each cause: how many requests it held for longest, and for how many milliseconds it held any. */
export type Blame = { cause: string; requests: number; ms: number }

/** Who held the requests, most first. */
export function blame(
  events: readonly KernelEvent[],
  threads: Threads,
  { requests, writes }: { requests: readonly Interval[]; writes: boolean },
): Blame[] {
  const all = segments(events, threads, writes)
  const totals = new Map<string, Blame>()
  const total = (cause: string): Blame => {
    const known = totals.get(cause) ?? { cause, requests: 0, ms: 0 }
    totals.set(cause, known)
    return known
  }
  for (const [since, until] of requests) {
    const own = new Map<string, number>()
    for (const segment of all) {
      const ms = Math.min(until, segment.until) - Math.max(since, segment.since)
      if (ms > 0) own.set(segment.cause, (own.get(segment.cause) ?? 0) + ms)
    }
    for (const [cause, ms] of own) total(cause).ms += ms
    const [most] = [...own].toSorted(([, a], [, b]) => b - a)
    if (most !== undefined) total(most[0]).requests++
  }
  return [...totals.values()].toSorted((a, b) => b.ms - a.ms)
}
