import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { sessions, sessionTokens } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { pick, statement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import { tokenHash } from '../../lib/keys'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An administrator's session ends when nobody has used it for so long. */
const ADMINISTRATOR_IDLE_MS = 12 * HOUR

/** `lastSeenAt` is not exact, so that reads do not become writes. */
const seenInterval = (role: string): number => (role === 'user' ? HOUR : 5 * MINUTE)

const sessionByToken = statement((orm) =>
  orm
    .select({
      ...pick(sessions, 'id', 'userId', 'createdAt', 'lastSeenAt', 'expiresAt', 'authenticatedAt'),
      ...pick(users, 'role'),
      tokenExpiresAt: sessionTokens.expiresAt,
      isTokenDue: sessionTokens.isDue,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessionTokens.hash, sql.placeholder('hash')), eq(sessionTokens.kind, sql.placeholder('kind'))))
    .prepare(),
)

/** A session as one of its tokens leads to it. */
export type Session = NonNullable<ReturnType<ReturnType<typeof sessionByToken>['get']>>

const cache = new Cache<string, Session>(20_000)

/** Drops the cached sessions when the write is committed. */
export function forgetSessions(tx: Tx, matches: (session: Session) => boolean): void {
  tx.afterCommit(() => cache.dropWhere(matches))
}

/** The session of a token; undefined if either has expired or nobody has used it for too long. */
export async function findSession(token: string, kind: 'cookie' | 'access'): Promise<Session | undefined> {
  const hash = tokenHash(token)
  const session = await cache.get(`${kind}:${hash}`, async () => sessionByToken(storage.reader).get({ hash, kind }))
  if (!session) return undefined
  const now = new Date().toISOString()
  const isOver = session.role !== 'user' && session.lastSeenAt <= administratorsIdleSince()
  return session.expiresAt > now && session.tokenExpiresAt > now && !isOver ? session : undefined
}

/** The sessions of administrators that were last used then or before are over. */
export const administratorsIdleSince = (): string => new Date(Date.now() - ADMINISTRATOR_IDLE_MS).toISOString()

/** Whether `lastSeenAt` should be updated. */
export const wasSeenLongAgo = ({ lastSeenAt, role }: Session): boolean =>
  Date.now() - Date.parse(lastSeenAt) > seenInterval(role)

/** Requests that are under way with the old token still succeed. */
export const graceEnd = (): string => new Date(Date.now() + 30_000).toISOString()

/**
 * Called when an account gains or loses rights: each of its clients gets a new token with its next request, by its
 * cookie or its refresh token, and a token that was copied before is soon worth nothing.
 */
export async function renewTokens(tx: Tx, userId: string): Promise<void> {
  const ofUser = inArray(
    sessionTokens.sessionId,
    tx.orm.select(pick(sessions, 'id')).from(sessions).where(eq(sessions.userId, userId)),
  )
  const [isCookie, isAccess] = [eq(sessionTokens.kind, 'cookie'), eq(sessionTokens.kind, 'access')]
  const end = graceEnd()
  tx.orm.update(sessionTokens).set({ isDue: true }).where(and(ofUser, isCookie)).run()
  tx.orm
    .update(sessionTokens)
    .set({ expiresAt: end })
    .where(and(ofUser, isAccess, gt(sessionTokens.expiresAt, end)))
    .run()
  forgetSessions(tx, (session) => session.userId === userId)
}
