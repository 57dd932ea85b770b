import { eq } from 'drizzle-orm'
import { identities, passwordResets } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { knownDevice } from '../../ground/access/devices'
import { type RotatedSession, rotateTokens } from '../../ground/access/session-tokens'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { randomToken, tokenHash } from '../../lib/crypto/keys'
import { hashPassword, verifyPassword } from '../../lib/crypto/password-hash'
import { consumeShare } from '../../lib/mail/budget'
import { parseAddress } from '../../lib/mail/email-address'
import { deliverInBackground, mailReachable } from '../../lib/mail/mail'
import { passwordChangedMail, resetMail } from '../../lib/mail/templates'
import { matchingAddress, openAddress } from '../../lib/net/addresses'
import { inBackground } from '../../lib/process/background'
import { isValid } from '../../lib/process/clock'
import { findIdentity, renewMembership } from '../accounts/users'
import { mailCampus } from '../colleges/directory'
import { tellByMail } from '../notices/notices'
import { consumeOtpSend, consumeProof, resetLoginAttempts, resetProofs } from './otp-rate-limits'
import { refuseWeakPassword } from './password-policy'
import { revokeSessions } from './sessions'

/**
 * Mails a link that resets the password if the email has an account. The look-up happens after the response, so that
 * neither its text nor its time reveals whether there is one.
 */
export async function forgotPassword(origin: Origin, text: string, redirectTo: string | undefined): Promise<void> {
  const email = parseAddress(text)?.email ?? refuse('INVALID_EMAIL', 'auth.notAnEmail')
  await mailReachable()
  consumeShare('account', origin.ip, 1)
  // The copy reads the request while it is there.
  const here = { ...origin }
  inBackground('password reset', () => mailReset(here, email, redirectTo))
}

async function mailReset(origin: Origin, email: string, redirectTo: string | undefined): Promise<void> {
  const token = randomToken()
  const identity = await storage.write((tx) => {
    const identity = findIdentity(tx, email)
    const device = knownDevice(origin.device, identity)
    const own = identity !== undefined && device !== undefined ? { device, accountId: identity.authId } : undefined
    // For every email: the rest of the limit must not reveal whether there is an account.
    if (!consumeOtpSend(email, origin.ip, own).allowed) return undefined
    // Without an account, too: otherwise the log would reveal whether there is one.
    auditAttempt(tx, origin, { action: 'user:requested:password-reset', subject: email })
    if (!identity) return undefined
    const now = Date.now()
    const [createdAt, expiresAt] = [new Date(now).toISOString(), new Date(now + RESET_MS).toISOString()]
    const reset = { tokenHash: tokenHash(token), identityId: identity.authId, expiresAt, createdAt }
    tx.orm.insert(passwordResets).values(reset).run()
    return identity
  })
  // A fragment is never sent to a server, so it is in no log.
  const link = redirectTo === undefined ? `${config.publicUrl}/reset#${token}` : `${redirectTo}#token=${token}`
  if (identity) await deliverInBackground(resetMail(identity.language, { to: email, link, campus: mailCampus() }))
}

/** Sets the password by a mailed token, which works once, and ends every session. 400 `INVALID_TOKEN`. */
export async function resetPassword(origin: Origin, token: string | undefined, newPassword: string): Promise<void> {
  const hash = tokenHash(token ?? '')
  const pending = resetByToken(storage.reader, hash)
  if (!pending) return refuse('INVALID_TOKEN')
  const email = openAddress({ ...pending, id: pending.identityId })
  refuseWeakPassword(newPassword, matchingAddress(newPassword, [pending.emailIndex]), 'newPassword')
  const passwordHash = await hashPassword(newPassword, origin.ip)
  await storage.write(async (tx) => {
    const reset = resetByToken(tx, hash)
    if (!reset) return refuse('INVALID_TOKEN')
    const actor = { id: reset.userId, role: null, origin }
    replacePassword(tx, reset.identityId, passwordHash)
    await renewMembership(tx, actor)
    revokeSessions(tx, reset.userId)
    recordPasswordChange(tx, actor, reset.identityId, 'user:reset:password')
  })
  // Attempts count by the typed address, which an offline key keeps from here: then they end by themselves.
  if (email !== null) resetLoginAttempts('password', email, origin.ip)
}

