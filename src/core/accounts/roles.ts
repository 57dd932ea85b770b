import { eq, sql } from 'drizzle-orm'
import { sanctions, users } from '../../../db/schema/users'
import { orNull, sqlStatement, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Account, forgetAccount, type Role, readAccount, type Viewer } from '../access/account'
import { activeSanction, liftSanction, type Sanction } from '../access/sanctions'
import { writeAs } from '../access/write-as'
import { type Actor, audit } from '../audit/audit'
import { availableBranches, type ChosenBranch } from '../colleges/branches'
import { recordModeration } from '../moderation/records'
import { recheckSubscribers } from '../posts/subscriptions'
import { findIdentity } from './users'

/** What an administrator belongs to where neither the college nor the instance has a branch. */
const NO_BRANCH: ChosenBranch = { branch: 'Administration', branchId: null }

/**
 * Changes the role of the account of an address; one that becomes an administrator is made ready for it.
 *
 * 404 `NOT_FOUND` for an unknown address, 409 `CONFLICT` for the last superadmin.
 */
export async function setRoleByEmail(
  tx: Tx,
  actor: Actor,
  { email, role }: { email: string; role: Role },
): Promise<Account> {
  const known = await findIdentity(tx, email)
  if (!known) return refuse('NOT_FOUND', 'accounts.noneWithEmail')
  const account = await accountOf(tx, known.userId)
  await applyRole(tx, actor, account, role)
  return accountOf(tx, account.id)
}

/**
 * Changes the role of a user, one's own too. Who becomes an administrator is onboarded and unblocked, as by the
 * operator's command. 404 `NOT_FOUND`; 409 `CONFLICT` for the last superadmin.
 */
export async function changeRole(user: Viewer, userId: string, role: Role): Promise<{ userId: string; role: Role }> {
  // Of two superadmins who demote each other at once, the second is no superadmin any more when its turn comes.
  await writeAs(user, 'superadmin', (tx, user) => setRoleById(tx, user, userId, role))
  return { userId, role }
}

async function setRoleById(tx: Tx, actor: Actor, id: string, role: Role): Promise<void> {
  const account = (await readAccount(tx, id)) ?? refuse('NOT_FOUND', 'accounts.missing')
  await applyRole(tx, actor, account, role)
}

/** Index `users_role`, whose condition the query has to repeat. */
const superadmins = sqlStatement(
  `SELECT u.id, s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id
  WHERE u.role = 'superadmin' AND u.role <> 'user'`,
  { returns: { id: users.id, kind: orNull(sanctions.kind), endsAt: sanctions.endsAt } },
)

export async function superadminExists(db: Connection): Promise<boolean> {
  return superadmins(db).get() !== undefined
}

/** Whether without this account nobody could act as a superadmin: one who is blocked or suspended cannot. */
export async function isLastSuperadmin(db: Connection, id: string): Promise<boolean> {
  return !superadmins(db)
    .all()
    .some(({ id: other, kind, endsAt }) => other !== id && !holds(kind, endsAt))
}

const holds = (kind: Sanction['kind'] | null, endsAt: string | null): boolean =>
  kind !== null && activeSanction({ kind, reason: '', endsAt }) !== null

export async function applyRole(tx: Tx, actor: Actor, account: Account, role: Role): Promise<void> {
  if (account.role === 'superadmin' && role !== 'superadmin' && (await isLastSuperadmin(tx, account.id)))
    refuse('CONFLICT', 'accounts.lastSuperadmin')
  const now = new Date().toISOString()
  if (account.role !== role) {
    putRole(tx).run({ id: account.id, role, now })
    const [before, after] = [{ role: account.role }, { role }]
    const action = actor.id === null ? 'operator:changed:role' : 'admin:changed:role'
    await audit(tx, actor, { action, entityType: 'user', entityId: account.id, before, after })
    tx.afterCommit(() => recheckSubscribers(account.id))
  }
  if (role !== 'user') {
    const { branch, branchId } = account.branch === '' ? await branchAt(tx, account.collegeId) : account
    onboard(tx).run({ id: account.id, branch, branchId, now })
    await clearSanction(tx, actor, account.id)
  }
  forgetAccount(tx, account.id)
}

export async function accountOf(tx: Tx, id: string): Promise<Account> {
  const account = await readAccount(tx, id)
  if (!account) throw new Error('an identity without a user')
  return account
}

const putRole = statement((orm) =>
  orm
    .update(users)
    .set({ role: sql`${sql.placeholder('role')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)
const onboard = statement((orm) =>
  orm
    .update(users)
    .set({
      branch: sql`${sql.placeholder('branch')}`,
      branchId: sql`${sql.placeholder('branchId')}`,
      status: 'ACTIVE',
      termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${sql.placeholder('now')})`,
    })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** An administrator who is blocked could do nothing, and the only one nobody could help. */
export async function clearSanction(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const lifted = await liftSanction(tx, userId)
  if (lifted === null) return
  await recordModeration(tx, actor, { resource: 'user', resourceId: userId, state: 'active', reason: null, ends: null })
  await audit(tx, actor, {
    action: actor.id === null ? 'operator:lifted:sanction' : 'admin:lifted:sanction',
    entityType: 'user',
    entityId: userId,
    before: { kind: lifted },
  })
}

/** The college's first branch, or where it offers none the first that the instance knows. */
export async function branchAt(tx: Tx, collegeId: string): Promise<ChosenBranch> {
  const [first] = await availableBranches(tx, collegeId)
  return first ? { branch: first.code, branchId: first.id } : NO_BRANCH
}
