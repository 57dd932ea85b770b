import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { today } from '../../lib/coarse-time'
import type { Language } from '../../messages/template'
import { forgetAccount, type Viewer } from '../access/account'
import { renewTokens } from '../access/sessions'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { isClosedBranch, resolveBranch } from '../colleges/branches'
import { moveToBranch } from './branch-groups'
import type { OwnUser, PublicUser } from './record'
import { publicUserById, readOwnUser } from './users'

// Accounts: what users read and change about themselves (here, users.ts), whom they block (block-user.ts), their roles
// (roles.ts decides) and the lists of users that administrators manage (managed-users.ts). Signing in is core/auth.

/** 404 for an account that has not finished onboarding, too, except for administrators. */
export async function readUser(viewer: Viewer, id: string): Promise<PublicUser> {
  return (await publicUserById(storage.reader, viewer, id)) ?? refuse('NOT_FOUND', 'accounts.missing')
}

type Changes = { branch?: string | undefined; language?: Language | undefined }

/** Changes branch, language or both. 400 for neither and for a branch that the college does not offer. */
export async function changeMe(user: Viewer, { branch, language }: Changes): Promise<OwnUser> {
  if (branch === undefined && language === undefined) refuseField('branch', 'accounts.branchOrLanguage')
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (branch !== undefined) await changeBranch(tx, user, branch)
    if (language !== undefined && language !== user.language) {
      await setLanguage(tx, user.id, language)
      forgetAccount(tx, user.id)
      await auditChange(tx, user, 'language')
    }
    return readOwnUser(tx, user.id)
  })
}

async function changeBranch(tx: Tx, user: Viewer, codeOrName: string): Promise<void> {
  // Whoever has a closed branch keeps it.
  if (isClosedBranch(tx, user.branchId, codeOrName)) return
  const after = await resolveBranch(tx, user.collegeId, codeOrName)
  if (after.branch === user.branch && after.branchId === user.branchId) return
  await moveToBranch(tx, user.id, after)
  await auditChange(tx, user, 'branch')
}

/** Without the values: administrators read the log, and the branch may be one that few have. */
async function auditChange(tx: Tx, user: Viewer, field: 'branch' | 'language'): Promise<void> {
  const metadata = { fields: field }
  await audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: user.id, metadata })
}

/** Accepting again changes nothing and is not audited again. */
export async function acceptTerms(user: Viewer): Promise<void> {
  await writeAs(user, 'onboarded', async (tx, user) => {
    if (!(await markTermsAccepted(tx, user.id))) return
    forgetAccount(tx, user.id)
    await renewTokens(tx, user.id)
    await audit(tx, user, { action: 'user:accepted:terms', entityType: 'user', entityId: user.id })
  })
}

/** Returns whether the user had not accepted the terms before. */
async function markTermsAccepted(tx: Tx, id: string): Promise<boolean> {
  const isNew = and(eq(users.id, id), isNull(users.termsAcceptedAt))
  const change = { termsAcceptedAt: new Date().toISOString(), updatedAt: today() }
  return tx.orm.update(users).set(change).where(isNew).returning({ id: users.id }).all().length > 0
}

async function setLanguage(tx: Tx, id: string, language: Language): Promise<void> {
  tx.orm.update(users).set({ language, updatedAt: today() }).where(eq(users.id, id)).run()
}
