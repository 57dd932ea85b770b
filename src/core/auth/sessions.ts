import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { INTEGER, pick, sqlStatement, statement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import { tokenHash } from '../../lib/keys'
import { closeSocketsOfSession, closeSocketsOfUser } from '../../lib/sockets/hub'
import type { Origin } from '../audit/audit'
import { issueToken } from './session-tokens'

const DAY = 86_400_000
const SESSION_MS = 30 * DAY
/** `lastSeenAt` is kept to the hour, so that reading does not turn into writing. */
const SEEN_EVERY_MS = 3_600_000

export type Session = { id: string; userId: string; lastSeenAt: string; expiresAt: string }
type Proof = Session & { tokenExpiresAt: string }
/** A session that was just opened or renewed; `token` goes into the cookie and nowhere else. */
export type OpenedSession = { id: string; userId: string; token: string; expiresAt: string }

const known = new Cache<string, Proof>(20_000)

const proof = statement((orm) =>
  orm
    .select({
      ...pick(sessions, 'id', 'userId', 'lastSeenAt', 'expiresAt'),
      tokenExpiresAt: sessionTokens.expiresAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.hash, sql.placeholder('hash')), eq(sessionTokens.kind, sql.placeholder('kind'))))
    .prepare(),
)

/** The session that a token proves, or undefined where it proves none (any more). */
export async function findSession(token: string, kind: 'cookie' | 'access'): Promise<Session | undefined> {
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

/** Nobody has as many browsers; without a bound, a script that signs in again and again fills the disk. */
const MOST_SESSIONS = 100

/** By sessions_user: the few of one user, sorted. */
const superfluous = sqlStatement(
  'SELECT id FROM sessions WHERE user_id = $userId ORDER BY last_seen_at DESC, id DESC LIMIT -1 OFFSET $most',
  { returns: { id: sessions.id }, params: { userId: sessions.userId, most: INTEGER } },
)

/** Opens a session of 30 days for the user. Beyond a hundred, the one that was not used for longest ends. */
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
  for (const { id: old } of superfluous(tx).all({ userId, most: MOST_SESSIONS })) await revokeSession(tx, old)
  return { id, userId, token: issueToken(tx, id, 'cookie', SESSION_MS), expiresAt }
}

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
  tx.afterCommit(() => {
    known.dropWhere((each) => each.id === id)
    closeSocketsOfSession(id)
  })
}

/** Revokes the user's sessions (but the one excepted); answers how many there were. */
export async function revokeSessions(tx: Tx, userId: string, except = ''): Promise<number> {
  const gone = removeOthers(tx).all({ userId, except })
  tx.afterCommit(() => {
    known.dropWhere((each) => each.userId === userId && each.id !== except)
    closeSocketsOfUser(userId, except)
  })
  return gone.length
}

const list = statement((orm) =>
  orm
    .select({
      ...pick(sessions, 'id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent'),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, sql.placeholder('userId')), sql`${sessions.expiresAt} > ${sql.placeholder('now')}`))
    .orderBy(sql`${sessions.lastSeenAt} desc`)
    .limit(1000)
    .prepare(),
)

export async function listUserSessions(db: Connection, userId: string) {
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
