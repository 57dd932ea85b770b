import { and, desc, eq, sql as expression, gt, inArray, lt, lte, ne } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../../ground/access/account'
import { rememberDeviceOf } from '../../ground/access/devices'
import { refuseUnlessBelow, requireReauthentication } from '../../ground/access/levels'
import { endOfUse, issueToken, type OpenedSession, revokeSession } from '../../ground/access/session-tokens'
import { administratorsIdleSince, forgetSessions, latestBeginning } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { audit, type Origin } from '../../ground/audit/audit'
import { closeSocketsOfUser } from '../../lib/net/sockets/hub'

// Auth: how people sign up (sign-up.ts), sign in (sign-in.ts, sign-in-by-provider.ts), sign out, set
// passwords (password.ts) and delete their account. Every sign-in ends in `beginSession`. Limits: otp-rate-limits.ts.

/** Opens a session for a user who has proven its identity, and ends the client's current one. */
export function beginSession(
  tx: Tx,
  origin: Origin,
  current: Viewer | null,
  { userId, role }: { userId: string; role: string },
  method: 'password' | 'otp' | 'idp' | 'passkey',
): OpenedSession {
  if (current) revokeSession(tx, current.sessionId)
  const session = openSession(tx, userId, origin, method === 'idp')
  const entry = { action: `user:login:${method}`, entityType: 'session', entityId: session.id } as const
  audit(tx, { id: userId, role, origin }, entry)
  return { ...session, device: rememberDeviceOf(tx, origin.device, userId) }
}

/** Nobody has as many browsers. Without a limit, a script that signs in repeatedly fills the disk. */
const MAX_SESSIONS = 100

/** Opens a session of 30 days. Beyond a hundred, the session that was unused for longest ends. */
export function openSession(tx: Tx, userId: string, origin: Origin, isProvided = false): OpenedSession {
  const [id, now] = [crypto.randomUUID(), new Date().toISOString()]
  const expiresAt = endOfUse(now)
  const times = { createdAt: now, lastSeenAt: now, authenticatedAt: now, expiresAt }
  const userAgent = origin.userAgent?.slice(0, 300) ?? null
  const row = { id, userId, ...times, ip: origin.ip, userAgent, isProvided }
  tx.orm.insert(sessions).values(row).run()
  // Index: sessions_user; sorts the few sessions of a user.
  for (const { id: old } of sql({ id: sessions.id })`
    SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY last_seen_at DESC, id DESC LIMIT -1 OFFSET
    ${MAX_SESSIONS}`.all(tx))
    revokeSession(tx, old)
  return { id, userId, token: issueToken(tx, id, 'cookie', expiresAt), expiresAt }
}

/** Revokes the user's sessions except one; returns how many. */
export function revokeSessions(tx: Tx, userId: string, except = ''): number {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, except))
  const revoked = tx.orm.delete(sessions).where(others).returning(pick(sessions, 'id')).all()
  forgetSessions(tx, (each) => each.userId === userId && each.id !== except)
  tx.afterCommit(() => closeSocketsOfUser(userId, except))
  return revoked.length
}

function listUserSessions(db: Connection, userId: string) {
  const [now, latest] = [new Date().toISOString(), latestBeginning()]
  return db.orm
    .select(pick(sessions, 'id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent'))
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), expression`${sessions.expiresAt} > ${now}`, lte(sessions.createdAt, latest)),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1000)
    .all()
}

export function deleteExpiredSessions(tx: Tx): void {
  const now = new Date().toISOString()
  tx.orm.delete(sessions).where(lt(sessions.expiresAt, now)).run()
  tx.orm.delete(sessionTokens).where(lt(sessionTokens.expiresAt, now)).run()
  // Used while the clock was ahead: otherwise an administrator's session would be idle for no time until then.
  const latest = latestBeginning()
  tx.orm.update(sessions).set({ lastSeenAt: now }).where(gt(sessions.lastSeenAt, latest)).run()
  forgetSessions(tx, ({ lastSeenAt }) => lastSeenAt > latest)
  // Spelled out, as the index users_role has it.
  const administrators = tx.orm.select(pick(users, 'id')).from(users).where(expression`role <> 'user'`)
  const idle = and(inArray(sessions.userId, administrators), lte(sessions.lastSeenAt, administratorsIdleSince()))
  tx.orm.delete(sessions).where(idle).run()
}

export async function signOut(user: Viewer): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    revokeSession(tx, user.sessionId)
    audit(tx, user, { action: 'user:logout:session', entityType: 'session', entityId: user.sessionId })
  })
}

/** Ends every other session of the user. */
export async function signOutElsewhere(user: Viewer): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const ended = revokeSessions(tx, user.id, user.sessionId)
    const entry = { action: 'user:logout:other-sessions', entityType: 'user', entityId: user.id } as const
    audit(tx, user, { ...entry, metadata: { ended } })
  })
}

export function listSessions(user: Viewer) {
  const own = listUserSessions(storage.reader, user.id)
  return { sessions: own.map((session) => ({ ...session, current: session.id === user.sessionId })) }
}

/**
 * Ends one of the user's sessions: this one at once, another one after a recent proof, because whoever copied a cookie
 * would keep the owner out. 404 for any other session.
 */
export async function endSession(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    if (!listUserSessions(tx, user.id).some((session) => session.id === id)) refuse('NOT_FOUND')
    if (id !== user.sessionId) requireReauthentication(user)
    revokeSession(tx, id)
    audit(tx, user, { action: 'user:ended:session', entityType: 'session', entityId: id })
  })
}

/**
 * Ends every session of somebody else's account, for one that is in the wrong hands. How many there were is told nobody:
 * asked again, it would say whether the person has signed in since. 404; 403 `FORBIDDEN` for oneself
 * and, unless by a superadmin, for an administrator.
 */
export async function endSessionsOf(administrator: Viewer, userId: string): Promise<void> {
  await writeAs(administrator, 'admin', (tx, administrator) => {
    const account = readAccount(tx, userId)
    if (account === undefined || account.status === 'ALIAS') return refuse('NOT_FOUND', 'accounts.missing')
    refuseUnlessBelow(administrator, account)
    revokeSessions(tx, userId)
    audit(tx, administrator, { action: 'admin:ended:sessions', entityType: 'user', entityId: userId })
  })
}
