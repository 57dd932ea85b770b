import type { Static } from 'elysia'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { Cache } from '../../lib/cache'
import { headOfDay } from '../audit/day-notes'
import { allSettings } from '../settings/settings'
import { countMonths, type MonthCounts } from './counts'
import type { Transparency, TransparentMonth } from './record'

// What moderators did, in numbers that anybody may read. Whole months only, so that nobody sees a number grow by the one
// that they know of; nothing below the size of a group; and no number exactly.

const MONTHS = 12
/** Numbers are rounded down to a multiple of it. */
const STEP = 5
const HOUR_SECONDS = 3600

/** `MIN_GROUP` of a trial is one. */
const leastCount = (): number => Math.max(config.minGroup, STEP)

const cache = new Cache<string, Static<typeof TransparentMonth>[]>('transparency', 1)

const nameOf = (date: Date): string => date.toISOString().slice(0, 7)

/** The last whole months, newest first, and the head of the audit log. 404 until a superadmin switches it on. */
export async function readTransparency(): Promise<Static<typeof Transparency>> {
  if (!(await allSettings()).transparency) refuse('NOT_FOUND', 'transparency.off')
  const now = new Date()
  const months = await cache.get(nameOf(now), async () => readMonths(now))
  return { months, leastCount: leastCount(), auditHead: headOfDay(storage.reader, now) }
}

function readMonths(now: Date): Static<typeof TransparentMonth>[] {
  const months = Array.from({ length: MONTHS }, (_, index) =>
    nameOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1))),
  )
  const counted = countMonths(storage.reader, { from: months.at(-1) ?? '', until: nameOf(now) })
  return months.map((month) => publicMonth(month, counted.get(month)))
}

/** A month as anybody may read it. */
export function publicMonth(month: string, counts: MonthCounts | undefined): Static<typeof TransparentMonth> {
  const coarse = (name: Exclude<keyof MonthCounts, 'removedByRule'>) => coarseCount(counts?.[name] ?? 0)
  const rules = [...(counts?.removedByRule ?? [])].flatMap(([rule, exact]) => {
    const count = coarseCount(exact)
    return count === null ? [] : [{ rule, count }]
  })
  return {
    month,
    reports: coarse('reports'),
    removed: coarse('removed'),
    removedByRule: rules.toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule)),
    restored: coarse('restored'),
    sanctions: coarse('sanctions'),
    appeals: coarse('appeals'),
    upheld: coarse('upheld'),
    overturned: coarse('overturned'),
    reveals: coarse('reveals'),
    medianHours:
      counts === undefined || counts.decided < leastCount()
        ? null
        : Math.max(1, Math.ceil(counts.medianSeconds / HOUR_SECONDS)),
  }
}

/** None is as telling as one: only what is plenty is said. */
const coarseCount = (count: number): number | null => (count < leastCount() ? null : count - (count % STEP))
