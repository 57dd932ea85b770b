import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { openAddress } from '../../lib/addresses'
import { verifyPassword } from '../../lib/password-hash'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { consumeProof, resetProofs } from './otp-rate-limits'
import { identityById } from './password-queries'
import { type RotatedSession, rotateTokens } from './refresh-tokens'
import { recordAuthentication } from './sessions'
import { redeemLoginCode, sendLoginCode } from './sign-in-by-code'

/** One of them. */
export type Proof = { password?: string | undefined; otp?: string | undefined }

/**
 * Proves in a running session that its owner is there, by the means of a sign-in and within their limits: sensitive
 * acts are open for five minutes. The session gets new tokens (OWASP ASVS 7.2.4). Every wrong proof is the same 401
 * `INVALID_CREDENTIALS`.
 */
export async function reauthenticate(user: Viewer, { password, otp }: Proof): Promise<RotatedSession> {
  if (password !== undefined) return byPassword(user, password)
  return otp === undefined ? refuseField('password', 'auth.proofRequired') : byCode(user, otp)
}

/** Mails a code to the account's own email. */
export async function sendReauthenticationCode(user: Viewer): Promise<void> {
  await sendLoginCode(user.origin, (await ownIdentity(user)).email, user.sessionId)
}

async function ownIdentity({ authId }: Viewer): Promise<{ email: string; passwordHash: string | null }> {
  const identity = (await identityById(storage.reader, authId)) ?? refuse('UNAUTHENTICATED')
  return { email: (await openAddress(identity)) ?? identity.emailIndex, passwordHash: identity.passwordHash }
}

async function byPassword(user: Viewer, password: string): Promise<RotatedSession> {
  const { passwordHash } = await ownIdentity(user)
  const { ip } = user.origin
  const refund = consumeProof('password', user.sessionId)
  const matches = await verifyPassword(password, passwordHash, ip).catch((error) => {
    refund()
    throw error
  })
  const rotated = await writeAs(user, 'session', async (tx, user) => {
    // Between the check and this write the password may have been changed.
    const latest = await identityById(tx, user.authId)
    return conclude(tx, user, 'password', matches && latest?.passwordHash === passwordHash)
  })
  if (rotated === undefined) return refuse('INVALID_CREDENTIALS', 'auth.wrongProof')
  resetProofs(user.sessionId)
  return rotated
}

async function byCode(user: Viewer, otp: string): Promise<RotatedSession> {
  const { email } = await ownIdentity(user)
  consumeProof('code', user.sessionId)
  const rotated = await writeAs(user, 'session', async (tx, user) => {
    const { verdict, identity } = await redeemLoginCode(tx, email, otp, user.sessionId)
    return conclude(tx, user, 'otp', verdict === 'matched' && identity?.userId === user.id)
  })
  if (rotated === undefined) return refuse('INVALID_CREDENTIALS', 'auth.wrongProof')
  resetProofs(user.sessionId)
  return rotated
}

/** Undefined, and a failure in the audit log, if the proof was wrong: a refusal would roll back the counted attempt. */
async function conclude(
  tx: Tx,
  user: Viewer,
  method: 'password' | 'otp',
  isProved: boolean,
): Promise<RotatedSession | undefined> {
  const entry = { entityType: 'session', entityId: user.sessionId, metadata: { method } } as const
  if (!isProved) {
    await audit(tx, user, { ...entry, action: 'user:failed:reauthentication', status: 'failure' })
    return undefined
  }
  await recordAuthentication(tx, user.sessionId)
  await audit(tx, user, { ...entry, action: 'user:reauthenticated:session' })
  return rotateTokens(tx, user)
}
