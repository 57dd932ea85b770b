import { identities, passwordResets } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { pick, selectList } from '../../../db/statement'
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
import { isoOf } from '../../lib/text/coarse-time'
import { findIdentity, renewMembership } from '../accounts/users'
import { mailTo } from '../colleges/directory'
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
    sql`
      INSERT INTO password_resets (token_hash, identity_id, expires_at, created_at)
      VALUES (${tokenHash(token)}, ${identity.authId}, ${isoOf(now + RESET_MS)}, ${isoOf(now)})`.run(tx)
    return identity
  })
  // A fragment is never sent to a server, so it is in no log.
  const link = redirectTo === undefined ? `${config.publicUrl}/reset#${token}` : `${redirectTo}#token=${token}`
  if (identity) await deliverInBackground(resetMail(mailTo(email, identity.language), { link }))
}

/** Sets the password by a mailed token, which works once, and ends every session. 400 `INVALID_TOKEN`. */
export async function resetPassword(origin: Origin, token: string | undefined, newPassword: string): Promise<void> {
  const hash = tokenHash(token ?? '')
  const pending = resetByToken(storage.reader, hash)
  const email = openAddress({ ...pending, id: pending.identityId })
  refuseWeakPassword(newPassword, matchingAddress(newPassword, [pending.emailIndex]), 'newPassword')
  const passwordHash = await hashPassword(newPassword, origin.ip)
  await storage.write(async (tx) => {
    const { userId: id, identityId } = resetByToken(tx, hash)
    const actor = { id, role: null, origin }
    replacePassword(tx, identityId, passwordHash)
    await renewMembership(tx, actor)
    revokeSessions(tx, id)
    recordPasswordChange(tx, actor, identityId, 'user:reset:password')
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
  if (identity.passwordHash !== null) {
    if (currentPassword === undefined || !(await verifyOwnPassword(user, currentPassword, identity.passwordHash)))
      return refuse('INVALID_CREDENTIALS', 'auth.currentPassword', { status: 400 })
    resetProofs(user.sessionId)
  }
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
  sql`DELETE FROM password_resets WHERE identity_id = ${identityId}`.run(tx)
  audit(tx, actor, { action, entityType: 'user', entityId: actor.id })
  const at = new Date()
  tellByMail(tx, actor.id, { kind: 'password_changed' }, (...owner) => passwordChangedMail(mailTo(...owner), { at }))
}

const RESET_MS = 3_600_000
const RESET = {
  ...pick(passwordResets, 'identityId', 'expiresAt'),
  ...pick(identities, 'emailIndex', 'emailSealed'),
  userId: users.id,
}

function resetByToken(db: Connection, tokenHash: string) {
  const reset = sql(RESET)`
    SELECT r.identity_id AS identityId, r.expires_at AS expiresAt, i.email_index AS emailIndex,
      i.email_sealed AS emailSealed, u.id AS userId
    FROM password_resets r JOIN identities i ON i.id = r.identity_id JOIN users u ON u.auth_id = i.id
    WHERE r.token_hash = ${tokenHash}`.get(db)
  return reset && isValid(reset.expiresAt, RESET_MS) ? reset : refuse('INVALID_TOKEN')
}

export const replacePassword = (tx: Tx, id: string, passwordHash: string) =>
  sql`
    UPDATE identities SET password_hash = ${passwordHash}, updated_at = ${isoOf(Date.now())} WHERE id = ${id}`.run(tx)

const IDENTITY = pick(identities, 'id', 'emailIndex', 'emailSealed', 'passwordHash')

export const identityById = (db: Connection, id: string) =>
  sql(IDENTITY)`SELECT ${raw(selectList(IDENTITY))} FROM identities WHERE id = ${id}`.get(db)
