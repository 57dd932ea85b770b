import { and, eq, sql as expression, ne } from 'drizzle-orm'
import { sessions } from '../../../db/schema/sessions'
import { sanctions, users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import {
  type Account,
  forgetAccount,
  type Role,
  readAccount,
  type Viewer,
  withPresentSanctions,
} from '../../ground/access/account'
import { levelRefusal } from '../../ground/access/levels'
import { activeSanction, liftSanction, revokeInvitationsOf, type Sanction } from '../../ground/access/sanctions'
import { forgetSessions, renewTokens } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, adminOrOperator, audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { closeSocketsOfSession } from '../../lib/net/sockets/hub'
import { dayOf } from '../../lib/text/coarse-time'
import { noticeSanction } from '../notices/notices'
import { recordModeration } from '../sanctions/records'
import { drawBranch, keepingBranchGroups } from './branch-groups'
import { findIdentity } from './users'

// Who is administrator and superadmin. Somebody must always be able to act as superadmin.

/** As `changeRole`, for the operator. 404 for an unknown email, 409 `CONFLICT` for the last superadmin. */
export async function setRoleByEmail(tx: Tx, actor: Actor, { email, role }: { email: string; role: Role }) {
  const { userId } = findIdentity(tx, email) ?? refuse('NOT_FOUND', 'accounts.noneWithEmail')
  const account = requireAccount(tx, userId)
  await applyRole(tx, actor, account, role)
  return requireAccount(tx, account.id)
}

/**
 * Changes the role of any user, oneself included. A new administrator is onboarded, and its sanction is lifted. 404;
 * 409 `CONFLICT` for the last superadmin.
 */
export async function changeRole(user: Viewer, userId: string, role: Role): Promise<{ userId: string; role: Role }> {
  // When two superadmins demote each other at once, `writeAs` refuses the second.
  await writeAs(user, 'superadmin', async (tx, user) => {
    const account = readAccount(tx, userId)
    if (!account || account.status === 'ALIAS') return refuse('NOT_FOUND', 'accounts.missing')
    await applyRole(tx, user, account, role)
  })
  return { userId, role }
}

/** Index: users_role, whose condition the query repeats. */
const moderators = () => sql({ ...pick(users, 'id', 'role'), kind: orNull(sanctions.kind), endsAt: sanctions.endsAt })`
  SELECT u.id, u.role, s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id
  WHERE u.role <> 'user' AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'account' AND d.id = u.id)`

const superadmins = (db: Connection) =>
  moderators()
    .all(db)
    .filter(({ role }) => role === 'superadmin')

export const superadminExists = (db: Connection): boolean => superadmins(db).length > 0

/** Whether nobody else can act as superadmin. A banned or suspended superadmin cannot. */
export const isLastSuperadmin = (db: Connection, id: string): boolean =>
  !superadmins(db).some((other) => other.id !== id && canAct(other))

const canAct = ({ kind, endsAt }: { kind: Sanction['kind'] | null; endsAt: string | null }): boolean =>
  kind === null || activeSanction({ kind, reason: '', endsAt }) === null

/** Whether the account may do now what superadmins may. */
export function canActAsSuperadmin(db: Connection, id: string): boolean {
  const account = readAccount(db, id)
  if (account === undefined || !superadmins(db).some((each) => each.id === id)) return false
  return levelRefusal('superadmin', withPresentSanctions(account)) === null
}

/** How many administrators and superadmins can act now. */
export const countModerators = (db: Connection): number => moderators().all(db).filter(canAct).length

/** Whoever runs the identity provider must not become administrator, nor by a session that it opened before. */
function endProvidedSessions(tx: Tx, userId: string, kept: string): void {
  const provided = and(eq(sessions.userId, userId), ne(sessions.id, kept), eq(sessions.isProvided, true))
  const rows = tx.orm.delete(sessions).where(provided).returning(pick(sessions, 'id')).all()
  const ended = new Set(rows.map(({ id }) => id))
  forgetSessions(tx, ({ id }) => ended.has(id))
  for (const id of ended) tx.afterCommit(() => closeSocketsOfSession(id))
}

/** `kept`: the session that has just proved to be the owner's, where the account gets the role by itself. */
export async function applyRole(tx: Tx, actor: Actor, account: Account, role: Role, kept = ''): Promise<void> {
  if (account.role === 'superadmin' && role !== 'superadmin' && isLastSuperadmin(tx, account.id))
    refuse('CONFLICT', 'accounts.lastSuperadmin')
  const now = new Date().toISOString()
  if (account.role !== role) {
    const change = { role, updatedAt: dayOf(now) }
    tx.orm.update(users).set(change).where(eq(users.id, account.id)).run()
    const entry = { entityType: 'user', entityId: account.id, before: { role: account.role }, after: { role } } as const
    audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:changed:role` })
    if (role !== 'superadmin') revokeInvitationsOf(tx, account.id)
    if (account.role === 'user') endProvidedSessions(tx, account.id, kept)
    tell(tx, 'role.changed', { userId: account.id })
    renewTokens(tx, account.id)
  }
  if (role !== 'user') {
    const { branch, branchId } = account.branch === '' ? drawBranch(tx, account.collegeId) : account
    const termsAcceptedAt = expression`coalesce(${users.termsAcceptedAt}, ${now})`
    const change = { branch, branchId, status: 'ACTIVE', termsAcceptedAt } as const
    keepingBranchGroups(tx, account.id, () => tx.orm.update(users).set(change).where(eq(users.id, account.id)).run())
    clearSanction(tx, actor, account.id)
  }
  forgetAccount(tx, account.id)
}

export function requireAccount(tx: Tx, id: string): Account {
  const account = readAccount(tx, id)
  if (!account) throw new Error('an identity without a user')
  return account
}

/** Called for new administrators: a banned one could do nothing, and nobody could help the only one. */
export function clearSanction(tx: Tx, actor: Actor, userId: string): void {
  const lifted = liftSanction(tx, userId)
  if (lifted === null) return
  noticeSanction(tx, userId, { kind: 'banned', reason: null }, { kind: 'sanction_lifted' })
  recordModeration(tx, actor, { resource: 'user', resourceId: userId, state: 'active', reason: null, ends: null })
  const entry = { entityType: 'user', entityId: userId, before: { kind: lifted } } as const
  audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:lifted:sanction` })
}
