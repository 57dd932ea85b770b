import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { parseAddress } from '../../lib/email-address'
import { verifyPassword } from '../../lib/password-hash'
import type { Viewer } from '../access/account'
import type { OwnUser } from '../accounts/record'
import { findIdentity, readOwnUser } from '../accounts/users'
import { anonymous, audit, type Origin } from '../audit/audit'
import { consumeLoginAttempt, resetLoginAttempts } from './otp-rate-limits'
import { issueTokens, rotateRefreshToken, type Tokens } from './refresh-tokens'
import { type OpenedSession, openSession, renewSession, revokeSession } from './sessions'

type SignedIn = { user: OwnUser; session: OpenedSession; tokens: Tokens | undefined }

/**
 * Signs in by password. An unknown address, an account without a password and a wrong password look and cost the
 * same. A session that the client already held ends: signing in never takes a session over.
 */
export async function signIn(
  origin: Origin,
  held: Viewer | null,
  input: { email: string; password: string; tokens?: boolean | undefined },
): Promise<SignedIn> {
  const email = parseAddress(input.email)?.email
  if (email) consumeLoginAttempt('password', email, origin.ip)
  const known = email ? await findIdentity(storage.reader, email) : undefined
  const matches = await verifyPassword(input.password, known?.passwordHash ?? null)
  if (!email || !known || !matches) {
    await storage.write((tx) =>
      audit(tx, anonymous(origin), {
        action: 'user:failed:login',
        entityType: 'user',
        entityId: known?.userId ?? null,
        status: 'failure',
        metadata: { method: 'password' },
      }),
    )
    return refuse('INVALID_CREDENTIALS')
  }
  resetLoginAttempts('password', email, origin.ip)
  return storage.write(async (tx) => {
    // Between the check and this write the password may have been changed, or the account deleted.
    const now = await findIdentity(tx, email)
    if (now?.passwordHash !== known.passwordHash) return refuse('INVALID_CREDENTIALS')
    const session = await beginSession(tx, origin, held, now, 'password')
    const tokens = input.tokens ? await issueTokens(tx, session.id) : undefined
    return { user: await readOwnUser(tx, now.userId), session, tokens }
  })
}

type Method = 'password' | 'otp' | 'idp'

/** Opens the session of somebody who has proved who it is, in place of the one that the client held. */
export async function beginSession(
  tx: Tx,
  origin: Origin,
  held: Viewer | null,
  who: { userId: string; role: string },
  method: Method,
): Promise<OpenedSession> {
  if (held) await revokeSession(tx, held.sessionId)
  const session = await openSession(tx, who.userId, origin)
  await audit(
    tx,
    { id: who.userId, role: who.role, origin },
    { action: `user:login:${method}`, entityType: 'session', entityId: session.id },
  )
  return session
}

type Refreshed = { tokens?: Tokens; session?: { id: string; expiresAt: string } }

/**
 * Exchanges a refresh token, or else renews the session that the request holds; with neither it changes nothing. A
 * token that was spent before ends its session and gives nothing.
 */
export async function refresh(origin: Origin, held: Viewer | null, token: string | undefined): Promise<Refreshed> {
  if (token) return exchange(origin, token)
  if (!held) return {}
  const expiresAt = await storage.write((tx) => renewSession(tx, held.sessionId))
  return { session: { id: held.sessionId, expiresAt } }
}

async function exchange(origin: Origin, token: string): Promise<Refreshed> {
  const rotation = await storage.write(async (tx) => {
    const rotation = await rotateRefreshToken(tx, token)
    if (rotation.outcome === 'reused')
      await audit(tx, anonymous(origin), {
        action: 'user:reused:refresh-token',
        entityType: 'session',
        entityId: rotation.sessionId,
        status: 'failure',
        metadata: { userId: rotation.userId },
      })
    return rotation
  })
  return rotation.outcome === 'rotated' ? { tokens: rotation.tokens } : {}
}
