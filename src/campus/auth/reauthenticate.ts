import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { type RotatedSession, recordUse, rotateTokens } from '../../ground/access/session-tokens'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { matchingAddress, openAddress } from '../../lib/net/addresses'
import type { OwnUser } from '../accounts/record'
import { readOwnUser, renewMembership } from '../accounts/users'
import { refuseCode } from './codes'
import { consumeProof, resetProofs } from './otp-rate-limits'
import { type AssertionAnswer, assertionOptions, passkeysOf, recordAssertion, verifyAssertion } from './passkeys'
import { identityById, verifyOwnPassword } from './password'
import { redeemLoginCode, sendLoginCode } from './sign-in'

/** One of them. `email` with `otp`: the account's own where this server cannot read it. */
type Proof = { [Name in 'password' | 'otp' | 'email']?: string | undefined } & { passkey?: AssertionAnswer | undefined }

/**
 * Proves in a running session that its owner is there, by the means of a sign-in and within their limits: sensitive
 * acts are open for five minutes. The session gets new tokens (OWASP ASVS 7.2.4). Every wrong proof is the same 401
 * `INVALID_CREDENTIALS`.
 */
export async function reauthenticate(
  user: Viewer,
  origins: readonly string[],
  { password, otp, email: typed, passkey }: Proof,
): Promise<RotatedSession> {
  if (passkey !== undefined) {
    const assertion = await verifyAssertion(`proof:${user.sessionId}`, origins, passkey)
    return conclude(user, 'passkey', (tx) => assertion?.owner.id === user.id && recordAssertion(tx, assertion))
  }
  if (password !== undefined) {
    const { passwordHash } = ownIdentity(user)
    const matches = await verifyOwnPassword(user, password, passwordHash)
    // Between the check and this write the password may have been changed.
    const isUnchanged = (tx: Tx) => identityById(tx, user.authId)?.passwordHash === passwordHash
    return conclude(user, 'password', (tx) => matches && isUnchanged(tx))
  }
  if (otp === undefined) return refuseField('password', 'auth.proofRequired')
  const email = ownEmail(user, typed)
  consumeProof('code', user.sessionId)
  return conclude(user, 'otp', (tx) => redeemOwnCode(tx, user, email, otp) === 'matched')
}

/** A wrong proof is refused after the write: a refusal in it would roll back the counted attempt and its entry. */
async function conclude(
  user: Viewer,
  method: 'password' | 'otp' | 'passkey',
  isProved: (tx: Tx) => boolean,
): Promise<RotatedSession> {
  const rotated = await writeAs(user, 'session', async (tx, user) => {
    const entry = { entityType: 'session', entityId: user.sessionId, metadata: { method } } as const
    if (!isProved(tx)) return audit(tx, user, { ...entry, action: 'user:failed:reauthentication', status: 'failure' })
    recordUse(tx, user.sessionId, 'authenticated_at')
    if (method === 'otp') await renewMembership(tx, user)
    audit(tx, user, { ...entry, action: 'user:reauthenticated:session' })
    return rotateTokens(tx, user)
  })
  if (!rotated) return refuse('INVALID_CREDENTIALS', 'auth.wrongProof')
  if (method !== 'passkey') resetProofs(user.sessionId)
  return rotated
}

/** Where the address is somebody else's by now, a right code has expired. */
function redeemOwnCode(tx: Tx, user: Viewer, email: string, otp: string) {
  const { verdict, identity } = redeemLoginCode(tx, email, otp, user.sessionId)
  return verdict === 'matched' && identity?.userId !== user.id ? 'expired' : verdict
}

/** For one of the account's own passkeys. 409 `CONFLICT` if there is none. */
export function passkeyProofOptions(user: Viewer) {
  const own = passkeysOf(storage.reader, user.id)
  if (own.length === 0) return refuse('CONFLICT', 'auth.noPasskey')
  return assertionOptions(`proof:${user.sessionId}`, user.origin.ip, own)
}

/** Mails a code to the account's own email, which has to be typed where this server cannot read it. */
export const sendOwnCode = async (
  user: Viewer,
  typed: string | undefined,
  purpose: 'login' | 'membership',
): Promise<{ digits: number }> => sendLoginCode(user.origin, ownEmail(user, typed), user.sessionId, purpose)

/** Renews the membership by the code, which works once. campus/accounts/users.ts renews, for every proof of the email. */
export async function renewByCode(
  user: Viewer,
  { otp, email: typed }: { otp: string; email?: string | undefined },
): Promise<{ user: OwnUser }> {
  const email = ownEmail(user, typed)
  consumeProof('code', user.sessionId)
  const verdict = await writeAs(user, 'session', async (tx, user) => {
    const verdict = redeemOwnCode(tx, user, email, otp)
    const entry = { action: 'user:renewed:membership', entityType: 'user', entityId: user.id } as const
    if (verdict === 'matched') await renewMembership(tx, user)
    // A refusal would roll back the counted attempt.
    else audit(tx, user, { ...entry, status: 'failure', metadata: { verdict } })
    return verdict
  })
  if (verdict !== 'matched') return refuseCode(verdict)
  resetProofs(user.sessionId)
  return { user: readOwnUser(storage.reader, user.id) }
}

const ownIdentity = ({ authId }: Viewer) => identityById(storage.reader, authId) ?? refuse('UNAUTHENTICATED')

/** Of the viewer; typed where this server cannot read it. */
function ownEmail(user: Viewer, typed: string | undefined): string {
  const identity = ownIdentity(user)
  const email = openAddress(identity)
  if (email !== null) return email
  if (typed === undefined) return refuseField('email', 'auth.emailRequired')
  return matchingAddress(typed, [identity.emailIndex]) ?? refuseField('email', 'auth.otherEmail')
}
