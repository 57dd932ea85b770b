import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick, type Raw } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { tokenHash } from '../../lib/crypto/keys'
import { Cache } from '../../lib/process/cache'
import { isValid } from '../../lib/process/clock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const ACCESS_MS = 15 * MINUTE

/** An administrator's session ends when nobody has used it for so long. */
const ADMINISTRATOR_IDLE_MS = 12 * HOUR

/** The clock may have been ahead a little when a session began. */
const AHEAD_MS = 24 * HOUR

/** `lastSeenAt` is not exact, so that reads do not become writes. */
const seenInterval = (role: string): number => (role === 'user' ? HOUR : 5 * MINUTE)

const ROW = {
  ...pick(sessions, 'id', 'userId', 'createdAt', 'lastSeenAt', 'expiresAt', 'authenticatedAt'),
  ...pick(users, 'role'),
  tokenExpiresAt: sessionTokens.expiresAt,
  isTokenDue: sessionTokens.isDue,
}

/** As one of its tokens leads to it. The numbers are read once, and compared with every request. */
export type Session = Raw<typeof ROW> &
  Readonly<Record<'beganAt' | 'endsAt' | 'tokenEndsAt' | 'seenAt', number>> & { /** In the cache. */ key: string }

const cache = new Cache<string, Session>('sessions', 20_000)

/** Call it in each write that changes or ends sessions: from then on, writes read them again. */
export const forgetSessions = (tx: Tx, matches: (session: Session) => boolean): void => cache.dropIn(tx, matches)

/** The session of a token; undefined if either has expired or nobody has used it for too long. */
export function findSession(token: string, kind: 'cookie' | 'access'): Session | undefined {
  const hash = tokenHash(token)
  const key = `${kind}:${hash}`
  const session = cache.get(key, () => {
    const row = sql(ROW)`
      SELECT s.id, s.user_id AS userId, s.created_at AS createdAt, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt,
        s.authenticated_at AS authenticatedAt, u.role, t.expires_at AS tokenExpiresAt, t.is_due AS isTokenDue
      FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.hash = ${hash} AND t.kind = ${kind}`.get(storage.reader)
    if (row === undefined) return undefined
    const [beganAt, endsAt] = [Date.parse(row.createdAt), Date.parse(row.expiresAt)]
    return {
      ...row,
      key,
      beganAt,
      endsAt,
      tokenEndsAt: Date.parse(row.tokenExpiresAt),
      seenAt: Date.parse(row.lastSeenAt),
    }
  })
  if (!session || isOver(session)) return undefined
  const { tokenEndsAt } = session
  const isToken = kind === 'access' ? isValid(tokenEndsAt, ACCESS_MS) : tokenEndsAt > Date.now()
  return isToken ? session : undefined
}

function isOver({ role, beganAt, endsAt, seenAt }: Session): boolean {
  const now = Date.now()
  return endsAt <= now || beganAt > now + AHEAD_MS || (role !== 'user' && seenAt <= now - ADMINISTRATOR_IDLE_MS)
}

/** Whether the session, as it was found, goes on and has not changed. */
export const isPresent = (session: Session): boolean => cache.peek(session.key) === session && !isOver(session)

/** The sessions of administrators that were last used then or before are over. */
export const administratorsIdleSince = (): string => new Date(Date.now() - ADMINISTRATOR_IDLE_MS).toISOString()

/** A session that begins later was opened while the clock was ahead, and is over: no session outlives its 90 days. */
export const latestBeginning = (): string => new Date(Date.now() + AHEAD_MS).toISOString()

export const wasSeenLongAgo = ({ seenAt, role }: Session): boolean => Math.abs(Date.now() - seenAt) > seenInterval(role)

/** Requests that are under way with the old token still succeed. */
export const graceEnd = (): string => new Date(Date.now() + 30_000).toISOString()

/** When an account gains or loses rights: a token that was copied before is soon worth nothing. */
export function renewTokens(tx: Tx, userId: string): void {
  const ofUser = sql`session_id IN (SELECT id FROM sessions WHERE user_id = ${userId})`
  const end = graceEnd()
  sql`UPDATE session_tokens SET is_due = 1 WHERE kind = 'cookie' AND ${ofUser}`.run(tx)
  sql`UPDATE session_tokens SET expires_at = ${end} WHERE kind = 'access' AND expires_at > ${end} AND ${ofUser}`.run(tx)
  forgetSessions(tx, (session) => session.userId === userId)
}
