import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { parseAddress } from '../../lib/email-address'
import { verifyPassword } from '../../lib/password-hash'
import type { Viewer } from '../access/account'
import type { OwnUser } from '../accounts/record'
import { renewAddress } from '../accounts/renew-address'
import { findIdentity, readOwnUser } from '../accounts/users'
import { auditAttempt, type Origin } from '../audit/audit'
import { knownDevice } from './devices'
import { consumeLoginAttempt, resetLoginAttempts } from './otp-rate-limits'
import { issueTokens, type Tokens } from './refresh-tokens'
import { beginSession, type OpenedSession } from './sessions'

type SignedIn = { user: OwnUser; session: OpenedSession; tokens: Tokens | undefined }

/**
 * Signs in by password. An unknown email, an account without a password and a wrong password get the same response and
 * take the same time. The client's current session ends: a new session never reuses an old one.
 */
export async function signIn(
  origin: Origin,
  current: Viewer | null,
  input: { email: string; password: string; tokens?: boolean | undefined },
): Promise<SignedIn> {
  const email = parseAddress(input.email)?.email
  const identity = email ? await findIdentity(storage.reader, email) : undefined
  const device = knownDevice(origin.device, identity)
  const refund = consumeLoginAttempt('password', email, origin.ip, device)
  const hash = identity?.passwordHash ?? null
  const matches = await verifyPassword(input.password, hash, origin.ip, device !== undefined).catch((error) => {
    refund()
    throw error
  })
  if (!email || !identity || !matches) {
    await storage.write((tx) =>
      auditAttempt(tx, origin, {
        action: 'user:failed:login',
        subject: email ?? null,
        status: 'failure',
        metadata: { method: 'password' },
      }),
    )
    return refuse('INVALID_CREDENTIALS')
  }
  refund()
  resetLoginAttempts('password', email, origin.ip, device)
  renewAddress(identity, email)
  return storage.write(async (tx) => {
    // Between the check and this write the password may have been changed, or the account deleted.
    const latest = await findIdentity(tx, email)
    if (latest?.passwordHash !== identity.passwordHash) return refuse('INVALID_CREDENTIALS')
    const session = await beginSession(tx, origin, current, latest, 'password')
    const tokens = input.tokens ? await issueTokens(tx, session) : undefined
    return { user: await readOwnUser(tx, latest.userId), session, tokens }
  })
}
