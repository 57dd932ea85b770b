// Whether what happened to one object can be explained by doing its operations one after another, each at a moment
// between its start and its end (linearizability; Herlihy and Wing 1990, decided as in Lowe, "Testing for
// linearizability", 2017). An operation whose answer never came may have happened at any later moment, or never.

/** What one operation does to the object, or says of it. */
export type Event<State> = {
  start: number
  /** Infinity for one whose answer never came. */
  end: number
  /** For messages. */
  what: string
} & (
  | {
      /** The state after it; undefined where it cannot happen in this state. */
      write: (state: State) => State | undefined
      /** Whether it must have happened. */
      mustHappen: boolean
    }
  | { read: (state: State) => boolean }
)

/** One way in which it may have gone so far. States are compared by their text. */
type World<State> = { state: State; done: ReadonlySet<number>; seen: ReadonlySet<number> }

const keyOf = <State>({ state, done, seen }: World<State>) =>
  `${JSON.stringify(state)} ${[...done].sort().join()} ${[...seen].sort().join()}`

const distinct = <State>(worlds: World<State>[]): World<State>[] => [
  ...new Map(worlds.map((world) => [keyOf(world), world])).values(),
]

/** Returns what cannot be explained, or undefined if `isLast` accepts an end that the events lead to. */
export function unexplained<State>(
  initial: State,
  events: readonly Event<State>[],
  isLast: (state: State) => boolean,
): string | undefined {
  const moments = events
    .flatMap(({ start, end }, at) => [
      { at, time: start, isStart: true },
      { at, time: end, isStart: false },
    ])
    .filter(({ time }) => time !== Number.POSITIVE_INFINITY)
    .sort((one, other) => one.time - other.time)
  const writes = new Set<number>()
  const reads = new Set<number>()

  /** With the reads that this state satisfies. Reads change nothing, so that satisfying one early excludes nothing. */
  const witnessed = (world: World<State>): World<State> => {
    const seen = new Set(world.seen)
    for (const at of reads) {
      const event = events[at]
      if (event !== undefined && 'read' in event && event.read(world.state)) seen.add(at)
    }
    return { ...world, seen }
  }

  /** All that the writes under way can lead to, in any order and number. */
  const closure = (from: World<State>[]): World<State>[] => {
    const found = new Map(from.map((world) => [keyOf(world), world]))
    const open = [...from]
    for (let world = open.pop(); world !== undefined; world = open.pop())
      for (const at of writes) {
        const event = events[at]
        if (world.done.has(at) || event === undefined || !('write' in event)) continue
        const state = event.write(world.state)
        if (state === undefined) continue
        const next = witnessed({ state, done: new Set([...world.done, at]), seen: world.seen })
        const key = keyOf(next)
        if (!found.has(key)) {
          found.set(key, next)
          open.push(next)
        }
      }
    return [...found.values()]
  }

  let worlds: World<State>[] = [{ state: initial, done: new Set(), seen: new Set() }]
  const before = () => distinct(worlds).map(({ state }) => JSON.stringify(state))
  for (const { at, isStart } of moments) {
    const event = events[at]
    if (event === undefined) continue
    const isWrite = 'write' in event
    if (isStart) {
      ;(isWrite ? writes : reads).add(at)
      if (!isWrite) worlds = worlds.map(witnessed)
      continue
    }
    const explained = (world: World<State>) => (isWrite ? world.done.has(at) : world.seen.has(at))
    const isOptional = isWrite && !event.mustHappen
    // An optional write that ends is one that may happen until then.
    const possible = isOptional || !worlds.every(explained) ? closure(worlds) : worlds
    const next = isOptional ? possible : possible.filter(explained)
    if (next.length === 0) return `${event.what} is impossible after ${[...new Set(before())].join(' or ')}`
    const without = (set: ReadonlySet<number>) => new Set([...set].filter((each) => each !== at))
    ;(isWrite ? writes : reads).delete(at)
    worlds = distinct(next.map(({ state, done, seen }) => ({ state, done: without(done), seen: without(seen) })))
  }
  const pending = [...writes].filter((at) => isRequired(events[at]))
  const ends = closure(worlds).filter(({ done }) => pending.every((at) => done.has(at)))
  if (ends.some(({ state }) => isLast(state))) return undefined
  return `it ends otherwise than ${[...new Set(ends.map(({ state }) => JSON.stringify(state)))].join(' or ') || 'possible'}`
}

const isRequired = <State>(event: Event<State> | undefined) =>
  event !== undefined && 'write' in event && event.mustHappen
