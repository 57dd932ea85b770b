import { signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { byRegion } from '../../../app/lib/dates'
import { latest } from '../../../app/lib/loading'

const ask = () => envelope(api.admin.dashboard.overview.get())

export type Overview = ResponseData<ReturnType<typeof ask>>

/** The numbers of the dashboard; the navigation shows some of them. */
export const overview = signal<Overview | undefined>(undefined)

/** Why they could not be loaded the last time. */
export const overviewFailure = signal<Failure | null>(null)

const newest = latest()

/** Loads them at each visit and after each decision; the request started last counts. */
export async function loadOverview(): Promise<void> {
  const answer = await newest(ask())
  if (answer === undefined) return
  if (answer.success) overview.value = answer.data
  overviewFailure.value = answer.success ? null : answer
}

export const acknowledgeAlert = (id: string) => envelope(api.admin.colleges.alerts({ id }).acknowledge.post())

/** Whether one may add colleges, approve requests and change email domains. */
export const mayChangeDomains = (): boolean => overview.value?.mayChangeDomains === true

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
