import { byLanguage } from '../texts/formats'

/** As the reader's own country writes it, where the device says that: "22 Nov" or "Nov 22". */
const regional = (language: string): string =>
  navigator.languages?.find((each) => each.startsWith(`${language}-`)) ?? language

/** A format for each language, as the reader's own country writes it. */
export const byRegion = <Format>(make: (language: string) => Format) =>
  byLanguage((language) => make(regional(language)))

const STEPS = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
] as const

/** From here on, a date says more than "5 weeks ago". */
const RECENT_DAYS = 30

const relative = byRegion((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const short = byRegion((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' }))
const day = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
const shortDay = byRegion((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }))
const shortMonth = byRegion((language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' }))
const whole = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }))

/**
 * How long ago in words ("3 hours ago", "yesterday"; short: "3h ago"), and a date after that. A time in the future
 * counts as now.
 */
export function ago(time: string, now: number, language: string, isShort = false): string {
  const then = Date.parse(time)
  let amount = Math.max(0, now - then) / 1000
  let unit: Intl.RelativeTimeFormatUnit = 'second'
  for (const [larger, size] of STEPS) {
    if (amount < size) break
    amount = Math.floor(amount / size)
    unit = larger
  }
  if (unit === 'day') amount = daysBetween(then, now)
  if (unit === 'day' && amount > RECENT_DAYS) {
    if (!isShort) return day(language).format(then)
    return (isSameYear(then, now) ? shortDay : shortMonth)(language).format(then)
  }
  // Intl's "अब" is a now that begins, not one that has just been.
  if (unit === 'second') return language === 'hi' ? 'अभी' : relative(language).format(0, unit)
  return (isShort ? short : relative)(language).format(-amount, unit)
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
/** As the calendar of the device counts: "yesterday" is the day before, whatever the clock shows. */
const daysBetween = (then: number, now: number): number => Math.round((midnight(now) - midnight(then)) / 86_400_000)

const isSameYear = (one: number, other: number): boolean =>
  new Date(one).getFullYear() === new Date(other).getFullYear()

export const exactly = (time: string, language: string): string => whole(language).format(Date.parse(time))

const WITH_CLOCK = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const appointment = byRegion((language) => new Intl.DateTimeFormat(language, WITH_CLOCK))
const laterAppointment = byRegion((language) => new Intl.DateTimeFormat(language, { ...WITH_CLOCK, year: 'numeric' }))

/** When something begins, on one line of a phone: "Mon 23 Nov, 18:30", with the year if it is another. */
export const startOf = (time: string, now: number, language: string): string =>
  (isSameYear(Date.parse(time), now) ? appointment : laterAppointment)(language).format(Date.parse(time))

const clock = byRegion((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
const dayAndClock = byRegion(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
)

/** The time of day, and before today the date, too. */
export const atTime = (then: number, language: string): string =>
  (new Date(then).toDateString() === new Date().toDateString() ? clock : dayAndClock)(language).format(then)
