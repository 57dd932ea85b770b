import { eq, lt } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { invitations } from '../../../db/schema/membership'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { superadminIds, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { randomToken, tokenHash } from '../../lib/crypto/keys'
import { accountNewsMail } from '../../lib/mail/templates'
import { isValid } from '../../lib/process/clock'
import { minuteOf } from '../../lib/text/coarse-time'
import { namedObject, recordId, timestamp } from '../../lib/text/schema'
import { DailyQuota } from '../accounts/daily-quota'
import { applyRole, canActAsSuperadmin } from '../accounts/roles'
import { revokeSessions } from '../auth/sessions'
import { mailTo } from '../colleges/directory'
import { addNotice, tellOwner } from '../notices/notices'
import { scheduleModerationMail } from '../sanctions/mails'

export const LIFE_MS = 3 * 86_400_000

const COLUMNS = pick(invitations, 'id', 'invitedBy', 'createdAt', 'expiresAt', 'ending')
const ROW = { ...COLUMNS, madeBy: users.username }
type Row = Raw<typeof ROW>

export const invitation = namedObject('Invitation', {
  id: recordId,
  state: t.UnionEnum(['open', 'taken', 'revoked', 'expired', 'void'], {
    description: '`void`: whoever made it may not make any more. Who took it is not kept',
  }),
  madeBy: t.String({ description: 'The Quad name of the superadmin' }),
  createdAt: timestamp,
  expiresAt: timestamp,
})
type Invitation = Static<typeof invitation>

function stateOf(db: Connection, row: Pick<Row, 'ending' | 'expiresAt' | 'invitedBy'>): Invitation['state'] {
  if (row.ending !== null) return row.ending
  if (!isValid(row.expiresAt, LIFE_MS)) return 'expired'
  return canActAsSuperadmin(db, row.invitedBy) ? 'open' : 'void'
}

function toRecord(db: Connection, row: Row): Invitation {
  const { id, madeBy, createdAt, expiresAt } = row
  return { id, state: stateOf(db, row), madeBy, createdAt, expiresAt }
}

// Invitations: links with which students become administrators. Decision 52 says why they are
// for one role alone, and name nobody.

/** Of one superadmin, and of all together, in a day. Each is open for three. */
const quota = new DailyQuota(
  'invitations',
  { each: 10, inAll: 20 },
  { each: 'accounts.invitations', inAll: 'accounts.invitationsInAll' },
)

/** More than can be made while the oldest is kept. */
export const MOST_LISTED = 700

const SELECT = `SELECT ${selectList(COLUMNS, 'i')},
  u.username AS madeBy FROM invitations i JOIN users u ON u.id = i.invited_by`
const byId = (id: string) => sql(ROW)`${raw(SELECT)} WHERE i.id = ${id}`
const end = (tx: Tx, id: string, ending: 'revoked' | 'taken'): void =>
  void tx.orm.update(invitations).set({ ending }).where(eq(invitations.id, id)).run()

/** Newest first. */
export function listInvitations(): { invitations: Invitation[] } {
  const rows = sql(ROW)`
    ${raw(SELECT)} ORDER BY i.expires_at DESC, i.rowid DESC LIMIT ${MOST_LISTED}`.all(storage.reader)
  return { invitations: rows.map((row) => toRecord(storage.reader, row)) }
}

/** The token is shown this once. 429 `RATE_LIMITED` beyond ten in a day. */
export async function createInvitation(user: Viewer): Promise<{ invitation: Invitation; token: string }> {
  const [id, token, createdAt] = [crypto.randomUUID(), randomToken(), minuteOf(new Date().toISOString())]
  return writeAs(user, 'superadmin', (tx, user) => {
    const expiresAt = new Date(Date.parse(createdAt) + LIFE_MS).toISOString()
    const made = { id, tokenHash: tokenHash(token), invitedBy: user.id, createdAt, expiresAt }
    tx.orm.insert(invitations).values(made).run()
    audit(tx, user, { action: 'admin:made:invitation', entityType: 'invitation', entityId: id })
    const row = byId(id).get(tx) ?? refuse('NOT_FOUND')
    const answer = { invitation: toRecord(tx, row), token }
    // Last, because what is counted here stays counted when the transaction is rolled back.
    quota.consume(user.id)
    return answer
  })
}

/** Any superadmin may. 404; 409 `CONFLICT` for one that was taken; one that is over anyway is revoked all the same. */
export async function revokeInvitation(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'superadmin', (tx, user) => {
    const row = byId(id).get(tx) ?? refuse('NOT_FOUND', 'accounts.invitationMissing')
    const state = stateOf(tx, row)
    if (state === 'taken') refuse('CONFLICT', 'accounts.invitationTaken', { meta: { invitation: state } })
    if (state === 'revoked') return
    end(tx, id, 'revoked')
    audit(tx, user, { action: 'admin:revoked:invitation', entityType: 'invitation', entityId: id })
  })
}

