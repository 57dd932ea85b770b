import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Language } from '../../messages/template'
import { forgetAccount, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { resolveBranch } from '../colleges/branches'
import { movePostsToBranch } from '../posts/changes'
import { addBlock, markTermsAccepted, removeBlock, updateUser, userExists } from './queries'
import type { OwnUser, PublicUser } from './record'
import { publicUserById, readOwnUser } from './users'

export async function readUser(id: string): Promise<PublicUser> {
  return (await publicUserById(storage.reader, id)) ?? refuse('NOT_FOUND', 'accounts.missing')
}

type Changes = { branch?: string | undefined; language?: Language | undefined }

/** Changes branch, language or both. 400 for neither, and for a branch that the college does not offer. */
export async function changeMe(user: Viewer, { branch, language }: Changes): Promise<OwnUser> {
  if (branch === undefined && language === undefined) refuseField('branch', 'accounts.branchOrLanguage')
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (branch !== undefined) await changeBranch(tx, user, branch)
    if (language !== undefined && language !== user.language) {
      await updateUser(tx, { id: user.id, language: language })
      forgetAccount(tx, user.id)
      await noteChange(tx, user, { language: user.language }, { language })
    }
    return readOwnUser(tx, user.id)
  })
}

/** Puts the user, and with it the posts, under another branch. */
async function changeBranch(tx: Tx, user: Viewer, given: string): Promise<void> {
  const after = await resolveBranch(tx, user.collegeId, given)
  if (after.branch === user.branch && after.branchId === user.branchId) return
  await updateUser(tx, { id: user.id, ...after })
  await movePostsToBranch(tx, user.id, after)
  forgetAccount(tx, user.id)
  await noteChange(tx, user, { branch: user.branch }, { branch: after.branch })
}

type Fields = Record<string, string>

async function noteChange(tx: Tx, user: Viewer, before: Fields, after: Fields): Promise<void> {
  await audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: user.id, before, after })
}

/** Accepting twice changes nothing, and is no second entry in the log. */
export async function acceptTerms(user: Viewer): Promise<void> {
  await writeAs(user, 'onboarded', async (tx, user) => {
    if (!(await markTermsAccepted(tx, user.id))) return
    forgetAccount(tx, user.id)
    await audit(tx, user, { action: 'user:accepted:terms', entityType: 'user', entityId: user.id })
  })
}

/** 400 for oneself, 404 for nobody. Blocking whom one has blocked already changes nothing. */
export async function blockUser(user: Viewer, otherId: string): Promise<{ blocked: true }> {
  if (otherId === user.id) refuseField('userId', 'accounts.cannotBlockYourself')
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (!(await userExists(tx, otherId))) refuse('NOT_FOUND', 'accounts.missing')
    const isNew = await addBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (isNew) await audit(tx, user, { action: 'user:blocked:user', entityType: 'user', entityId: otherId })
    return { blocked: true }
  })
}

/** 404 for nobody. Unblocking whom one has not blocked changes nothing. */
export async function unblockUser(user: Viewer, otherId: string): Promise<{ blocked: false }> {
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (!(await userExists(tx, otherId))) refuse('NOT_FOUND', 'accounts.missing')
    const wasBlocked = await removeBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (wasBlocked) await audit(tx, user, { action: 'user:unblocked:user', entityType: 'user', entityId: otherId })
    return { blocked: false }
  })
}
