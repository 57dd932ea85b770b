import { setSystemTime } from 'bun:test'

// The clock that the server reads is the game's. What it measures and waits for must follow that clock: by real time, in
// which a day of the game takes seconds, it would close a socket for what a device says in an hour, or not on a busy
// machine.

/** A shorter one gives others a turn, in the middle of work that the game waits for. */
const SHORTEST_TIMEOUT_MS = 100

type Timeout = { at: number; run: () => void; unref: () => Timeout }

const timeouts = new Set<Timeout>()

/**
 * Begins the game's time. Timeouts come when the game has reached their time; intervals never do, because the game itself
 * runs what is due. The returned function ends it.
 */
export function beginTime(at: number): () => void {
  setSystemTime(new Date(at))
  const { setTimeout, clearTimeout, setInterval } = globalThis
  const { now } = performance
  const timeoutIn = (run: () => void, ms: number): Timeout => {
    const timeout = { at: Date.now() + ms, run, unref: () => timeout }
    return timeout
  }
  performance.now = () => Date.now()
  Object.assign(globalThis, {
    setTimeout(run: () => void, ms = 0) {
      if (ms < SHORTEST_TIMEOUT_MS) return setTimeout(run, ms)
      const timeout = timeoutIn(run, ms)
      timeouts.add(timeout)
      return timeout
    },
    clearTimeout: (timeout: Timeout) => void (timeouts.delete(timeout) || clearTimeout(timeout as never)),
    setInterval: timeoutIn,
  })
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval })
    performance.now = now
    timeouts.clear()
    setSystemTime()
  }
}

/** When the next timeout comes. */
export const nextTimeout = () => Math.min(...[...timeouts].map(({ at }) => at))

/** Runs the timeouts whose time has come. */
export function runTimeouts() {
  for (const timeout of [...timeouts].filter(({ at }) => at <= Date.now()).sort((a, b) => a.at - b.at))
    if (timeouts.delete(timeout)) timeout.run()
}
