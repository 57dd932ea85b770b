import { jest } from 'bun:test'

// For tests that turn the clock themselves (`jest.useFakeTimers()`): nothing sleeps, and only what others do is waited for.

const MOST_TURNS = 100_000
/** As often as anything looks for something. */
const STEP_MS = 250

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Waits for what files, sockets and threads do; throws when it does not come. */
export async function untilEvent(isSo: () => boolean, what: string): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > MOST_TURNS) throw new Error(`${what} did not happen`)
    await turn()
  }
}

/** Lets the time pass, and what it starts begin. */
export async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms)
  await turn()
}

/** Lets the time pass, bit by bit, until it is so. */
export const passUntil = (isSo: () => boolean, what: string): Promise<void> =>
  untilEvent(() => {
    jest.advanceTimersByTime(STEP_MS)
    return isSo()
  }, what)
