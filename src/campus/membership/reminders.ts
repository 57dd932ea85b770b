import { type Static, t } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { identities } from '../../../db/schema/identities'
import { settings } from '../../../db/schema/server'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { INTEGER, pick, type Raw, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import type { Viewer } from '../../ground/access/account'
import { firstMonthOfMembers, lastMonthEnding, membershipEnd } from '../../ground/access/membership'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, adminOrOperator, audit } from '../../ground/audit/audit'
import { clockDoubt } from '../../ground/audit/day-notes'
import { deliverQueued } from '../../lib/mail/mail'
import { MailLimit } from '../../lib/mail/message'
import { membershipMail } from '../../lib/mail/templates'
import { openAddress } from '../../lib/net/addresses'
import { runEvery } from '../../lib/process/background'
import { dayOf, monthsAfter } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { mailTo } from '../colleges/directory'

// How many memberships end, before they do. Whoever reads it must not learn whose: numbers are rounded down to a multiple
// of the least group, and nothing below that is told, nor that there is anybody.

const counted = nullable(integer('Rounded down to a multiple of `leastCount`; null for fewer'))

export const membershipPreview = namedObject('MembershipPreview', {
  by: timestamp,
  months: integer('After how many months a membership ends; 0: never'),
  leastCount: integer(),
  members: counted,
  ending: counted,
  groups: t.Array(
    t.Object({
      college: t.Object({ id: recordId, name: t.String() }),
      joined: t.String({ description: 'The year' }),
      members: counted,
      ending: counted,
    }),
    { description: 'By college and year of joining; only those in which enough end', maxItems: 10_000 },
  ),
})
export type MembershipPreview = Static<typeof membershipPreview>

/** The memberships that end at or before the first of that month (`2027-07`); unless told, those of this month. */
export function previewMemberships(month?: string): MembershipPreview {
  const by = monthsAfter(month ?? new Date().toISOString(), month === undefined ? 1 : 0)
  const [leastCount, months] = [config.minGroup, config.reverifyMonths]
  const rows =
    months === 0
      ? []
      : sql({ ...pick(colleges, 'id', 'name'), joined: TEXT, members: INTEGER, ending: INTEGER })`
      SELECT c.id, c.name, substr(u.created_at, 1, 4) AS joined, count(*) AS members,
        sum(u.verified_at <= ${lastMonthEnding(by)}) AS ending
      FROM users u CROSS JOIN colleges c ON c.id = u.college_id
      WHERE u.role = 'user' AND u.status = 'ACTIVE' AND u.verified_at >= ${firstMonthOfMembers()}
      GROUP BY c.id, joined ORDER BY c.name, c.id, joined`.all(storage.reader)
  const coarse = (count: number): number | null => (count < leastCount ? null : count - (count % leastCount))
  const sum = (name: 'members' | 'ending') => coarse(rows.reduce((total, row) => total + row[name], 0))
  const groups = rows.flatMap(({ id, name, joined, members, ending }) =>
    ending < leastCount ? [] : { college: { id, name }, joined, members: coarse(members), ending: coarse(ending) },
  )
  return { by, months, leastCount, members: sum('members'), ending: sum('ending'), groups }
}

// Mails before a membership ends, a month and a week, and when a superadmin or the operator wants them; the app says the
// same above every page. Composed when they are sent, and not queued: no address waits on the disk, and thousands of them
// keep no other mail waiting. What is remembered is the day of the last one.

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const CHECK_INTERVAL_MS = 600_000
/** As many in one run; `MAIL_PER_HOUR` bounds them, too. */
const BATCH = 100

const iso = (time: number): string => new Date(time).toISOString()

// Notes, not settings: one asks for something once, the other has the months that the last start counted with.
const noted = (key: string) => sql(pick(settings, 'value'))`SELECT value FROM settings WHERE key = ${key}`
const putNote = (key: string, value: string, now: string) => sql`
  INSERT INTO settings (key, value, updated_at) VALUES (${key}, ${value}, ${now})
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`

/**
 * Whose email was proved in that month and who had no mail since. A request counts for a month, and passes over who had
 * a mail in the week before it.
 */
