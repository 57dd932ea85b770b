import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { type RotatedSession, recordUse, rotateTokens } from '../../ground/access/session-tokens'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { matchingAddress, openAddress } from '../../lib/net/addresses'
import { renewMembership } from '../accounts/users'
import { consumeProof, resetProofs } from './otp-rate-limits'
import {
  type AssertionAnswer,
  assertionOptions,
  passkeysOf,
  recordAssertion,
  verifyAssertion,
} from './passkey-ceremonies'
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
  { password, otp, email, passkey }: Proof,
): Promise<RotatedSession> {
  if (passkey !== undefined) return byPasskey(user, origins, passkey)
  if (password !== undefined) return byPassword(user, password)
  return otp === undefined ? refuseField('password', 'auth.proofRequired') : byCode(user, otp, email)
}

/** Mails a code to the account's own email, which has to be typed where this server cannot read it. */
export async function sendReauthenticationCode(user: Viewer, email: string | undefined): Promise<{ digits: number }> {
  return sendLoginCode(user.origin, ownEmail(user, email), user.sessionId)
}

/** For one of the account's own passkeys. 409 `CONFLICT` if there is none. */
export function passkeyProofOptions(user: Viewer) {
  const own = passkeysOf(storage.reader, user.id)
  if (own.length === 0) return refuse('CONFLICT', 'auth.noPasskey')
  return assertionOptions(`proof:${user.sessionId}`, user.origin.ip, own)
}

const ownIdentity = ({ authId }: Viewer) => identityById(storage.reader, authId) ?? refuse('UNAUTHENTICATED')

/** Of the viewer; typed where this server cannot read it. */
export function ownEmail(user: Viewer, typed: string | undefined): string {
  const identity = ownIdentity(user)
  const email = openAddress(identity)
  if (email !== null) return email
  if (typed === undefined) return refuseField('email', 'auth.emailRequired')
  return matchingAddress(typed, [identity.emailIndex]) ?? refuseField('email', 'auth.otherEmail')
}

async function byPassword(user: Viewer, password: string): Promise<RotatedSession> {
  const { passwordHash } = ownIdentity(user)
  const matches = await verifyOwnPassword(user, password, passwordHash)
  // Between the check and this write the password may have been changed.
  const isUnchanged = (tx: Tx) => identityById(tx, user.authId)?.passwordHash === passwordHash
  return conclude(user, 'password', (tx) => matches && isUnchanged(tx))
}

async function byCode(user: Viewer, otp: string, typed: string | undefined): Promise<RotatedSession> {
  const email = ownEmail(user, typed)
  consumeProof('code', user.sessionId)
  return conclude(user, 'otp', (tx) => {
    const { verdict, identity } = redeemLoginCode(tx, email, otp, user.sessionId)
    return verdict === 'matched' && identity?.userId === user.id
  })
}

async function byPasskey(user: Viewer, origins: readonly string[], response: AssertionAnswer): Promise<RotatedSession> {
  const assertion = await verifyAssertion(`proof:${user.sessionId}`, origins, response)
  return conclude(user, 'passkey', (tx) => assertion?.owner.id === user.id && recordAssertion(tx, assertion))
}

/** A wrong proof is refused after the write: a refusal in it would roll back the counted attempt and its entry. */
async function conclude(
  user: Viewer,
  method: 'password' | 'otp' | 'passkey',
  isProved: (tx: Tx) => boolean | Promise<boolean>,
): Promise<RotatedSession> {
  const rotated = await writeAs(user, 'session', async (tx, user) => {
    const entry = { entityType: 'session', entityId: user.sessionId, metadata: { method } } as const
    if (!(await isProved(tx)))
      return audit(tx, user, { ...entry, action: 'user:failed:reauthentication', status: 'failure' })
    recordUse(tx, user.sessionId, 'authenticated_at')
    if (method === 'otp') await renewMembership(tx, user)
    audit(tx, user, { ...entry, action: 'user:reauthenticated:session' })
    return rotateTokens(tx, user)
  })
  if (!rotated) return refuse('INVALID_CREDENTIALS', 'auth.wrongProof')
  if (method !== 'passkey') resetProofs(user.sessionId)
  return rotated
}
