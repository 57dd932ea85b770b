import { byRegion } from '../../../app/lib/dates'
import type { Overview } from '../../lib/overview'

type Day = Overview['daily'][number]
export type Counted = 'users' | 'posts' | 'comments'

export const COUNTED = ['users', 'posts', 'comments'] as const satisfies readonly Counted[]

type Summary = { sum: number; today: number; most: Day | undefined }

/** The total, today's count, and the highest day; the latest of several equal ones. */
export function summarize(daily: readonly Day[], counted: Counted): Summary {
  const most = daily.reduce<Day | undefined>(
    (best, day) => (day[counted] > 0 && day[counted] >= (best?.[counted] ?? 0) ? day : best),
    undefined,
  )
  return { sum: daily.reduce((sum, day) => sum + day[counted], 0), today: daily.at(-1)?.[counted] ?? 0, most }
}

/** The height of each bar; the highest has the height `full`, and every count above zero is visible. */
export function barHeights(counts: readonly number[], full: number, least: number): number[] {
  const highest = Math.max(1, ...counts)
  return counts.map((count) => (count === 0 ? 0 : Math.max(least, (count / highest) * full)))
}

const inFewWords = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const days = byRegion((language) => new Intl.DateTimeFormat(language, inFewWords))
const weekdays = byRegion((language) => new Intl.DateTimeFormat(language, { ...inFewWords, weekday: 'short' }))

/** A UTC day in short form, with its weekday where there is room. */
export function dayName(date: string, language: string, withWeekday = false): string {
  return (withWeekday ? weekdays : days)(language).format(Date.parse(`${date}T00:00:00Z`))
}
