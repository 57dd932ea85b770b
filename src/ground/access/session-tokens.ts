import { and, eq } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
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
  const session = tx.orm.select(pick(sessions, 'createdAt')).from(sessions).where(eq(sessions.id, id)).get()
  if (!session) return undefined
  const expiresAt = until ?? endOfUse(session.createdAt)
  tx.orm.update(sessions).set({ expiresAt, lastSeenAt: new Date().toISOString() }).where(eq(sessions.id, id)).run()
  const isCookie = and(eq(sessionTokens.kind, 'cookie'), eq(sessionTokens.isDue, false))
  const cookies = and(eq(sessionTokens.sessionId, id), isCookie)
  tx.orm.update(sessionTokens).set({ expiresAt }).where(cookies).run()
  forgetSessions(tx, (each) => each.id === id)
  return expiresAt
}

/** `authenticatedAt`: the owner has proved to be the owner again, and sensitive acts are open for some minutes. */
export function recordUse(tx: Tx, id: string, use: 'lastSeenAt' | 'authenticatedAt'): void {
  const change = { [use]: new Date().toISOString() }
  tx.orm.update(sessions).set(change).where(eq(sessions.id, id)).run()
  forgetSessions(tx, (each) => each.id === id)
}

export function revokeSession(tx: Tx, id: string): void {
  tx.orm.delete(sessions).where(eq(sessions.id, id)).run()
  forgetSessions(tx, (each) => each.id === id)
  tx.afterCommit(() => closeSocketsOfSession(id))
}

/** Issues a token of the session. Only its hash is stored. */
export function issueToken(tx: Tx, sessionId: string, kind: TokenKind, expiresAt: string): string {
  const token = randomToken()
  tx.orm
    .insert(sessionTokens)
    .values({ hash: tokenHash(token), sessionId, kind, expiresAt })
    .run()
  return token
}
type TokenKind = (typeof sessionTokens.$inferInsert)['kind']

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
  const own = eq(sessionTokens.sessionId, sessionId)
  const kinds = tx.orm.delete(sessionTokens).where(own).returning(pick(sessionTokens, 'kind')).all()
  const expiresAt = renewSession(tx, sessionId) ?? refuse('UNAUTHENTICATED')
  const token = issueToken(tx, sessionId, 'cookie', expiresAt)
  const device = rememberDeviceOf(tx, origin.device, userId)
  const session = { id: sessionId, userId, token, expiresAt, device }
  const hasTokens = kinds.some(({ kind }) => kind === 'refresh')
  return { session, tokens: hasTokens ? issueTokens(tx, session) : undefined }
}

/** A token that was exchanged before revokes its session: both its owner and a thief have it (RFC 9700 §4.14.2). */
function exchangeToken(tx: Tx, origin: Origin, token: string): Refreshed {
  const hash = tokenHash(token)
  const row = tx.orm
    .select({
      ...pick(sessions, 'userId', 'createdAt', 'lastSeenAt'),
      ...pick(users, 'role'),
      ...pick(sessionTokens, 'sessionId', 'expiresAt', 'spentAt'),
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')))
    .get()
  const now = new Date().toISOString()
  if (!row || (row.spentAt === null && row.expiresAt <= now) || row.createdAt > latestBeginning()) return {}
  if (row.role !== 'user' && row.lastSeenAt <= administratorsIdleSince()) return {}
  const { sessionId: id, userId, spentAt } = row
  if (spentAt !== null) {
    revokeSession(tx, id)
    auditAttempt(tx, origin, { action: 'user:reused:refresh-token', subject: userId, status: 'failure' })
    return {}
  }
  tx.orm.update(sessionTokens).set({ spentAt: now }).where(eq(sessionTokens.hash, hash)).run()
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
    writeBeside('recording the last use of a session', session, (tx) => recordUse(tx, session.id, 'lastSeenAt'))
}

/**
 * Replaces a cookie that `renewTokens` has marked. Undefined if another request has done so already: this one is within
 * the time of grace, and its client gets the new cookie with the other response. The response waits for it: its client
 * must know the new token before the old one ends. A failure leaves the old one valid.
 */
export const tryReplaceDueCookie = (session: Session, token: string): Promise<OpenedSession | undefined> =>
  attemptWrite('replacing a cookie', session, (tx) => {
    const { id, userId, expiresAt } = session
    const due = and(eq(sessionTokens.hash, tokenHash(token)), eq(sessionTokens.isDue, true))
    const change = { isDue: false, expiresAt: graceEnd() }
    const replaced = tx.orm.update(sessionTokens).set(change).where(due).returning(pick(sessionTokens, 'hash')).get()
    forgetSessions(tx, (each) => each.id === id)
    return replaced && { id, userId, token: issueToken(tx, id, 'cookie', expiresAt), expiresAt }
  })
