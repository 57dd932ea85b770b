import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { openAddress } from '../../lib/addresses'
import { runEvery } from '../../lib/background'
import { dayOf, monthsAfter } from '../../lib/coarse-time'
import { MailLimit } from '../../lib/mail/errors'
import { deliverQueued } from '../../lib/mail/mail'
import { membershipMail } from '../../lib/mail/templates'
import type { Viewer } from '../access/account'
import { firstMonthOfMembers, lastMonthEnding, membershipEnd } from '../access/membership'
import { writeAs } from '../access/write-as'
import { type Actor, adminOrOperator, audit } from '../audit/audit'
import { clockDoubt } from '../audit/day-notes'
import { mailCampus } from '../colleges/directory'
import { type MembershipPreview, previewMemberships } from './preview'

// Mails before a membership ends, a month and a week, and when a superadmin or the operator wants them; the app says the
// same above every page. Composed when they are sent, and not queued: no address waits on the disk, and thousands of them
// keep no other mail waiting. What is remembered is the day of the last one.

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const CHECK_INTERVAL_MS = 600_000
/** As many in one run; `MAIL_PER_HOUR` bounds them, too. */
const BATCH = 100

const iso = (time: number): string => new Date(time).toISOString()

// Not a setting: it asks for something once.
const REQUEST = { value: TEXT }
const request = sqlStatement("SELECT value FROM settings WHERE key = 'membershipReminders'", { returns: REQUEST })
const putRequest = sqlStatement(
  `INSERT INTO settings (key, value, updated_at) VALUES ('membershipReminders', $value, $now)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  { params: { ...REQUEST, now: TEXT } },
)

/** Those whose email was proved in that month and who had no mail since. */
type Due = { month: string; since: string }

/** A request counts for a month, and passes over who had a mail in the week before it. */
function dueMonths(now: number): Due[] {
  if (config.reverifyMonths === 0) return []
  const month = firstMonthOfMembers(now)
  const end = monthsAfter(iso(now), 1)
  const lastWeek = Date.parse(end) - WEEK_MS
  const due = [{ month, since: now >= lastWeek ? iso(lastWeek) : monthsAfter(iso(now), 0) }]
  const { by, askedAt } = JSON.parse(request(storage.reader).get()?.value ?? '{"by":"","askedAt":""}')
  const asked = Date.parse(askedAt)
  if (asked <= now && now < asked + 30 * DAY_MS)
    for (let each = month; each <= lastMonthEnding(by); each = monthsAfter(each, 1))
      due.push({ month: each, since: iso(asked - WEEK_MS) })
  return due
}

const RECIPIENT = {
  ...pick(users, 'id', 'role', 'language', 'verifiedAt', 'remindedAt'),
  identityId: identities.id,
  emailSealed: identities.emailSealed,
}
type Recipient = Raw<typeof RECIPIENT>
/** Index: users_membership. */
const next = sqlStatement(
  `SELECT u.id, u.role, u.language, u.verified_at AS verifiedAt, u.reminded_at AS remindedAt,
    i.id AS identityId, i.email_sealed AS emailSealed
  FROM users u CROSS JOIN identities i ON i.id = u.auth_id
  WHERE u.verified_at = $month AND u.reminded_at < $since AND u.role = 'user' AND u.status = 'ACTIVE' LIMIT $limit`,
  { returns: RECIPIENT, params: { month: users.verifiedAt, since: users.remindedAt, limit: INTEGER } },
)
/** Nothing for who has renewed meanwhile. */
const note = sqlStatement('UPDATE users SET reminded_at = $remindedAt WHERE id = $id AND verified_at = $verifiedAt', {
  params: pick(users, 'id', 'verifiedAt', 'remindedAt'),
})
const noteMail = ({ id, verifiedAt }: Recipient, remindedAt: string): Promise<number> =>
  storage.write(async (tx) => note(tx).run({ id, verifiedAt, remindedAt }).changes)

/** Sends what is due, some at a time. Where this server reads no addresses, the app alone tells. */
export async function sendReminders(): Promise<void> {
  const now = Date.now()
  if (config.addressRecipient !== undefined || clockDoubt(storage.reader, now)) return
  let left = BATCH
  for (const due of dueMonths(now)) {
    const recipients = left > 0 ? next(storage.reader).all({ ...due, limit: left }) : []
    left -= recipients.length
    for (const recipient of recipients) if (!(await remind(recipient, now))) return
  }
}

/** False above what mail there may be in an hour: then the rest waits. */
async function remind(recipient: Recipient, now: number): Promise<boolean> {
  // Before the try, so that a killed process does not send it again and again.
  if ((await noteMail(recipient, dayOf(iso(now)))) === 0) return true
  const email = await openAddress({ id: recipient.identityId, emailSealed: recipient.emailSealed })
  const endsAt = membershipEnd(recipient)
  if (email === null || endsAt === null) return true
  const { publicUrl } = config
  try {
    await deliverQueued(
      membershipMail(recipient.language, { to: email, campus: await mailCampus(), endsAt, publicUrl }),
    )
  } catch (error) {
    if (!(error instanceof MailLimit)) return true
    await noteMail(recipient, recipient.remindedAt)
    return false
  }
  return true
}

/** Looks for due mails now and then. The returned function stops that and waits for a run in progress. */
export const startReminders = (): (() => Promise<void>) =>
  runEvery(CHECK_INTERVAL_MS, 'membership reminders', sendReminders)

/** Mails everybody whose membership ends at or before the first of that month, within the next hours. */
export async function requestReminders(tx: Tx, actor: Actor, month?: string): Promise<MembershipPreview> {
  const preview = previewMemberships(month)
  const { by } = preview
  const now = iso(Date.now())
  putRequest(tx).run({ value: JSON.stringify({ by, askedAt: now }), now })
  await audit(tx, actor, {
    action: `${adminOrOperator(actor)}:sent:reminders`,
    entityType: 'user',
    entityId: null,
    metadata: { by },
  })
  return preview
}

export const sendRemindersNow = (user: Viewer, month?: string): Promise<MembershipPreview> =>
  writeAs(user, 'superadmin', (tx, user) => requestReminders(tx, user, month))
