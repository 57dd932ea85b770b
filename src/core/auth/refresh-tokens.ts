import { and, eq } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { storage, type Tx } from '../../../db/storage'
import { tokenHash } from '../../lib/keys'
import type { Viewer } from '../access/account'
import { auditAttempt, type Origin } from '../audit/audit'
import { rememberDeviceOf } from './devices'
import { issueToken } from './session-tokens'
import { type OpenedSession, renewSession, revokeSession } from './sessions'

const ACCESS_MS = 15 * 60_000
const REFRESH_MS = 30 * 86_400_000

export type Tokens = { accessToken: string; refreshToken: string }

type Refreshed = { tokens?: Tokens; session?: { id: string; expiresAt: string } }

/**
 * Exchanges a refresh token or, without one, renews the current session; without either it does nothing. A token that
 * was exchanged before ends its session and returns nothing.
 */
export async function refresh(origin: Origin, current: Viewer | null, token: string | undefined): Promise<Refreshed> {
  if (token) return exchangeToken(origin, token)
  if (!current) return {}
  const expiresAt = await storage.write((tx) => renewSession(tx, current.sessionId))
  return { session: { id: current.sessionId, expiresAt } }
}

async function exchangeToken(origin: Origin, token: string): Promise<Refreshed> {
  const rotation = await storage.write(async (tx) => {
    const rotation = await rotateRefreshToken(tx, token)
    if (rotation.outcome === 'reused')
      await auditAttempt(tx, origin, {
        action: 'user:reused:refresh-token',
        subject: rotation.userId,
        status: 'failure',
      })
    return rotation
  })
  return rotation.outcome === 'rotated' ? { tokens: rotation.tokens } : {}
}

/** Tokens for a client without cookies: access for 15 minutes, refresh for 30 days and one use. */
export async function issueTokens(tx: Tx, sessionId: string): Promise<Tokens> {
  return {
    accessToken: issueToken(tx, sessionId, 'access', ACCESS_MS),
    refreshToken: issueToken(tx, sessionId, 'refresh', REFRESH_MS),
  }
}

export type RotatedSession = { session: OpenedSession; tokens: Tokens | undefined }

/** Replaces every token of the session, so that a copied one is worth nothing any more. */
export async function rotateTokens(tx: Tx, { id: userId, sessionId, origin }: Viewer): Promise<RotatedSession> {
  const kinds = tx.orm
    .delete(sessionTokens)
    .where(eq(sessionTokens.sessionId, sessionId))
    .returning({ kind: sessionTokens.kind })
    .all()
  const expiresAt = await renewSession(tx, sessionId)
  const token = issueToken(tx, sessionId, 'cookie', Date.parse(expiresAt) - Date.now())
  return {
    session: { id: sessionId, userId, token, expiresAt, device: rememberDeviceOf(tx, origin.device, userId) },
    tokens: kinds.some(({ kind }) => kind === 'refresh') ? await issueTokens(tx, sessionId) : undefined,
  }
}

type Rotation =
  | { outcome: 'rotated'; sessionId: string; userId: string; tokens: Tokens }
  | { outcome: 'reused'; sessionId: string; userId: string }
  | { outcome: 'unknown' }

/**
 * Exchanges a refresh token for new tokens. A token that was exchanged before revokes its session, because both its
 * owner and a thief have it (RFC 9700 §4.14.2).
 */
async function rotateRefreshToken(tx: Tx, token: string): Promise<Rotation> {
  const hash = tokenHash(token)
  const refreshToken = tx.orm
    .select({
      sessionId: sessionTokens.sessionId,
      userId: sessions.userId,
      expiresAt: sessionTokens.expiresAt,
      spentAt: sessionTokens.spentAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')))
    .get()
  const now = new Date().toISOString()
  if (!refreshToken || (refreshToken.spentAt === null && refreshToken.expiresAt <= now)) return { outcome: 'unknown' }
  const { sessionId, userId } = refreshToken
  if (refreshToken.spentAt !== null) {
    await revokeSession(tx, sessionId)
    return { outcome: 'reused', sessionId, userId }
  }
  tx.orm.update(sessionTokens).set({ spentAt: now }).where(eq(sessionTokens.hash, hash)).run()
  await renewSession(tx, sessionId)
  return { outcome: 'rotated', sessionId, userId, tokens: await issueTokens(tx, sessionId) }
}
