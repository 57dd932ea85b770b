import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../access/account'
import { requireReauthentication } from '../access/levels'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { refuseUnlessBelow } from '../moderation/suspend-or-ban'
import { listUserSessions, revokeSession, revokeSessions } from './sessions'

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

/**
 * Ends one of the user's sessions: this one at once, another one after a recent proof, because whoever copied a cookie
 * would keep the owner out. 404 for any other session.
 */
export async function endSession(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    const own = await listUserSessions(tx, user.id)
    if (!own.some((session) => session.id === id)) refuse('NOT_FOUND')
    if (id !== user.sessionId) requireReauthentication(user)
    await revokeSession(tx, id)
    await audit(tx, user, { action: 'user:ended:session', entityType: 'session', entityId: id })
  })
}

/**
 * Ends every session of somebody else's account, for one that is in the wrong hands. How many there were is told nobody:
 * asked again, it would say whether the person has signed in since. 404; 403 `FORBIDDEN` for oneself
 * and, unless by a superadmin, for an administrator.
 */
export async function endSessionsOf(administrator: Viewer, userId: string): Promise<void> {
  await writeAs(administrator, 'admin', async (tx, administrator) => {
    const account = await readAccount(tx, userId)
    if (account === undefined || account.status === 'ALIAS') return refuse('NOT_FOUND', 'accounts.missing')
    refuseUnlessBelow(administrator, account)
    await revokeSessions(tx, userId)
    await audit(tx, administrator, { action: 'admin:ended:sessions', entityType: 'user', entityId: userId })
  })
}
