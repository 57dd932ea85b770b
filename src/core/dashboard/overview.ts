import type { Static } from 'elysia'
import { storage } from '../../../db/storage'
import { firstIdAt } from '../../lib/ids'
import type { Viewer } from '../access/account'
import { newFeedbacks } from '../feedback/record'
import { countPendingReports } from '../reports/queries'
import { activeSince, countsOf, type Day, type DayCount, pendingCollegeRequests, readTotals } from './queries'
import type { Overview } from './record'

const DAY_MS = 86_400_000
const DAYS_SHOWN = 30
const WEEK = 7

/** The numbers as they are now, as this administrator sees them. Days are those of UTC, and the last seven include today. */
export async function readOverview(viewer: Viewer): Promise<Static<typeof Overview>> {
  const db = storage.reader
  const wanted = lastDays(Date.now(), DAYS_SHOWN)
  const daily = await countsOf(db, wanted)
  const week = daily.slice(-WEEK)
  return {
    ...(await readTotals(db)),
    reports: { pending: await countPendingReports(db, viewer) },
    feedback: { new: await newFeedbacks(db) },
    collegeRequests: { pending: await pendingCollegeRequests(db) },
    newUsersLast7Days: sum(week, 'users'),
    postsLast7Days: sum(week, 'posts'),
    activeUsersLast7Days: await activeSince(db, wanted.at(-WEEK)?.from ?? ''),
    daily,
  }
}

/** The days up to the one of `now`, oldest first. */
function lastDays(now: number, count: number): Day[] {
  const today = now - (now % DAY_MS)
  return Array.from({ length: count }, (_, index) => {
    const start = today - (count - 1 - index) * DAY_MS
    const [from, until] = [new Date(start).toISOString(), new Date(start + DAY_MS).toISOString()]
    return { date: from.slice(0, 10), from, until, fromId: firstIdAt(start), untilId: firstIdAt(start + DAY_MS) }
  })
}

const sum = (days: readonly DayCount[], name: 'users' | 'posts'): number =>
  days.reduce((total, day) => total + day[name], 0)
