/** How many days, weeks and months keep a backup, counted by those that have one. */
export type Keep = { daily: number; weekly: number; monthly: number }

const DAY_MS = 86_400_000
/** 1970 began with a Thursday. */
const MONDAY_MS = 3 * DAY_MS

const PERIODS: Record<keyof Keep, (time: number) => number | string> = {
  daily: (time) => Math.floor(time / DAY_MS),
  weekly: (time) => Math.floor((time + MONDAY_MS) / (7 * DAY_MS)),
  monthly: (time) => new Date(time).toISOString().slice(0, 7),
}

/**
 * Of the times of backups, those that may go: not the newest one, and not the newest of each of the last days, weeks and
 * months (of UTC) that are kept.
 */
export function superfluous(times: readonly number[], keep: Keep): number[] {
  const newestFirst = times.toSorted((one, other) => other - one)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [name, periodOf] of Object.entries(PERIODS) as [keyof Keep, (time: number) => number | string][]) {
    const seen = new Set<number | string>()
    for (const time of newestFirst) {
      const period = periodOf(time)
      if (seen.has(period) || seen.size >= keep[name]) continue
      seen.add(period)
      kept.add(time)
    }
  }
  return newestFirst.filter((time) => !kept.has(time))
}
