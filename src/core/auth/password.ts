import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import { parseAddress } from '../../lib/email-address'
import { randomToken, tokenHash } from '../../lib/keys'
import { deliverInBackground, enqueue, mailReachable } from '../../lib/mail/mail'
import { passwordChangedMail, resetMail } from '../../lib/mail/templates'
import { hashPassword, verifyPassword } from '../../lib/password-hash'
import type { Language } from '../../messages/template'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { findIdentity } from '../accounts/users'
import { type Actor, anonymous, audit, type Origin } from '../audit/audit'
import { campusName } from '../colleges/directory'
import { consumeLoginAttempt, consumeOtpSend, resetLoginAttempts } from './otp-rate-limits'
import { refuseWeakPassword } from './password-policy'
import { addReset, identityById, removePasswordResets, replacePassword, resetByToken } from './password-queries'
import { revokeSessions } from './sessions'

const RESET_MS = 3_600_000

/**
 * Mails a link that resets the password, where the address has an account. The look-up happens after the answer,
 * so that neither its words nor its time tell whether there is one.
 */
export async function forgotPassword(origin: Origin, given: string, redirectTo: string | undefined): Promise<void> {
  const email = parseAddress(given)?.email ?? refuse('INVALID_EMAIL', 'auth.notAnEmail')
  await mailReachable()
  inBackground('password reset', () => mailReset(origin, email, redirectTo))
}

async function mailReset(origin: Origin, email: string, redirectTo: string | undefined): Promise<void> {
  const token = randomToken()
  const known = await storage.write(async (tx) => {
    // Taken before the look-up: what is left of the limit must not tell whether there is an account.
    if (!consumeOtpSend(email, origin.ip).allowed) return undefined
    const known = await findIdentity(tx, email)
    if (!known) return undefined
    const now = Date.now()
    await addReset(tx, {
      tokenHash: tokenHash(token),
      identityId: known.authId,
      expiresAt: new Date(now + RESET_MS).toISOString(),
      createdAt: new Date(now).toISOString(),
    })
    await audit(tx, anonymous(origin), {
      action: 'user:requested:password-reset',
      entityType: 'user',
      entityId: known.userId,
    })
    return known
  })
  // A fragment is not sent to any server and stands in no log.
  const link = redirectTo === undefined ? `${config.publicUrl}/reset#${token}` : `${redirectTo}#token=${token}`
  if (known) await deliverInBackground(resetMail(known.language, { to: email, link, campus: await campusName() }))
}

/** Sets the password by a mailed token, which serves once; every session of the account ends. 400 `INVALID_TOKEN`. */
export async function resetPassword(origin: Origin, token: string | undefined, newPassword: string): Promise<void> {
  const hash = tokenHash(token ?? '')
  const asked = await resetByToken(storage.reader, hash, new Date().toISOString())
  if (!asked) return refuse('INVALID_TOKEN')
  refuseWeakPassword(newPassword, asked.email, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await storage.write(async (tx) => {
    const reset = await resetByToken(tx, hash, new Date().toISOString())
    if (!reset) return refuse('INVALID_TOKEN')
    await replacePassword(tx, reset.identityId, passwordHash, true)
    await revokeSessions(tx, reset.userId)
    await changed(tx, { id: reset.userId, role: null, origin }, reset, 'user:reset:password')
  })
  resetLoginAttempts('password', asked.email, origin.ip)
}

/** Sets the first password of an account that has none, or changes the one it has; all its other sessions end. */
export async function setPassword(
  user: Viewer,
  newPassword: string,
  currentPassword: string | undefined,
): Promise<void> {
  const identity = await identityById(storage.reader, user.authId)
  if (!identity) return refuse('UNAUTHENTICATED')
  if (identity.passwordHash !== null) await provePassword(user, identity.email, identity.passwordHash, currentPassword)
  refuseWeakPassword(newPassword, identity.email, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await writeAs(user, 'session', async (tx, user) => {
    const now = await identityById(tx, user.authId)
    if (now?.passwordHash !== identity.passwordHash) return refuse('CONFLICT', 'auth.passwordJustChanged')
    await replacePassword(tx, user.authId, passwordHash, false)
    await revokeSessions(tx, user.id, user.sessionId)
    await changed(
      tx,
      user,
      { identityId: user.authId, email: identity.email, userId: user.id, language: user.language },
      'user:changed:password',
    )
  })
}

export async function passwordStatus(user: Viewer): Promise<{ hasPassword: boolean }> {
  const identity = await identityById(storage.reader, user.authId)
  return { hasPassword: identity?.passwordHash != null }
}

async function provePassword(user: Viewer, email: string, hash: string, current: string | undefined): Promise<void> {
  if (current === undefined) return refuse('INVALID_CREDENTIALS', 'auth.currentPassword', { status: 400 })
  consumeLoginAttempt('password', email, user.origin.ip)
  if (!(await verifyPassword(current, hash)))
    return refuse('INVALID_CREDENTIALS', 'auth.currentPassword', { status: 400 })
  resetLoginAttempts('password', email, user.origin.ip)
}

type Whose = { identityId: string; email: string; userId: string; language: Language }

async function changed(
  tx: Tx,
  actor: Actor,
  whose: Whose,
  action: 'user:reset:password' | 'user:changed:password',
): Promise<void> {
  await removePasswordResets(tx, whose.identityId)
  await audit(tx, actor, { action, entityType: 'user', entityId: whose.userId })
  const mail = { to: whose.email, campus: await campusName(), at: new Date() }
  await enqueue(tx, passwordChangedMail(whose.language, mail))
}
