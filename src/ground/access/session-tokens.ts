import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { randomToken, tokenHash } from '../../lib/crypto/keys'
import { closeSocketsOfSession } from '../../lib/net/sockets/hub'
import { inBackground, reportFailure } from '../../lib/process/background'
import { auditAttempt, type Origin } from '../audit/audit'
import type { Viewer } from './account'
import { rememberDeviceOf } from './devices'
import {
  ACCESS_MS,
  administratorsIdleSince,
  forgetSessions,
  graceEnd,
  latestBeginning,
  type Session,
  wasSeenLongAgo,
} from './sessions'

// How a session is proven: its cookie or tokens, issued, renewed and exchanged. Looking one up: sessions.ts.

const DAY = 86_400_000
const SESSION_MS = 30 * DAY
/** However often it is renewed. */
const LONGEST_MS = 90 * DAY

/** When a session that is used now ends. */
export const endOfUse = (createdAt: string): string =>
  new Date(Math.min(Date.now() + SESSION_MS, Date.parse(createdAt) + LONGEST_MS)).toISOString()

/** `token` and `device` go into cookies and nowhere else. */
export type OpenedSession = {
  id: string
  userId: string
  token: string
  expiresAt: string
  /** What the browser keeps of its accounts, after a sign-in. */
  device?: string | undefined
}

/** Whether less than half of the session's time is left, and there is more to be had. */
export const isHalfSpent = ({ createdAt, expiresAt, endsAt }: Session): boolean =>
  endsAt - Date.now() < SESSION_MS / 2 && endOfUse(createdAt) > expiresAt

/**
 * Extends the session, by default to 30 days from now, 90 days from its start at most, and returns its new end; undefined
 * if it has been ended meanwhile.
 */
function renewSession(tx: Tx, id: string, until?: string): string | undefined {
  const session = sql(pick(sessions, 'createdAt'))`SELECT created_at AS createdAt FROM sessions WHERE id = ${id}`.get(
    tx,
  )
  if (!session) return undefined
  const expiresAt = until ?? endOfUse(session.createdAt)
  sql`UPDATE sessions SET expires_at = ${expiresAt}, last_seen_at = ${new Date().toISOString()} WHERE id = ${id}`.run(
    tx,
  )
  sql`
    UPDATE session_tokens SET expires_at = ${expiresAt}
    WHERE session_id = ${id} AND kind = 'cookie' AND is_due = 0`.run(tx)
  forgetSessions(tx, (each) => each.id === id)
  return expiresAt
}

/** `authenticated_at`: the owner has proved to be the owner again, and sensitive acts are open for some minutes. */
export function recordUse(tx: Tx, id: string, use: 'last_seen_at' | 'authenticated_at'): void {
  sql`UPDATE sessions SET ${raw(use)} = ${new Date().toISOString()} WHERE id = ${id}`.run(tx)
  forgetSessions(tx, (each) => each.id === id)
}

export function revokeSession(tx: Tx, id: string): void {
  sql`DELETE FROM sessions WHERE id = ${id}`.run(tx)
  forgetSessions(tx, (each) => each.id === id)
  tx.afterCommit(() => closeSocketsOfSession(id))
}

/** Issues a token of the session. Only its hash is stored. */
export function issueToken(
  tx: Tx,
  sessionId: string,
  kind: 'cookie' | 'access' | 'refresh',
  expiresAt: string,
): string {
  const token = randomToken()
  sql`
    INSERT INTO session_tokens (hash, session_id, kind, expires_at)
    VALUES (${tokenHash(token)}, ${sessionId}, ${kind}, ${expiresAt})`.run(tx)
  return token
}

export type Tokens = { accessToken: string; refreshToken: string }

type Refreshed = { tokens?: Tokens; session?: { id: string; expiresAt: string } }

/**
 * Exchanges a refresh token or, without one, renews the current session; without either it does nothing. A token that
 * was exchanged before ends its session and returns nothing.
 */
export async function refresh(origin: Origin, current: Viewer | null, token: string | undefined): Promise<Refreshed> {
  if (token) return storage.write((tx) => exchangeToken(tx, origin, token))
  if (!current) return {}
  const expiresAt = await storage.write((tx) => renewSession(tx, current.sessionId))
  return expiresAt === undefined ? {} : { session: { id: current.sessionId, expiresAt } }
}

/** Tokens for a client without cookies: access for 15 minutes, refresh for as long as the session and one use. */
export function issueTokens(tx: Tx, { id, expiresAt }: Pick<OpenedSession, 'id' | 'expiresAt'>): Tokens {
  return {
    accessToken: issueToken(tx, id, 'access', new Date(Date.now() + ACCESS_MS).toISOString()),
    refreshToken: issueToken(tx, id, 'refresh', expiresAt),
  }
}

export type RotatedSession = { session: OpenedSession; tokens: Tokens | undefined }

