import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { forgetAccount, readAccount, type Viewer } from '../access/account'
import { audit } from '../audit/audit'
import { resolveBranch } from '../colleges/branches'
import { movePostsToBranch } from '../posts/changes'
import { addBlock, areUsers, markTermsAccepted, putBranch, removeBlock } from './queries'
import type { OwnUser, PublicUser } from './record'
import { publicUserById, readOwnUser } from './users'

const NO_SUCH_USER = 'There is no such user'

export async function readUser(id: string): Promise<PublicUser> {
  return (await publicUserById(storage.reader, id)) ?? refuse('NOT_FOUND', NO_SUCH_USER)
}

/** Puts the user, and with it the posts, under another branch. 400 for one that the college does not offer. */
export async function changeBranch(user: Viewer, given: string): Promise<OwnUser> {
  return storage.write(async (tx) => {
    const before = (await readAccount(tx, user.id)) ?? refuse('NOT_FOUND', NO_SUCH_USER)
    const after = await resolveBranch(tx, before.collegeId, given)
    if (after.branch !== before.branch || after.branchId !== before.branchId) {
      await putBranch(tx, { id: user.id, ...after })
      await movePostsToBranch(tx, user.id, after)
      forgetAccount(tx, user.id)
      await audit(tx, user, {
        action: 'user:updated:profile',
        entityType: 'user',
        entityId: user.id,
        before: { branch: before.branch },
        after: { branch: after.branch },
      })
    }
    return readOwnUser(tx, user.id)
  })
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
  if (otherId === user.id) refuseField('userId', 'You cannot block yourself')
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
  if (!(await areUsers(tx, callerId, otherId))) refuse('NOT_FOUND', NO_SUCH_USER)
}
