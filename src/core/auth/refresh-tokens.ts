import { and, eq, sql } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { statement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { tokenHash } from '../../lib/keys'
import { issueToken } from './session-tokens'
import { renewSession, revokeSession } from './sessions'

const ACCESS_MS = 15 * 60_000
const REFRESH_MS = 30 * 86_400_000

export type Tokens = { accessToken: string; refreshToken: string }

/** Tokens for a client that cannot hold cookies: access for 15 minutes, refresh for 30 days and one use. */
export async function issueTokens(tx: Tx, sessionId: string): Promise<Tokens> {
  return {
    accessToken: issueToken(tx, sessionId, 'access', ACCESS_MS),
    refreshToken: issueToken(tx, sessionId, 'refresh', REFRESH_MS),
  }
}

const refreshToken = statement((orm) =>
  orm
    .select({
      sessionId: sessionTokens.sessionId,
      userId: sessions.userId,
      expiresAt: sessionTokens.expiresAt,
      spentAt: sessionTokens.spentAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.hash, sql.placeholder('hash')), eq(sessionTokens.kind, 'refresh')))
    .prepare(),
)
const spend = statement((orm) =>
  orm
    .update(sessionTokens)
    .set({ spentAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessionTokens.hash, sql.placeholder('hash')))
    .prepare(),
)
type Rotation =
  | { outcome: 'rotated'; sessionId: string; userId: string; tokens: Tokens }
  | { outcome: 'reused'; sessionId: string; userId: string }
  | { outcome: 'unknown' }

/**
 * Exchanges a refresh token for new tokens. One that was exchanged before revokes its whole session: whoever shows
 * it second, thief or owner, one of them is not the owner (RFC 9700 §4.14.2).
 */
export async function rotateRefreshToken(tx: Tx, token: string): Promise<Rotation> {
  const hash = tokenHash(token)
  const found = refreshToken(tx).get({ hash })
  const now = new Date().toISOString()
  if (!found || (found.spentAt === null && found.expiresAt <= now)) return { outcome: 'unknown' }
  const { sessionId, userId } = found
  if (found.spentAt !== null) {
    await revokeSession(tx, sessionId)
    return { outcome: 'reused', sessionId, userId }
  }
  spend(tx).run({ hash, now })
  await renewSession(tx, sessionId)
  return { outcome: 'rotated', sessionId, userId, tokens: await issueTokens(tx, sessionId) }
}