const KEPT_MS = 30 * 86_400_000

/** For a month a link says why it no longer works. */
export function deleteOldInvitations(tx: Tx): void {
  const before = new Date(Date.now() - KEPT_MS).toISOString()
  tx.orm.delete(invitations).where(lt(invitations.expiresAt, before)).run()
}

const REFUSALS = {
  own: 'accounts.invitationOwn',
  needless: 'accounts.invitationNeedless',
  taken: 'accounts.invitationTaken',
  expired: 'accounts.invitationExpired',
} as const

/**
 * 404; 409 `CONFLICT` where it gives this viewer nothing, and why (`meta.invitation`). One that was revoked, and one whose
 * maker was demoted, banned or deleted, are missing like one that there never was: whoever holds it knows the person who
 * made it, and would learn what became of that person's account, and when.
 */
function openFor(db: Connection, viewer: Viewer, token: string) {
  const known = eq(invitations.tokenHash, tokenHash(token))
  const row = db.orm.select().from(invitations).where(known).get() ?? refuse('NOT_FOUND', 'accounts.invitationMissing')
  const state = stateOf(db, row)
  const why = row.invitedBy === viewer.id ? 'own' : viewer.role === 'user' ? state : 'needless'
  if (why === 'revoked' || why === 'void') refuse('NOT_FOUND', 'accounts.invitationMissing')
  if (why !== 'open') refuse('CONFLICT', REFUSALS[why], { meta: { invitation: why } })
  return row
}

/** What the link gives this viewer, and until when. Refuses as `takeInvitation` does. */
export function readInvitation(viewer: Viewer, token: string): { role: 'admin'; expiresAt: string } {
  const { expiresAt } = openFor(storage.reader, viewer, token)
  return { role: 'admin', expiresAt }
}

/** Makes the viewer an administrator. Of two who take it at once the second is refused, as after it. */
export async function takeInvitation(viewer: Viewer, token: string): Promise<{ role: 'admin' }> {
  await writeAs(viewer, 'author', async (tx, viewer) => {
    const { id } = openFor(tx, viewer, token)
    end(tx, id, 'taken')
    // Not which one: of ten that were handed out it would say whom each of them reached.
    audit(tx, viewer, { action: 'user:took:invitation', entityType: 'invitation', entityId: null })
    await applyRole(tx, viewer, viewer, 'admin', viewer.sessionId)
    // Only this one has just proved who it is; another may be of a copied cookie, or the identity provider's.
    revokeSessions(tx, viewer.id, viewer.sessionId)
    tell(tx, viewer.id)
  })
  return { role: 'admin' }
}

/**
 * Somebody else may have used the account, or have come by the link. The mails say nothing of it to who reads along, and that
 * of the account comes later: at this moment the log would name the owner of the mailbox to moderators who see it arrive.
 */
function tell(tx: Tx, userId: string): void {
  addNotice(tx, userId, { kind: 'became_moderator' })
  scheduleModerationMail(tx, userId)
  for (const id of superadminIds(tx))
    tellOwner(tx, id, { kind: 'invitation_taken' }, (...owner) => accountNewsMail(mailTo(...owner)))
}
