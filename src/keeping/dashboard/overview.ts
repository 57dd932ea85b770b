import { type Static, t } from 'elysia'
import { sql } from '../../../db/sql'
import { INTEGER, TEXT } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { countSignUpRequests } from '../../campus/auth/sign-up-requests'
import { collegeAlert, mayChangeDomains, openAlerts } from '../../campus/colleges/alerts'
import { bytesOf } from '../../forum/pictures/pictures'
import type { Viewer } from '../../ground/access/account'
import { notBy } from '../../ground/names/own-names'
import { figure } from '../../ground/parts'
import { allSettings } from '../../ground/settings/settings'
import { firstIdAt } from '../../lib/crypto/ids'
import { Cache } from '../../lib/process/cache'
import { day, integer, namedObject, nullable, timestamp } from '../../lib/text/schema'
import { countHeldTexts } from '../../order/moderation/held'
import { escalatedOf } from '../../order/reports/decision'
import { countPending } from '../../order/reports/service'
import { backupStatus, REASONS } from '../backups/records'

// The numbers on the console's first page.

const DAY_MS = 86_400_000
const CHART_DAYS = 30
const WEEK = 7
const TOTALS = { users: INTEGER, posts: INTEGER, comments: INTEGER }

export const Overview = namedObject('DashboardOverview', {
  users: integer('All accounts'),
  posts: integer('All that exist, in any moderation state'),
  comments: integer('All that are not deleted, in any moderation state of theirs and of their post'),
  reports: t.Object({
    pending: integer(),
    targets: integer('Posts and comments that these are about'),
    escalated: integer('Of these, those that wait for a superadmin'),
  }),
  held: t.Object({ waiting: integer('Texts that wait for a moderator, without those of the viewer') }),
  appeals: t.Object({
    open: integer('That wait for a moderator; not those of the viewer'),
    upheld: integer(),
    overturned: integer(),
  }),
  signUps: t.Object({ waiting: integer('Who verified an email and waits to be let in') }),
  feedback: t.Object({ new: integer() }),
  collegeRequests: t.Object({ pending: integer() }),
  collegeAlerts: t.Array(collegeAlert, { description: 'What no superadmin has acknowledged, newest first' }),
  mayChangeDomains: t.Boolean({
    description: 'Whether the viewer may add colleges, approve requests and change email domains',
  }),
  /** For superadmins alone. */
  backups: nullable(
    t.Object({
      isScheduled: t.Boolean({ description: 'Whether Quad makes backups by itself' }),
      provenAt: nullable(timestamp),
      megabytes: nullable(integer('Of the newest proven one, rounded up')),
      seconds: nullable(integer('To make it, to restore and check it, and to store it')),
      problem: nullable(t.UnionEnum([...REASONS], { description: 'Of the newest one' })),
      isOverdue: t.Boolean({ description: 'No backup was proven in two intervals' }),
    }),
  ),
  pictures: t.Object({
    megabytes: integer('Of all, rounded up'),
    most: integer('The setting `pictures.campusMegabytes`'),
  }),
  newUsersLast7Days: integer('The sum of the last seven of `daily`'),
  postsLast7Days: integer('The sum of the last seven of `daily`'),
  activeUsersLast7Days: integer(
    'Accounts with a session that was used on one of these days and had not ended; counted once an hour',
  ),
  daily: t.Array(t.Object({ date: day, users: integer(), posts: integer(), comments: integer() }), {
    description: 'What was added on each of the last 30 days and still exists, today last',
  }),
})

