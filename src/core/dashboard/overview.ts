import type { Static } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import { firstIdAt } from '../../lib/ids'
import type { Viewer } from '../access/account'
import { countSignUpRequests } from '../auth/sign-up-requests'
import { backupStatus } from '../backups/records'
import { mayChangeDomains, openAlerts } from '../colleges/alerts'
import { countNewFeedbacks } from '../feedback/queries'
import { countHeldTexts } from '../moderation/held-queue'
import { countEscalated } from '../reports/escalations'
import { countOpenTargets } from '../reports/open-targets'
import { countPendingReports } from '../reports/queries'
import {
  countActiveUsers,
  countAppeals,
  countDays,
  countPendingCollegeRequests,
  type Day,
  type DayCount,
  readTotals,
} from './queries'
import type { Overview } from './record'

const DAY_MS = 86_400_000
const CHART_DAYS = 30
const WEEK = 7

// The numbers on the console's first page.

/**
 * Days are in UTC, and the last seven include today. Pending reports leave out those about the viewer's own content.
 */
export async function readOverview(viewer: Viewer): Promise<Static<typeof Overview>> {
  const db = storage.reader
  const days = lastDays(Date.now(), CHART_DAYS)
  const daily = await countDays(db, days)
  const week = daily.slice(-WEEK)
  return {
    ...(await readTotals(db)),
    reports: {
      pending: await countPendingReports(db, viewer),
      targets: countOpenTargets(db, viewer.id),
      escalated: countEscalated(db, viewer.id),
    },
    held: { waiting: countHeldTexts(db, viewer) },
    appeals: countAppeals(db, viewer),
    signUps: { waiting: countSignUpRequests(db) },
    feedback: { new: await countNewFeedbacks(db) },
    collegeRequests: { pending: await countPendingCollegeRequests(db) },
    collegeAlerts: openAlerts(db),
    mayChangeDomains: await mayChangeDomains(db, viewer),
    backups: viewer.role === 'superadmin' ? backups(db) : null,
    newUsersLast7Days: sum(week, 'users'),
    postsLast7Days: sum(week, 'posts'),
    activeUsersLast7Days: await activeUsers(db, days.at(-WEEK)?.from ?? ''),
    daily,
  }
}

/** Nothing of their content, nor where they are. */
function backups(db: Connection): NonNullable<Static<typeof Overview>['backups']> {
  const status = backupStatus(db)
  const proven = status?.proven
  const ms = (proven?.makeMs ?? 0) + (proven?.proveMs ?? 0) + (proven?.storeMs ?? 0)
  return {
    isScheduled: status !== undefined,
    provenAt: proven?.startedAt ?? null,
    megabytes: proven === undefined ? null : Math.ceil((proven.bytes ?? 0) / 1_000_000),
    seconds: proven === undefined ? null : Math.ceil(ms / 1000),
    problem: status?.problem ?? null,
    isOverdue: status?.isOverdue ?? false,
  }
}

/** By the hour in which it was counted. */
const active = new Cache<string, { count: number }>('active users', 1)

/**
 * Counted once an hour: an administrator who ends somebody's sessions could watch the number, and would see to the second
 * when that pseudonym signs in again.
 */
async function activeUsers(db: Connection, since: string): Promise<number> {
  const hour = new Date().toISOString().slice(0, 13)
  return (await active.get(hour, async () => ({ count: await countActiveUsers(db, since) }))).count
}

/** The days up to `now`, oldest first. */
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
