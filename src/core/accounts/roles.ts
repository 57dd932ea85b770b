import { eq, sql } from 'drizzle-orm'
import { sessions } from '../../../db/schema/sessions'
import { sanctions, users } from '../../../db/schema/users'
import { orNull, pick, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { dayOf } from '../../lib/coarse-time'
import { closeSocketsOfSession } from '../../lib/sockets/hub'
import {
  type Account,
  forgetAccount,
  type Role,
  readAccount,
  type Viewer,
  withPresentSanctions,
} from '../access/account'
import { levelRefusal } from '../access/levels'
import { activeSanction, liftSanction, revokeInvitationsOf, type Sanction } from '../access/sanctions'
import { forgetSessions, renewTokens } from '../access/sessions'
import { writeAs } from '../access/write-as'
import { type Actor, adminOrOperator, audit } from '../audit/audit'
import { recordModeration } from '../moderation/records'
import { noticeSanction } from '../notices/notices'
import { recheckSubscribers } from '../posts/subscriptions'
import { keepingBranchGroups } from './branch-groups'
import { drawBranch } from './drawn-branches'
import { findIdentity } from './users'

// Who is administrator and superadmin. Somebody must always be able to act as superadmin.

/** As `changeRole`, for the operator. 404 for an unknown email, 409 `CONFLICT` for the last superadmin. */
export async function setRoleByEmail(
  tx: Tx,
  actor: Actor,
  { email, role }: { email: string; role: Role },
): Promise<Account> {
  const { userId } = (await findIdentity(tx, email)) ?? refuse('NOT_FOUND', 'accounts.noneWithEmail')
  const account = await requireAccount(tx, userId)
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
    const account = await readAccount(tx, userId)
    if (account === undefined || account.status === 'ALIAS') return refuse('NOT_FOUND', 'accounts.missing')
    await applyRole(tx, user, account, role)
  })
  return { userId, role }
}

/** Index: users_role, whose condition the query repeats. */
const superadmins = sqlStatement(
  `SELECT u.id, s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id
  WHERE u.role = 'superadmin' AND u.role <> 'user'
    AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'account' AND d.id = u.id)`,
  { returns: { id: users.id, kind: orNull(sanctions.kind), endsAt: sanctions.endsAt } },
)

export async function superadminExists(db: Connection): Promise<boolean> {
  return superadmins(db).get() !== undefined
}

/** Whether nobody else can act as superadmin. A banned or suspended superadmin cannot. */
export async function isLastSuperadmin(db: Connection, id: string): Promise<boolean> {
  return !superadmins(db)
    .all()
    .some(({ id: other, kind, endsAt }) => other !== id && !isActive(kind, endsAt))
}

const isActive = (kind: Sanction['kind'] | null, endsAt: string | null): boolean =>
  kind !== null && activeSanction({ kind, reason: '', endsAt }) !== null

/** Whether the account may do now what superadmins may. */
export async function canActAsSuperadmin(db: Connection, id: string): Promise<boolean> {
  const account = await readAccount(db, id)
  const isLeaving = superadmins(db)
    .all()
    .every((each) => each.id !== id)
  if (account === undefined || isLeaving) return false
  return levelRefusal('superadmin', withPresentSanctions(account)) === null
}

/** Index: users_role, whose condition the query repeats. */
const moderators = sqlStatement(
  `SELECT s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id
  WHERE u.role <> 'user' AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'account' AND d.id = u.id)`,
  { returns: { kind: orNull(sanctions.kind), endsAt: sanctions.endsAt } },
)

/** How many administrators and superadmins can act now. */
export const countModerators = (db: Connection): number =>
  moderators(db)
    .all()
    .filter(({ kind, endsAt }) => !isActive(kind, endsAt)).length

const endProvided = sqlStatement(
  'DELETE FROM sessions WHERE user_id = $userId AND id <> $kept AND is_provided = 1 RETURNING id',
  { returns: pick(sessions, 'id'), params: { userId: users.id, kept: sessions.id } },
)

/** Whoever runs the identity provider must not become administrator, nor by a session that it opened before. */
function endProvidedSessions(tx: Tx, userId: string, kept: string): void {
  const ended = new Set(
    endProvided(tx)
      .all({ userId, kept })
      .map(({ id }) => id),
  )
  forgetSessions(tx, ({ id }) => ended.has(id))
  for (const id of ended) tx.afterCommit(() => closeSocketsOfSession(id))
}

/** `kept`: the session that has just proved to be the owner's, where the account gets the role by itself. */
export async function applyRole(tx: Tx, actor: Actor, account: Account, role: Role, kept = ''): Promise<void> {
  if (account.role === 'superadmin' && role !== 'superadmin' && (await isLastSuperadmin(tx, account.id)))
    refuse('CONFLICT', 'accounts.lastSuperadmin')
  const now = new Date().toISOString()
  if (account.role !== role) {
    tx.orm
      .update(users)
      .set({ role, updatedAt: dayOf(now) })
      .where(eq(users.id, account.id))
      .run()
    const [before, after] = [{ role: account.role }, { role }]
    const action = `${adminOrOperator(actor)}:changed:role` as const
    await audit(tx, actor, { action, entityType: 'user', entityId: account.id, before, after })
    if (role !== 'superadmin') revokeInvitationsOf(tx, account.id)
    if (account.role === 'user') endProvidedSessions(tx, account.id, kept)
    tx.afterCommit(() => recheckSubscribers(account.id))
    await renewTokens(tx, account.id)
  }
  if (role !== 'user') {
    const { branch, branchId } = account.branch === '' ? await drawBranch(tx, account.collegeId) : account
    await keepingBranchGroups(tx, account.id, async () =>
      tx.orm
        .update(users)
        .set({
          branch,
          branchId,
          status: 'ACTIVE',
          termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now})`,
        })
        .where(eq(users.id, account.id))
        .run(),
    )
    await clearSanction(tx, actor, account.id)
  }
  forgetAccount(tx, account.id)
}

export async function requireAccount(tx: Tx, id: string): Promise<Account> {
  const account = await readAccount(tx, id)
  if (!account) throw new Error('an identity without a user')
  return account
}

/** Called for new administrators: a banned one could do nothing, and nobody could help the only one. */
export async function clearSanction(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const lifted = await liftSanction(tx, userId)
  if (lifted === null) return
  noticeSanction(tx, userId, { kind: 'banned', reason: null }, { kind: 'sanction_lifted' })
  await recordModeration(tx, actor, { resource: 'user', resourceId: userId, state: 'active', reason: null, ends: null })
  await audit(tx, actor, {
    action: `${adminOrOperator(actor)}:lifted:sanction`,
    entityType: 'user',
    entityId: userId,
    before: { kind: lifted },
  })
}
