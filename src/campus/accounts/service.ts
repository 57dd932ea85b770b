import { and, desc, eq, isNull } from 'drizzle-orm'
import { userBlocks, users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { forgetAccount, isSelf, type Viewer } from '../../ground/access/account'
import { blocksChanged } from '../../ground/access/blocks'
import { renewTokens } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { today } from '../../lib/text/coarse-time'
import type { Language } from '../../messages/template'
import { isAlias } from '../authorship/aliases'
import { isClosedBranch, resolveBranch } from '../colleges/branches'
import { moveToBranch } from './branch-groups'
import type { OwnUser, PublicUser } from './record'
import { publicUserById, readOwnUser } from './users'

// Accounts: what users read and change about themselves and whom they block (here, users.ts), their roles (roles.ts
// decides) and the lists of users that administrators manage (managed-users.ts). Signing in is campus/auth.

/** 404 for an account that has not finished onboarding, too, except for administrators. */
export function readUser(viewer: Viewer, id: string): PublicUser {
  return publicUserById(storage.reader, viewer, id) ?? refuse('NOT_FOUND', 'accounts.missing')
}

type Changes = { branch?: string | undefined; language?: Language | undefined }

/** Changes branch, language or both. 400 for neither and for a branch that the college does not offer. */
export async function changeMe(user: Viewer, { branch, language }: Changes): Promise<OwnUser> {
  if (branch === undefined && language === undefined) refuseField('branch', 'accounts.branchOrLanguage')
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (branch !== undefined) await changeBranch(tx, user, branch)
    if (language !== undefined && language !== user.language) {
      tx.orm.update(users).set({ language, updatedAt: today() }).where(eq(users.id, user.id)).run()
      forgetAccount(tx, user.id)
      auditChange(tx, user, 'language')
    }
    return readOwnUser(tx, user.id)
  })
}

async function changeBranch(tx: Tx, user: Viewer, codeOrName: string): Promise<void> {
  // Whoever has a closed branch keeps it.
  if (isClosedBranch(tx, user.branchId, codeOrName)) return
  const after = resolveBranch(tx, user.collegeId, codeOrName)
  if (after.branch === user.branch && after.branchId === user.branchId) return
  await moveToBranch(tx, user.id, after)
  auditChange(tx, user, 'branch')
}

/** Without the values: administrators read the log, and the branch may be one that few have. */
const auditChange = (tx: Tx, user: Viewer, fields: 'branch' | 'language'): void =>
  audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: user.id, metadata: { fields } })

/** Accepting again changes nothing and is not audited again. */
export async function acceptTerms(user: Viewer): Promise<void> {
  await writeAs(user, 'onboarded', (tx, user) => {
    const isNew = and(eq(users.id, user.id), isNull(users.termsAcceptedAt))
    const change = { termsAcceptedAt: new Date().toISOString(), updatedAt: today() }
    if (tx.orm.update(users).set(change).where(isNew).returning({ id: users.id }).all().length === 0) return
    forgetAccount(tx, user.id)
    renewTokens(tx, user.id)
    audit(tx, user, { action: 'user:accepted:terms', entityType: 'user', entityId: user.id })
  })
}

// One student blocks another. What a block hides is decided by block relations (ground/access/blocks.ts).

/** 400 for oneself, under any name; 404 for a user without a profile. Blocking twice changes nothing. */
export async function blockUser(user: Viewer, otherId: string) {
  return writeAs(user, 'onboarded', (tx, user) => {
    if (isSelf(user, otherId)) refuseField('userId', 'accounts.cannotBlockYourself')
    if (!isBlockable(tx, user, otherId)) refuse('NOT_FOUND', 'accounts.missing')
    blocksChanged(tx, user.id, otherId)
    const block = { blockerId: user.id, blockedId: otherId, createdAt: new Date().toISOString() }
    const added = tx.orm.insert(userBlocks).values(block).onConflictDoNothing().returning().all()
    if (added.length > 0) audit(tx, user, { action: 'user:blocked:user', entityType: 'user', entityId: otherId })
    return { blocked: true } as const
  })
}

/** 404 for a user without a profile. Unblocking a user who is not blocked changes nothing. */
export async function unblockUser(user: Viewer, otherId: string) {
  return writeAs(user, 'onboarded', (tx, user) => {
    if (!isBlockable(tx, user, otherId)) refuse('NOT_FOUND', 'accounts.missing')
    blocksChanged(tx, user.id, otherId)
    const block = and(eq(userBlocks.blockerId, user.id), eq(userBlocks.blockedId, otherId))
    const removed = tx.orm.delete(userBlocks).where(block).returning().all()
    if (removed.length > 0) audit(tx, user, { action: 'user:unblocked:user', entityType: 'user', entityId: otherId })
    return { blocked: false } as const
  })
}

/** An alias has no profile; a block of it hides that name alone. */
const isBlockable = (db: Connection, viewer: Viewer, id: string): boolean =>
  isAlias(db, id) || publicUserById(db, viewer, id) !== undefined

/** The users whom `blockerId` blocked, not those who blocked it. */
export function listBlockedUsers(db: Connection, blockerId: string) {
  const rows = db.orm
    .select({ ...pick(users, 'id', 'username', 'collegeId', 'status'), branch: users.publicBranch })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedId))
    .where(eq(userBlocks.blockerId, blockerId))
    .orderBy(desc(userBlocks.createdAt), userBlocks.blockedId)
    .limit(1000)
    .all()
  return rows.map(({ status, ...user }) => (status === 'ALIAS' ? { ...user, alias: true as const } : user))
}