function dueMonths(now: number): { month: string; since: string }[] {
  if (config.reverifyMonths === 0) return []
  const month = firstMonthOfMembers(now)
  const end = monthsAfter(iso(now), 1)
  const lastWeek = Date.parse(end) - WEEK_MS
  const due = [{ month, since: now >= lastWeek ? iso(lastWeek) : monthsAfter(iso(now), 0) }]
  const { by, askedAt } = JSON.parse(
    noted('membershipReminders').get(storage.reader)?.value ?? '{"by":"","askedAt":""}',
  )
  const asked = Date.parse(askedAt)
  if (asked <= now && now < asked + 30 * DAY_MS)
    for (let each = month; each <= lastMonthEnding(by); each = monthsAfter(each, 1))
      due.push({ month: each, since: iso(asked - WEEK_MS) })
  return due
}

const RECIPIENT = {
  ...pick(users, 'id', 'role', 'language', 'verifiedAt', 'remindedAt'),
  ...{ identityId: identities.id, emailSealed: identities.emailSealed },
}
type Recipient = Raw<typeof RECIPIENT>
/** Nothing for who has renewed meanwhile. */
const noteMail = ({ id, verifiedAt }: Recipient, remindedAt: string): Promise<number> =>
  storage.write(
    (tx) =>
      sql`
    UPDATE users SET reminded_at = ${remindedAt} WHERE id = ${id} AND verified_at = ${verifiedAt}`.run(tx).changes,
  )

/** Sends what is due, some at a time. Where this server reads no addresses, the app alone tells. */
export async function sendReminders(): Promise<void> {
  const now = Date.now()
  if (config.addressRecipient !== undefined || clockDoubt(storage.reader, now)) return
  let left = BATCH
  for (const due of dueMonths(now)) {
    // Index: users_membership.
    const next = sql(RECIPIENT)`
      SELECT u.id, u.role, u.language, u.verified_at AS verifiedAt, u.reminded_at AS remindedAt,
        i.id AS identityId, i.email_sealed AS emailSealed
      FROM users u CROSS JOIN identities i ON i.id = u.auth_id
      WHERE u.verified_at = ${due.month} AND u.reminded_at < ${due.since} AND u.role = 'user' AND u.status = 'ACTIVE'
      LIMIT ${left}`
    const recipients = left > 0 ? next.all(storage.reader) : []
    left -= recipients.length
    for (const recipient of recipients) if (!(await remind(recipient, now))) return
  }
}

/** False above what mail there may be in an hour: then the rest waits. */
async function remind(recipient: Recipient, now: number): Promise<boolean> {
  // Before the try, so that a killed process does not send it again and again.
  if ((await noteMail(recipient, dayOf(iso(now)))) === 0) return true
  const email = openAddress({ ...recipient, id: recipient.identityId })
  const endsAt = membershipEnd(recipient)
  if (email === null || endsAt === null) return true
  try {
    await deliverQueued(membershipMail(mailTo(email, recipient.language), { endsAt }))
  } catch (error) {
    if (!(error instanceof MailLimit)) return true
    await noteMail(recipient, recipient.remindedAt)
    return false
  }
  return true
}

export const startReminders = () => runEvery(CHECK_INTERVAL_MS, 'membership reminders', sendReminders)

/** Mails everybody whose membership ends at or before the first of that month, within the next hours. */
export function requestReminders(tx: Tx, actor: Actor, month?: string): MembershipPreview {
  const preview = previewMemberships(month)
  const { by } = preview
  const now = iso(Date.now())
  putNote('membershipReminders', JSON.stringify({ by, askedAt: now }), now).run(tx)
  const entry = { entityType: 'user', entityId: null, metadata: { by } } as const
  audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:sent:reminders` })
  return preview
}

export const sendRemindersNow = (user: Viewer, month?: string): Promise<MembershipPreview> =>
  writeAs(user, 'superadmin', (tx, user) => requestReminders(tx, user, month))

/** Whole months that are left at least, when the rule becomes stricter. */
const GRACE_MONTHS = 2

/** What the migration counted with. */
const FIRST_MONTHS = 12

/**
 * Call before serving: where `REVERIFY_MONTHS` is less than at the last start, or no longer 0, nobody's membership ends
 * within two months. Writes nothing where it is as it was.
 */
export async function keepGrace(): Promise<void> {
  const months = config.reverifyMonths
  const before = Number(noted('reverifyMonths').get(storage.reader)?.value ?? FIRST_MONTHS)
  if (months === before) return
  const now = new Date().toISOString()
  await storage.write((tx) => {
    const month = monthsAfter(now, GRACE_MONTHS - months)
    if (months > 0 && (before === 0 || months < before))
      sql`UPDATE users SET verified_at = ${month} WHERE verified_at < ${month}`.run(tx)
    putNote('reverifyMonths', String(months), now).run(tx)
  })
}
