// When the next backup is due, and when superadmins are to hear of what is wrong. Pure: what has been, and what time it is.

const MINUTE_MS = 60_000
const FIRST_PAUSE_MS = 15 * MINUTE_MS

/** Something that was tried, times in milliseconds. `isProven` is true of a backup in which nothing was wrong. */
export type Tried = { startedAt: number; isStored: boolean; isProven: boolean; mailedAt: number | null }

/** When the next one is due, which may be before `now`. `history` begins with the newest. */
export function nextDue(history: readonly Tried[], everyMs: number, now: number): number {
  const [last] = history
  // What is of the future was done while the clock was ahead.
  if (last === undefined || last.startedAt > now) return now
  if (last.isStored) return last.startedAt + everyMs
  const failures = history.findIndex(({ isStored }) => isStored)
  return last.startedAt + retryPause(failures === -1 ? history.length : failures, everyMs)
}

/** Longer after each failure in a row, and never longer than between two backups. */
const retryPause = (failures: number, everyMs: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), everyMs)

/** Whether no backup has succeeded in two intervals. */
export function isOverdue(history: readonly Tried[], everyMs: number, now: number): boolean {
  const last = history.find(({ isProven }) => isProven) ?? history.at(-1)
  return last !== undefined && now - last.startedAt > 2 * everyMs
}

/** Whether a mail is due: the last one was not proven, or none was in two intervals; then once in an interval. */
export function isMailDue(history: readonly Tried[], everyMs: number, now: number): boolean {
  const [last] = history
  if (last === undefined || (last.isProven && !isOverdue(history, everyMs, now))) return false
  const lastProven = history.findIndex(({ isProven }) => isProven)
  const since = lastProven === -1 ? history : history.slice(0, lastProven + 1)
  const mailed = since.map(({ mailedAt }) => mailedAt).filter((each) => each !== null && each <= now)
  return mailed.every((each) => now - (each ?? 0) >= everyMs)
}
