import { randomInt } from 'node:crypto'

// What others see of a time. Times are ISO 8601 in UTC with milliseconds, so cutting the text is enough.

export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The whole minute. */
export const minuteOf = (time: string): string => `${time.slice(0, 16)}:00.000Z`

export const dayOf = (time: string): string => `${time.slice(0, 10)}T00:00:00.000Z`
export const today = (): string => dayOf(new Date().toISOString())

export const monthOf = (time: string): string => `${time.slice(0, 7)}-01T00:00:00.000Z`

export function monthsAfter(time: string, months: number): string {
  const date = new Date(time)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)).toISOString()
}

type Times = { createdAt: string; updatedAt: string }

export const inMinutes = ({ createdAt, updatedAt }: Times): Times => ({
  createdAt: minuteOf(createdAt),
  updatedAt: minuteOf(updatedAt),
})

const MINUTE_MS = 60_000

/** A random moment of the next minute, when others are told: a chat's log must not learn more than the minute. */
export const withinNextMinute = (now: number): number => now - (now % MINUTE_MS) + MINUTE_MS + randomInt(MINUTE_MS)

/** A random moment of the next quarter of an hour: when somebody is told of what concerns their alias. */
export const withinNextQuarter = (now: number): number => now + randomInt(15 * MINUTE_MS)

/** A tenth more at most, so that what failed together does not come back together. */
export const withJitter = (ms: number): number => ms + randomInt(Math.ceil(ms / 10) + 1)
