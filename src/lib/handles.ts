import { closeSync, openSync } from 'node:fs'
import { lacksHandles } from '../../db/error-code'
import { Counter } from '../../db/prometheus'
import { afterTurn, runEvery } from './background'
import { log } from './log'

// Without file handles the system refuses to accept connections, and Bun asks again at once: the loop would spin on a
// whole core until a client goes. So long as none is left, the loop pauses in each of its turns: requests of those who are
// connected go on, a few milliseconds later. Bun closes who is idle or slow by itself, after half a minute at most.

const CHECK_MS = 1_000
const PAUSE_MS = 5
const LOG_EVERY_MS = 60_000

const exhausted = new Counter({
  name: 'quad_handles_exhausted_seconds_total',
  help: 'Seconds in which no file handle was left',
})

/** Whether this process, or the machine, has no handle left. */
export function areHandlesExhausted(open: () => number = () => openSync('/dev/null', 'r')): boolean {
  try {
    closeSync(open())
    return false
  } catch (error) {
    return lacksHandles(error)
  }
}

/** Looks every second whether handles are left. The returned function stops that. */
export function startHandleWatch(isExhausted = areHandlesExhausted): () => Promise<void> {
  let isPausing = false
  let loggedAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  const pause = () => {
    isPausing = !isStopped && isExhausted()
    if (!isPausing) return
    Bun.sleepSync(PAUSE_MS)
    afterTurn('pausing without handles', pause)
  }
  const check = () => {
    if (!isExhausted()) return
    exhausted.inc()
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now()
      log.error('no file handles are left: connections wait; raise the limit of open files (ulimit -n)')
    }
    if (!isPausing) pause()
  }
  const stop = runEvery(CHECK_MS, 'looking for file handles', check)
  return () => {
    isStopped = true
    return stop()
  }
}
