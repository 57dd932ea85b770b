import { and, eq, isNull } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { collegeAlerts } from '../../../db/schema/membership'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { superadminIds, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit } from '../../ground/audit/audit'
import { readSettings } from '../../ground/settings/settings'
import { exactId } from '../../lib/crypto/ids'
import { collegeAlertMail } from '../../lib/mail/templates'
import { securityLimiter } from '../../lib/net/security-limiter'
import { namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { mailOwner } from '../notices/notices'
import { mailTo } from './directory'
import type { College } from './schemas'

// Whoever controls the domain of a college can make students of it. So superadmins are told at once of every act that
// gives a domain to a college, or such acts are theirs alone.

type Kind = (typeof collegeAlerts.$inferInsert)['kind']

/** Of each kind, so that no flood of new colleges hides a changed domain. The overview shows them all. */
const MAIL_LIMIT = { max: 30, seconds: 3600, boundedSubjects: true } as const

/** Tells every superadmin, the acting one as well: it may be somebody else with their session. */
export function alertSuperadmins(
  tx: Tx,
  actor: Actor,
  kind: Kind,
  { id: collegeId, name: college, emailDomain: domain }: Pick<College, 'id' | 'name' | 'emailDomain'>,
  domainBefore: string | null = null,
): void {
  const recipients = superadminIds(tx)
  // The first set-up: nobody is there yet.
  if (recipients.length === 0) return
  const act = { kind, college, domain, domainBefore }
  const alert = { ...act, id: exactId(), collegeId, actorId: actor.id, createdAt: new Date().toISOString() }
  tx.orm.insert(collegeAlerts).values(alert).run()
  const name = tx.orm
    .select(pick(users, 'username'))
    .from(users)
    .where(eq(users.id, actor.id ?? ''))
  const about = { ...act, domainBefore: domainBefore ?? '', by: name.get()?.username ?? null }
  const limit = { ...MAIL_LIMIT, name: `mails:colleges:${kind}` }
  for (const id of recipients)
    if (securityLimiter.consume(limit, id).allowed)
      mailOwner(tx, id, (...owner) => collegeAlertMail(mailTo(...owner), about))
}

export const collegeAlert = namedObject('CollegeAlert', {
  id: recordId,
  kind: t.UnionEnum(['created', 'approved', 'domain_changed']),
  college: t.String(),
  domain: t.String(),
  domainBefore: nullable(t.String()),
  by: nullable(t.String({ description: 'Username; null for the operator and for a deleted account' })),
  createdAt: timestamp,
})

const SHOWN = {
  ...pick(collegeAlerts, 'id', 'kind', 'college', 'domain', 'domainBefore', 'createdAt'),
  by: orNull(users.username),
}

/** What no superadmin has acknowledged, newest first. Index: college_alerts_open. */
export const openAlerts = (db: Connection): Static<typeof collegeAlert>[] =>
  sql(SHOWN)`
  SELECT a.id, a.kind, a.college, a.domain, a.domain_before AS domainBefore, a.created_at AS createdAt, u.username AS by
  FROM college_alerts a LEFT JOIN users u ON u.id = a.actor_id
  WHERE a.acknowledged_at IS NULL ORDER BY a.id DESC LIMIT ${50}`.all(db)

/** 404 for one that is not open. */
export async function acknowledgeAlert(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'superadmin', (tx, user) => {
    const open = and(eq(collegeAlerts.id, id), isNull(collegeAlerts.acknowledgedAt))
    const settled = { acknowledgedAt: new Date().toISOString() }
    const row = tx.orm.update(collegeAlerts).set(settled).where(open).returning(pick(collegeAlerts, 'kind')).get()
    const { kind } = row ?? refuse('NOT_FOUND', 'colleges.alertMissing')
    const entry = { action: 'admin:acknowledged:college-alert', entityType: 'college-alert', entityId: id } as const
    audit(tx, user, { ...entry, metadata: { kind } })
  })
}

/** Whether the viewer may add colleges, approve requests and change email domains, by the setting. */
export const mayChangeDomains = (db: Connection, { role }: Pick<Viewer, 'role'>): boolean =>
  role === 'superadmin' || (role === 'admin' && readSettings(db).collegeDomains === 'admin')

/** 403 `FORBIDDEN`. Called inside the write. */
export function requireDomainRights(tx: Tx, user: Viewer): void {
  if (!mayChangeDomains(tx, user)) refuse('FORBIDDEN', 'colleges.superadminsOnly')
}
