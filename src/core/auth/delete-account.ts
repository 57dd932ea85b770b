import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { withdrawMail } from '../../lib/mail/mail'
import { forgetAccount, type Viewer } from '../access/account'
import { retainSanction } from '../access/sanctions'
import { writeAs } from '../access/write-as'
import { deleteContent } from '../accounts/delete-content'
import type { OwnUser, Profile } from '../accounts/record'
import { isLastSuperadmin } from '../accounts/roles'
import { readOwnUser, readProfile } from '../accounts/users'
import { audit } from '../audit/audit'
import { resolveBranch } from '../colleges/branches'
import { forgetRequester } from '../colleges/requests'
import { forgetReporter } from '../reports/erase'
import { reportReasons } from '../settings/settings'
import { activateProfile, removeUser } from './account-queries'
import { identityById } from './password-queries'
import { listUserSessions, revokeSession, revokeSessions } from './sessions'
import { removeSignups } from './sign-up-queries'

export const ownUser = (user: Viewer): Promise<OwnUser> => readOwnUser(storage.reader, user.id)

/** Chooses the branch, once; the profile becomes `ACTIVE`. */
export async function completeOnboarding(user: Viewer, given: string): Promise<Profile> {
  return writeAs(user, 'session', async (tx, user) => {
    if (user.status !== 'ONBOARDING') return refuse('ALREADY_ONBOARDED')
    const { branch, branchId } = await resolveBranch(tx, user.collegeId, given)
    await activateProfile(tx, user.id, branch, branchId)
    await audit(tx, user, {
      action: 'user:completed:onboarding',
      entityType: 'user',
      entityId: user.id,
      after: { branch },
    })
    forgetAccount(tx, user.id)
    return readProfile(tx, user.id)
  })
}

export async function signOut(user: Viewer): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    await revokeSession(tx, user.sessionId)
    await audit(tx, user, { action: 'user:logout:session', entityType: 'session', entityId: user.sessionId })
  })
}

/** Ends every other session of the user. */
export async function signOutElsewhere(user: Viewer): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    const ended = await revokeSessions(tx, user.id, user.sessionId)
    await audit(tx, user, {
      action: 'user:logout:other-sessions',
      entityType: 'user',
      entityId: user.id,
      metadata: { ended },
    })
  })
}

export async function listSessions(user: Viewer) {
  const sessions = await listUserSessions(storage.reader, user.id)
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === user.sessionId })) }
}

/** Ends one of the user's own sessions. 404 for any other. */
export async function endSession(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    const own = await listUserSessions(tx, user.id)
    if (!own.some((session) => session.id === id)) refuse('NOT_FOUND')
    await revokeSession(tx, id)
    await audit(tx, user, { action: 'user:ended:session', entityType: 'session', entityId: id })
  })
}

/**
 * Deletes the account and every text of it. What others answered stays, without author and words, and so do its
 * reports; a sanction that holds stays behind and finds the next account of the address. 409 for the last superadmin.
 */
export async function deleteAccount(user: Viewer): Promise<void> {
  const reasons = await reportReasons()
  await writeAs(user, 'session', async (tx, user) => {
    const identity = await identityById(tx, user.authId)
    if (!identity) return refuse('UNAUTHENTICATED')
    if (user.role === 'superadmin' && (await isLastSuperadmin(tx, user.id)))
      refuse('CONFLICT', 'auth.lastSuperadminLeaves')
    await retainSanction(tx, user.id, identity.email)
    await deleteContent(tx, user.id)
    await forgetReporter(tx, user.id, reasons)
    await revokeSessions(tx, user.id)
    await removeSignups(tx, identity.email)
    await forgetRequester(tx, identity.email)
    await withdrawMail(tx, identity.email)
    await removeUser(tx, user.id, user.authId)
    await audit(tx, user, { action: 'user:deleted:account', entityType: 'user', entityId: user.id })
    forgetAccount(tx, user.id)
  })
}
