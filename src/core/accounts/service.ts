import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Language } from '../../messages/template'
import { type Account, forgetAccount, readAccount, type Viewer } from '../access/account'
import { audit } from '../audit/audit'
import { resolveBranch } from '../colleges/branches'
import { movePostsToBranch } from '../posts/changes'
import { addBlock, areUsers, markTermsAccepted, putBranch, putLanguage, removeBlock } from './queries'
import type { OwnUser, PublicUser } from './record'
import { publicUserById, readOwnUser } from './users'

export async function readUser(id: string): Promise<PublicUser> {
  return (await publicUserById(storage.reader, id)) ?? refuse('NOT_FOUND', 'accounts.missing')
}

type Changes = { branch?: string | undefined; language?: Language | undefined }

/** Changes branch, language or both. 400 for neither, and for a branch that the college does not offer. */
export async function changeMe(user: Viewer, { branch, language }: Changes): Promise<OwnUser> {
  if (branch === undefined && language === undefined) refuseField('branch', 'accounts.branchOrLanguage')
  return storage.write(async (tx) => {
    const before = (await readAccount(tx, user.id)) ?? refuse('NOT_FOUND', 'accounts.missing')
    if (branch !== undefined) await changeBranch(tx, user, before, branch)
    if (language !== undefined && language !== before.language) {
      await putLanguage(tx, user.id, language)
      forgetAccount(tx, user.id)
      await noteChange(tx, user, { language: before.language }, { language })
    }
    return readOwnUser(tx, user.id)
  })
}

/** Puts the user, and with it the posts, under another branch. */
async function changeBranch(tx: Tx, user: Viewer, before: Account, given: string): Promise<void> {
  const after = await resolveBranch(tx, before.collegeId, given)
  if (after.branch === before.branch && after.branchId === before.branchId) return
  await putBranch(tx, { id: user.id, ...after })
  await movePostsToBranch(tx, user.id, after)
  forgetAccount(tx, user.id)
  await noteChange(tx, user, { branch: before.branch }, { branch: after.branch })
}

type Fields = Record<string, string>

async function noteChange(tx: Tx, user: Viewer, before: Fields, after: Fields): Promise<void> {
  await audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: user.id, before, after })
}

/** Accepting twice changes nothing, and is no second entry in the log. Answers what to say. */
export async function acceptTerms(user: Viewer): Promise<string> {
  return storage.write(async (tx) => {
    if (!(await markTermsAccepted(tx, user.id))) return 'You had accepted the terms already'
    forgetAccount(tx, user.id)
    await audit(tx, user, { action: 'user:accepted:terms', entityType: 'user', entityId: user.id })
    return 'Terms accepted'
  })
}

/** 400 for oneself, 404 for nobody. Blocking whom one has blocked already changes nothing. */
export async function blockUser(user: Viewer, otherId: string): Promise<{ blocked: true }> {
  if (otherId === user.id) refuseField('userId', 'accounts.cannotBlockYourself')
  return storage.write(async (tx) => {
    await refuseUnlessBothAreHere(tx, user.id, otherId)
    const isNew = await addBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (isNew) await audit(tx, user, { action: 'user:blocked:user', entityType: 'user', entityId: otherId })
    return { blocked: true }
  })
}

/** 404 for nobody. Unblocking whom one has not blocked changes nothing. */
export async function unblockUser(user: Viewer, otherId: string): Promise<{ blocked: false }> {
  return storage.write(async (tx) => {
    await refuseUnlessBothAreHere(tx, user.id, otherId)
    const wasBlocked = await removeBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (wasBlocked) await audit(tx, user, { action: 'user:unblocked:user', entityType: 'user', entityId: otherId })
    return { blocked: false }
  })
}

/** The caller too: the account may have gone since the request came in. */
async function refuseUnlessBothAreHere(tx: Tx, callerId: string, otherId: string): Promise<void> {
  if (!(await areUsers(tx, callerId, otherId))) refuse('NOT_FOUND', 'accounts.missing')
}
