import { count, gte, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { moderationRecords } from '../../../db/schema/moderation'
import { reports } from '../../../db/schema/reports'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { Cache } from '../../lib/cache'

// What moderators did, in numbers that anybody may read. Whole months only, so that nobody sees a number grow by the one
// that they know of; nothing below the size of a group; and no number exactly.

const MONTHS = 12
/** Numbers are rounded down to a multiple of it. */
const STEP = 5

/** Both read whole tables, once for each month and each change of the settings. */
const reportsByMonth = (since: string) =>
  storage.reader.orm
    .select({ month: monthOf(reports.createdAt), count: count() })
    .from(reports)
    .where(gte(reports.createdAt, since))
    .groupBy(monthOf(reports.createdAt))
    .all()

const recordsByMonth = (since: string) => {
  const { createdAt, resource, state } = moderationRecords
  return storage.reader.orm
    .select({ month: monthOf(createdAt), resource, state, count: count() })
    .from(moderationRecords)
    .where(gte(createdAt, since))
    .groupBy(monthOf(createdAt), resource, state)
    .all()
}

const monthOf = (column: AnySQLiteColumn) => sql<string>`substr(${column}, 1, 7)`

const cache = new Cache<string, Month[]>(1)

type Month = { month: string } & Record<'reports' | 'removed' | 'restored' | 'sanctions', number | null>

const nameOf = (date: Date): string => date.toISOString().slice(0, 7)

/** The last whole months, newest first. Null stands for fewer than `leastCount`. */
export async function moderationNumbers(): Promise<{ months: Month[]; leastCount: number }> {
  const now = new Date()
  return { months: (await cache.get(nameOf(now), () => countMonths(now))) ?? [], leastCount: config.minGroup }
}

async function countMonths(now: Date): Promise<Month[]> {
  const months = Array.from({ length: MONTHS }, (_, index) =>
    nameOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1))),
  )
  const since = months.at(-1) ?? ''
  const counts = new Map<string, number>()
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
  for (const { month, count } of reportsByMonth(since)) add(`${month} reports`, count)
  for (const { month, resource, state, count } of recordsByMonth(since)) {
    if (resource !== 'user') add(`${month} ${state === 'active' ? 'restored' : 'removed'}`, count)
    else if (state !== 'active') add(`${month} sanctions`, count)
  }
  return months.map((month) => {
    const of = (name: string) => coarse(counts.get(`${month} ${name}`) ?? 0)
    return {
      month,
      reports: of('reports'),
      removed: of('removed'),
      restored: of('restored'),
      sanctions: of('sanctions'),
    }
  })
}

/** None is as telling as one: only what is plenty is said. */
const coarse = (count: number): number | null => (count < config.minGroup ? null : count - (count % STEP))