/** Replaces every token of the session, so that a copied one is worth nothing any more. */
export function rotateTokens(tx: Tx, { id: userId, sessionId, origin }: Viewer): RotatedSession {
  const removed = sql(pick(sessionTokens, 'kind'))`
    DELETE FROM session_tokens WHERE session_id = ${sessionId} RETURNING kind`.all(tx)
  const expiresAt = renewSession(tx, sessionId) ?? refuse('UNAUTHENTICATED')
  const token = issueToken(tx, sessionId, 'cookie', expiresAt)
  const device = rememberDeviceOf(tx, origin.device, userId)
  const session = { id: sessionId, userId, token, expiresAt, device }
  const hasTokens = removed.some(({ kind }) => kind === 'refresh')
  return { session, tokens: hasTokens ? issueTokens(tx, session) : undefined }
}

/** A token that was exchanged before revokes its session: both its owner and a thief have it (RFC 9700 §4.14.2). */
function exchangeToken(tx: Tx, origin: Origin, token: string): Refreshed {
  const hash = tokenHash(token)
  const row = sql({
    ...pick(sessions, 'userId', 'createdAt', 'lastSeenAt'),
    ...pick(users, 'role'),
    ...pick(sessionTokens, 'sessionId', 'expiresAt', 'spentAt'),
  })`
    SELECT s.user_id AS userId, s.created_at AS createdAt, s.last_seen_at AS lastSeenAt, u.role,
      t.session_id AS sessionId, t.expires_at AS expiresAt, t.spent_at AS spentAt
    FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.hash = ${hash} AND t.kind = 'refresh'`.get(tx)
  const now = new Date().toISOString()
  if (!row || (row.spentAt === null && row.expiresAt <= now) || row.createdAt > latestBeginning()) return {}
  if (row.role !== 'user' && row.lastSeenAt <= administratorsIdleSince()) return {}
  const { sessionId: id, userId, spentAt } = row
  if (spentAt !== null) {
    revokeSession(tx, id)
    auditAttempt(tx, origin, { action: 'user:reused:refresh-token', subject: userId, status: 'failure' })
    return {}
  }
  sql`UPDATE session_tokens SET spent_at = ${now} WHERE hash = ${hash}`.run(tx)
  const expiresAt = renewSession(tx, id) ?? refuse('UNAUTHENTICATED')
  return { tokens: issueTokens(tx, { id, expiresAt }) }
}

// Writes that the use of a session causes now and then. No read waits for them or fails with them: on a full disk people
// go on reading, and a later request tries again.

const PAUSE_MS = 30_000

/** For each task and session, until when it is not tried again: while it is under way, or after a failure. */
const paused = new Map<string, number>()
const MOST_PAUSED = 20_000

/** Writes once at a time for each session, and not for half a minute after a failure. */
async function attemptWrite<T>(
  task: string,
  { id }: Session,
  write: (tx: Tx) => T | Promise<T>,
): Promise<T | undefined> {
  const key = `${task} ${id}`
  const now = performance.now()
  if ((paused.get(key) ?? 0) > now) return undefined
  if (paused.size >= MOST_PAUSED) paused.clear()
  paused.set(key, now + PAUSE_MS)
  try {
    const written = await storage.write(write)
    paused.delete(key)
    return written
  } catch (error) {
    reportFailure(error, task)
    return undefined
  }
}

const writeBeside = (task: string, session: Session, write: (tx: Tx) => unknown): void =>
  inBackground(task, async () => void (await attemptWrite(task, session, write)))

/** Renews the session, and returns the end that its cookie may have. Until the record has it, too, the record decides. */
export function renewBeside(session: Session): string {
  const expiresAt = endOfUse(session.createdAt)
  writeBeside('renewing a session', session, (tx) => renewSession(tx, session.id, expiresAt))
  return expiresAt
}

export function recordSeenIfLongAgo(session: Session): void {
  if (wasSeenLongAgo(session))
    writeBeside('recording the last use of a session', session, (tx) => recordUse(tx, session.id, 'last_seen_at'))
}

/**
 * Replaces a cookie that `renewTokens` has marked. Undefined if another request has done so already: this one is within
 * the time of grace, and its client gets the new cookie with the other response. The response waits for it: its client
 * must know the new token before the old one ends. A failure leaves the old one valid.
 */
export const tryReplaceDueCookie = (session: Session, token: string): Promise<OpenedSession | undefined> =>
  attemptWrite('replacing a cookie', session, (tx) => {
    const { id, userId, expiresAt } = session
    const { changes } = sql`
      UPDATE session_tokens SET is_due = 0, expires_at = ${graceEnd()}
      WHERE hash = ${tokenHash(token)} AND is_due = 1`.run(tx)
    forgetSessions(tx, (each) => each.id === id)
    return changes > 0 ? { id, userId, token: issueToken(tx, id, 'cookie', expiresAt), expiresAt } : undefined
  })