/** Sets the first password, or changes the present one; ends all other sessions and renews the tokens of this one. */
export async function setPassword(
  user: Viewer,
  newPassword: string,
  currentPassword: string | undefined,
): Promise<RotatedSession> {
  const identity = identityById(storage.reader, user.authId) ?? refuse('UNAUTHENTICATED')
  if (identity.passwordHash !== null) await verifyCurrentPassword(user, identity.passwordHash, currentPassword)
  refuseWeakPassword(newPassword, matchingAddress(newPassword, [identity.emailIndex]), 'newPassword')
  const passwordHash = await hashPassword(newPassword, user.origin.ip)
  return writeAs(user, 'session', (tx, user) => {
    const latest = identityById(tx, user.authId)
    if (latest?.passwordHash !== identity.passwordHash) return refuse('CONFLICT', 'auth.passwordJustChanged')
    replacePassword(tx, user.authId, passwordHash)
    revokeSessions(tx, user.id, user.sessionId)
    recordPasswordChange(tx, user, user.authId, 'user:changed:password')
    return rotateTokens(tx, user)
  })
}

export const passwordStatus = ({ authId }: Viewer): { hasPassword: boolean } => ({
  hasPassword: identityById(storage.reader, authId)?.passwordHash != null,
})

async function verifyCurrentPassword(user: Viewer, hash: string, current: string | undefined): Promise<void> {
  if (current === undefined || !(await verifyOwnPassword(user, current, hash)))
    return refuse('INVALID_CREDENTIALS', 'auth.currentPassword', { status: 400 })
  resetProofs(user.sessionId)
}

/** Within the limit of the session. What could not be verified does not count. */
export function verifyOwnPassword(user: Viewer, password: string, hash: string | null): Promise<boolean> {
  const refund = consumeProof('password', user.sessionId)
  return verifyPassword(password, hash, user.origin.ip, true).catch((error) => {
    refund()
    throw error
  })
}

function recordPasswordChange(
  tx: Tx,
  actor: Actor & { id: string },
  identityId: string,
  action: 'user:reset:password' | 'user:changed:password',
): void {
  tx.orm.delete(passwordResets).where(eq(passwordResets.identityId, identityId)).run()
  audit(tx, actor, { action, entityType: 'user', entityId: actor.id })
  const [campus, at] = [mailCampus(), new Date()]
  tellByMail(tx, actor.id, { kind: 'password_changed' }, ({ email, language }) =>
    passwordChangedMail(language, { to: email, campus, at }),
  )
}

const RESET_MS = 3_600_000

function resetByToken(db: Connection, tokenHash: string) {
  const reset = db.orm
    .select({
      ...pick(passwordResets, 'identityId', 'expiresAt'),
      ...pick(identities, 'emailIndex', 'emailSealed'),
      userId: users.id,
    })
    .from(passwordResets)
    .innerJoin(identities, eq(identities.id, passwordResets.identityId))
    .innerJoin(users, eq(users.authId, identities.id))
    .where(eq(passwordResets.tokenHash, tokenHash))
    .get()
  return reset && isValid(reset.expiresAt, RESET_MS) ? reset : undefined
}

export function replacePassword(tx: Tx, id: string, passwordHash: string): void {
  const change = { passwordHash, updatedAt: new Date().toISOString() }
  tx.orm.update(identities).set(change).where(eq(identities.id, id)).run()
}

export const identityById = (db: Connection, id: string) =>
  db.orm
    .select(pick(identities, 'id', 'emailIndex', 'emailSealed', 'passwordHash'))
    .from(identities)
    .where(eq(identities.id, id))
    .get()
