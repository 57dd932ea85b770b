import { sessions } from '../../../db/schema/sessions'
import { raw, sql } from '../../../db/sql'
import { pick, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../../ground/access/account'
import { rememberDeviceOf } from '../../ground/access/devices'
import { refuseUnlessBelow, requireReauthentication } from '../../ground/access/levels'
import { endOfUse, issueToken, type OpenedSession, revokeSession } from '../../ground/access/session-tokens'
import { administratorsIdleSince, forgetSessions, latestBeginning } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { type AuditAttempt, audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { closeSocketsOfUser } from '../../lib/net/sockets/hub'

// Auth: how people sign up (sign-up.ts), sign in (sign-in.ts, sign-in-by-provider.ts, passkeys.ts), sign out, set
// passwords (password.ts) and prove again who they are. Every sign-in ends in `beginSession`. Limits: otp-rate-limits.ts.

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

export const auditFailedLogin = (
  tx: Tx,
  origin: Origin,
  email: string | null,
  metadata: NonNullable<AuditAttempt['metadata']>,
): void => auditAttempt(tx, origin, { action: 'user:failed:login', subject: email, status: 'failure', metadata })

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
  const { length } = sql({ id: sessions.id })`
    DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${except} RETURNING id`.all(tx)
  forgetSessions(tx, (each) => each.userId === userId && each.id !== except)
  tx.afterCommit(() => closeSocketsOfUser(userId, except))
  return length
}

const SHOWN = pick(sessions, 'id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent')

const listUserSessions = (db: Connection, userId: string) =>
  sql(SHOWN)`
    SELECT ${raw(selectList(SHOWN))} FROM sessions
    WHERE user_id = ${userId} AND expires_at > ${new Date().toISOString()} AND created_at <= ${latestBeginning()}
    ORDER BY last_seen_at DESC LIMIT 1000`.all(db)

export function deleteExpiredSessions(tx: Tx): void {
  const [now, latest] = [new Date().toISOString(), latestBeginning()]
  sql`DELETE FROM sessions WHERE expires_at < ${now}`.run(tx)
  sql`DELETE FROM session_tokens WHERE expires_at < ${now}`.run(tx)
  // Used while the clock was ahead: otherwise an administrator's session would be idle for no time until then.
  sql`UPDATE sessions SET last_seen_at = ${now} WHERE last_seen_at > ${latest}`.run(tx)
  forgetSessions(tx, ({ lastSeenAt }) => lastSeenAt > latest)
  // As the index users_role has it.
  sql`
    DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE role <> 'user')
      AND last_seen_at <= ${administratorsIdleSince()}`.run(tx)
}

export const signOut = (user: Viewer): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    revokeSession(tx, user.sessionId)
    audit(tx, user, { action: 'user:logout:session', entityType: 'session', entityId: user.sessionId })
  })

/** Ends every other session of the user. */
export const signOutElsewhere = (user: Viewer): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    const metadata = { ended: revokeSessions(tx, user.id, user.sessionId) }
    audit(tx, user, { action: 'user:logout:other-sessions', entityType: 'user', entityId: user.id, metadata })
  })

export const listSessions = (user: Viewer) => ({
  sessions: listUserSessions(storage.reader, user.id).map((each) => ({ ...each, current: each.id === user.sessionId })),
})

/**
 * Ends one of the user's sessions: this one at once, another one after a recent proof, because whoever copied a cookie
 * would keep the owner out. 404 for any other session.
 */
export const endSession = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    if (!listUserSessions(tx, user.id).some((session) => session.id === id)) refuse('NOT_FOUND')
    if (id !== user.sessionId) requireReauthentication(user)
    revokeSession(tx, id)
    audit(tx, user, { action: 'user:ended:session', entityType: 'session', entityId: id })
  })

/**
 * Ends every session of somebody else's account, for one that is in the wrong hands. How many there were is told nobody:
 * asked again, it would say whether the person has signed in since. 404; 403 `FORBIDDEN` for oneself
 * and, unless by a superadmin, for an administrator.
 */
export const endSessionsOf = (administrator: Viewer, userId: string): Promise<void> =>
  writeAs(administrator, 'admin', (tx, administrator) => {
    const account = readAccount(tx, userId)
    if (account === undefined || account.status === 'ALIAS') return refuse('NOT_FOUND', 'accounts.missing')
    refuseUnlessBelow(administrator, account)
    revokeSessions(tx, userId)
    audit(tx, administrator, { action: 'admin:ended:sessions', entityType: 'user', entityId: userId })
  })