/** Days are in UTC, and the last seven include today. Reports about the viewer's own content are left out. */
export function readOverview(viewer: Viewer): Static<typeof Overview> {
  const db = storage.reader
  const days = lastDays(Date.now(), CHART_DAYS)
  const daily = countDays(days).all(db)
  const week = daily.slice(-WEEK)
  const pending = countPending(db, viewer.id)
  return {
    ...readTotals(db),
    reports: { pending: pending.reports, targets: pending.targets, escalated: escalatedOf(db, viewer.id).length },
    held: { waiting: countHeldTexts(db, viewer) },
    // By the index appeals_status. What an administrator wrote against a decision is for others to decide.
    appeals: sql({ open: INTEGER, upheld: INTEGER, overturned: INTEGER })`SELECT
      (SELECT count(*) FROM appeals WHERE status = 'open' AND ${notBy(viewer.id, 'user_id')}) AS open,
      (SELECT count(*) FROM appeals WHERE status = 'upheld') AS upheld,
      (SELECT count(*) FROM appeals WHERE status = 'overturned') AS overturned`.get(db)!,
    signUps: { waiting: countSignUpRequests(db) },
    feedback: { new: figure(db, 'feedback') },
    // By college_requests_pending_domain, whose condition it repeats.
    collegeRequests: sql({ pending: INTEGER })`
      SELECT count(*) AS pending FROM college_requests WHERE status = 'pending'`.get(db)!,
    collegeAlerts: openAlerts(db),
    mayChangeDomains: mayChangeDomains(db, viewer),
    backups: viewer.role === 'superadmin' ? backups(db) : null,
    pictures: {
      megabytes: Math.ceil(bytesOf(db) / 1_000_000),
      most: allSettings().pictures.campusMegabytes,
    },
    newUsersLast7Days: week.reduce((total, { users }) => total + users, 0),
    postsLast7Days: week.reduce((total, { posts }) => total + posts, 0),
    activeUsersLast7Days: activeUsers(db, days.at(-WEEK)?.from ?? ''),
    daily,
  }
}

/** All in narrow indexes, less what few are: for administrators, milliseconds for half a million comments. */
export const readTotals = (db: Connection) =>
  sql(TOTALS)`SELECT
    (SELECT count(*) FROM users) - (SELECT count(*) FROM users INDEXED BY users_alias WHERE status = 'ALIAS') AS users,
    (SELECT coalesce(sum(count), 0) FROM post_counts WHERE facet = 'all' AND value = '') AS posts,
    (SELECT count(*) FROM comments)
      - (SELECT count(*) FROM comments INDEXED BY comments_placeholders WHERE deleted_at IS NOT NULL) AS comments`.get(
    db,
  )!

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

/** Once an hour: who ends somebody's sessions could see in the number when that pseudonym signs in again. */
function activeUsers(db: Connection, since: string): number {
  const hour = new Date().toISOString().slice(0, 13)
  // By the covering index sessions_seen.
  const users = sql({ count: INTEGER })`
    SELECT count(DISTINCT user_id) AS count FROM sessions WHERE last_seen_at >= ${since}`
  return active.get(hour, () => users.get(db)!).count
}

/** What was added on each day and still exists. Each number is one range of a covering index. */
export const countDays = (days: readonly object[]) => sql({ ...TOTALS, date: TEXT })`
  SELECT
    day.value ->> 'date' AS date,
    (SELECT count(*) FROM identities
      WHERE created_at >= day.value ->> 'from' AND created_at < day.value ->> 'until') AS users,
    (SELECT count(*) FROM posts INDEXED BY posts_newest
      WHERE created_at >= day.value ->> 'from' AND created_at < day.value ->> 'until') AS posts,
    (SELECT count(*) FROM comments INDEXED BY comments_id_unique
      WHERE id >= day.value ->> 'fromId' AND id < day.value ->> 'untilId')
    - (SELECT count(*) FROM comments INDEXED BY comments_placeholders
      WHERE deleted_at IS NOT NULL AND id >= day.value ->> 'fromId' AND id < day.value ->> 'untilId') AS comments
  FROM json_each(${JSON.stringify(days)}) day`

/** The days up to `now`, oldest first, each with its bounds as times and as ids, which begin with their time. */
function lastDays(now: number, count: number) {
  const today = now - (now % DAY_MS)
  return Array.from({ length: count }, (_, index) => {
    const start = today - (count - 1 - index) * DAY_MS
    const [from, until] = [new Date(start).toISOString(), new Date(start + DAY_MS).toISOString()]
    return { date: from.slice(0, 10), from, until, fromId: firstIdAt(start), untilId: firstIdAt(start + DAY_MS) }
  })
}
