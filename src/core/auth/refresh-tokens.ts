import { and, eq } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { tokenHash } from '../../lib/keys'
import type { Viewer } from '../access/account'
import {
  ACCESS_MS,
  administratorsIdleSince,
  forgetSessions,
  graceEnd,
  latestBeginning,
  type Session,
} from '../access/sessions'
import { auditAttempt, type Origin } from '../audit/audit'
import { rememberDeviceOf } from './devices'
import { issueToken } from './session-tokens'
import { type OpenedSession, renewSession, revokeSession } from './sessions'

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
  return expiresAt === undefined ? {} : { session: { id: current.sessionId, expiresAt } }
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

/** Tokens for a client without cookies: access for 15 minutes, refresh for as long as the session and one use. */
export async function issueTokens(tx: Tx, { id, expiresAt }: Pick<OpenedSession, 'id' | 'expiresAt'>): Promise<Tokens> {
  return {
    accessToken: issueToken(tx, id, 'access', new Date(Date.now() + ACCESS_MS).toISOString()),
    refreshToken: issueToken(tx, id, 'refresh', expiresAt),
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
  const expiresAt = (await renewSession(tx, sessionId)) ?? refuse('UNAUTHENTICATED')
  const token = issueToken(tx, sessionId, 'cookie', expiresAt)
  const device = rememberDeviceOf(tx, origin.device, userId)
  const session = { id: sessionId, userId, token, expiresAt, device }
  const hasTokens = kinds.some(({ kind }) => kind === 'refresh')
  return { session, tokens: hasTokens ? await issueTokens(tx, session) : undefined }
}

/**
 * Replaces a cookie that `renewTokens` has marked. Undefined if another request has done so already: this one is within
 * the time of grace, and its client gets the new cookie with the other response.
 */
export async function replaceDueCookie(tx: Tx, session: Session, token: string): Promise<OpenedSession | undefined> {
  const { id, userId, expiresAt } = session
  const due = and(eq(sessionTokens.hash, tokenHash(token)), eq(sessionTokens.isDue, true))
  const change = { isDue: false, expiresAt: graceEnd() }
  const replaced = tx.orm.update(sessionTokens).set(change).where(due).returning({ hash: sessionTokens.hash }).all()
  forgetSessions(tx, (each) => each.id === id)
  return replaced.length === 0 ? undefined : { id, userId, token: issueToken(tx, id, 'cookie', expiresAt), expiresAt }
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
      ...pick(sessions, 'userId', 'createdAt', 'lastSeenAt'),
      ...pick(users, 'role'),
      expiresAt: sessionTokens.expiresAt,
      spentAt: sessionTokens.spentAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')))
    .get()
  const now = new Date().toISOString()
  if (!refreshToken || (refreshToken.spentAt === null && refreshToken.expiresAt <= now)) return { outcome: 'unknown' }
  const { sessionId, userId } = refreshToken
  if (refreshToken.createdAt > latestBeginning()) return { outcome: 'unknown' }
  if (refreshToken.role !== 'user' && refreshToken.lastSeenAt <= administratorsIdleSince())
    return { outcome: 'unknown' }
  if (refreshToken.spentAt !== null) {
    await revokeSession(tx, sessionId)
    return { outcome: 'reused', sessionId, userId }
  }
  tx.orm.update(sessionTokens).set({ spentAt: now }).where(eq(sessionTokens.hash, hash)).run()
  const expiresAt = (await renewSession(tx, sessionId)) ?? refuse('UNAUTHENTICATED')
  return { outcome: 'rotated', sessionId, userId, tokens: await issueTokens(tx, { id: sessionId, expiresAt }) }
}
