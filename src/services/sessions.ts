import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../db/schema/sessions'
import { statement } from '../../db/statement'
import { type Connection, storage, type Tx } from '../../db/storage'
import type { Origin } from './audit'
import { Cache } from './cache'
import { randomToken, tokenHash } from './keys'

const DAY = 86_400_000
const SESSION_MS = 30 * DAY
const ACCESS_MS = 15 * 60_000
const REFRESH_MS = 30 * DAY
/** `lastSeenAt` is kept to the hour, so that reading does not turn into writing. */
const SEEN_EVERY_MS = 3_600_000

type TokenKind = 'cookie' | 'access' | 'refresh'
export type Session = { id: string; userId: string; lastSeenAt: string; expiresAt: string }
type Proof = Session & { tokenExpiresAt: string }
/** A session that was just opened or renewed; `token` goes into the cookie and nowhere else. */
export type OpenedSession = { id: string; userId: string; token: string; expiresAt: string }
export type Tokens = { accessToken: string; refreshToken: string }

const known = new Cache<string, Proof>(20_000)

const proof = statement((orm) =>
  orm
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      tokenExpiresAt: sessionTokens.expiresAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.hash, sql.placeholder('hash')), eq(sessionTokens.kind, sql.placeholder('kind'))))
    .prepare(),
)

/** The session that a token proves, or undefined where it proves none (any more). */
export async function sessionOf(token: string, kind: 'cookie' | 'access'): Promise<Session | undefined> {
  const hash = tokenHash(token)
  const found = await known.get(`${kind}:${hash}`, async () => proof(storage.reader).get({ hash, kind }))
  if (!found) return undefined
  const now = new Date().toISOString()
  return found.expiresAt > now && found.tokenExpiresAt > now ? found : undefined
}

const insertSession = statement((orm) =>
  orm
    .insert(sessions)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      createdAt: sql.placeholder('now'),
      lastSeenAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
      ip: sql.placeholder('ip'),
      userAgent: sql.placeholder('userAgent'),
    })
    .prepare(),
)

const insertToken = statement((orm) =>
  orm
    .insert(sessionTokens)
    .values({
      hash: sql.placeholder('hash'),
      sessionId: sql.placeholder('sessionId'),
      kind: sql.placeholder('kind'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

function issue(tx: Tx, sessionId: string, kind: TokenKind, lifetime: number): string {
  const token = randomToken()
  const expiresAt = new Date(Date.now() + lifetime).toISOString()
  insertToken(tx).run({ hash: tokenHash(token), sessionId, kind, expiresAt })
  return token
}

/** Opens a session of 30 days for the user. */
export async function openSession(tx: Tx, userId: string, origin: Origin): Promise<OpenedSession> {
  const now = Date.now()
  const id = Bun.randomUUIDv7()
  const expiresAt = new Date(now + SESSION_MS).toISOString()
  const { ip, userAgent } = origin
  insertSession(tx).run({
    id,
    userId,
    now: new Date(now).toISOString(),
    expiresAt,
    ip,
    userAgent: userAgent?.slice(0, 300) ?? null,
  })
  return { id, userId, token: issue(tx, id, 'cookie', SESSION_MS), expiresAt }
}

/** Tokens for a client that cannot hold cookies: access for 15 minutes, refresh for 30 days and one use. */
export async function issueTokens(tx: Tx, sessionId: string): Promise<Tokens> {
  return {
    accessToken: issue(tx, sessionId, 'access', ACCESS_MS),
    refreshToken: issue(tx, sessionId, 'refresh', REFRESH_MS),
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
const extend = statement((orm) =>
  orm
    .update(sessions)
    .set({ expiresAt: sql`${sql.placeholder('expiresAt')}`, lastSeenAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)
const extendCookie = statement((orm) =>
  orm
    .update(sessionTokens)
    .set({ expiresAt: sql`${sql.placeholder('expiresAt')}` })
    .where(and(eq(sessionTokens.sessionId, sql.placeholder('id')), eq(sessionTokens.kind, 'cookie')))
    .prepare(),
)

export type Rotation =
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
  const expiresAt = new Date(Date.now() + SESSION_MS).toISOString()
  extend(tx).run({ id: sessionId, now, expiresAt })
  tx.afterCommit(() => known.dropWhere((each) => each.id === sessionId))
  return { outcome: 'rotated', sessionId, userId, tokens: await issueTokens(tx, sessionId) }
}

/** Whether less than half of the session is left, so that its use should renew it. */
export const halfSpent = (session: Session): boolean => Date.parse(session.expiresAt) - Date.now() < SESSION_MS / 2

/** Whether its last use was noted so long ago that it should be noted again. */
export const seenLongAgo = (session: Session): boolean => Date.now() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS

/** Gives the session another 30 days; answers its new end. */
export async function renewSession(tx: Tx, id: string): Promise<string> {
  const now = Date.now()
  const expiresAt = new Date(now + SESSION_MS).toISOString()
  extend(tx).run({ id, now: new Date(now).toISOString(), expiresAt })
  extendCookie(tx).run({ id, expiresAt })
  tx.afterCommit(() => known.dropWhere((each) => each.id === id))
  return expiresAt
}

const seen = statement((orm) =>
  orm
    .update(sessions)
    .set({ lastSeenAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

export async function noteSeen(tx: Tx, id: string): Promise<void> {
  seen(tx).run({ id, now: new Date().toISOString() })
  tx.afterCommit(() => known.dropWhere((each) => each.id === id))
}

const remove = statement((orm) =>
  orm
    .delete(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)
const removeOthers = statement((orm) =>
  orm
    .delete(sessions)
    .where(and(eq(sessions.userId, sql.placeholder('userId')), ne(sessions.id, sql.placeholder('except'))))
    .returning({ id: sessions.id })
    .prepare(),
)

export async function revokeSession(tx: Tx, id: string): Promise<void> {
  remove(tx).run({ id })
  tx.afterCommit(() => known.dropWhere((each) => each.id === id))
}

/** Revokes the user's sessions (but the one excepted); answers how many there were. */
export async function revokeSessionsOf(tx: Tx, userId: string, except = ''): Promise<number> {
  const gone = removeOthers(tx).all({ userId, except })
  tx.afterCommit(() => known.dropWhere((each) => each.userId === userId && each.id !== except))
  return gone.length
}

const list = statement((orm) =>
  orm
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      ip: sessions.ip,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, sql.placeholder('userId')), sql`${sessions.expiresAt} > ${sql.placeholder('now')}`))
    .orderBy(sql`${sessions.lastSeenAt} desc`)
    .limit(1000)
    .prepare(),
)

export async function sessionsOf(db: Connection, userId: string) {
  return list(db).all({ userId, now: new Date().toISOString() })
}

const sweepSessions = statement((orm) =>
  orm
    .delete(sessions)
    .where(lt(sessions.expiresAt, sql.placeholder('now')))
    .prepare(),
)
const sweepTokens = statement((orm) =>
  orm
    .delete(sessionTokens)
    .where(lt(sessionTokens.expiresAt, sql.placeholder('now')))
    .prepare(),
)

/** Removes sessions and tokens that have expired. */
export async function sweepExpiredSessions(tx: Tx): Promise<void> {
  const now = new Date().toISOString()
  sweepSessions(tx).run({ now })
  sweepTokens(tx).run({ now })
}
