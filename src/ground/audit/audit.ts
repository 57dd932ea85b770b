import { randomBytes } from 'node:crypto'
import { auditAgents, auditLog } from '../../../db/schema/audit'
import { sql } from '../../../db/sql'
import { INTEGER, oncePerConnection, pick, toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { packId, unpackId } from '../../lib/crypto/ids'
import type { Language } from '../../messages/template'
import { type AttemptAction, type AuditAction, actionNumber, isEveryday } from './actions'
import { seal } from './chain'
import { type Detail, ENTITY_TYPES, type EntityType, type Facts, IS_EVERYDAY, PLATFORMS, ROLES } from './entries'

// The audit log: an append-only record of every change of state, in which each commit is chained to the one before it
// (chain.ts). actions.ts has all actions and who sees them.

export type Origin = {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: (typeof PLATFORMS)[number]
  /** What the browser keeps of accounts that it signed in to (ground/access/devices.ts); never logged. */
  readonly device: string | null
  /** The language that the response is written in. */
  readonly language: Language
}

/** Who acts: a signed-in user, or with `id` null a visitor, the operator or Quad itself. */
export type Actor = {
  id: string | null
  role: string | null
  origin: Origin
  /** Of an alias: the account, as a hash that nobody makes without the server's key. */
  accountHash?: string
}

/** Field names and plain values; never texts of users, e-mail addresses or secrets. */
export type AuditEntry = Omit<Detail, 'subjectHash'> & {
  action: AuditAction
  entityType: EntityType
  entityId: string | null
  status?: 'success' | 'failure'
}

/** What somebody without a session tried. `subject` is what was aimed at, such as the address that was typed. */
export type AuditAttempt = Pick<AuditEntry, 'status'> & {
  action: AttemptAction
  subject: string | null
  /** Nothing that differs between accounts. */
  metadata?: Facts
}

export const anonymous = (origin: Origin): Actor => ({ id: null, role: null, origin })

/** The operator at the command line, or Quad itself. */
export const systemActor = (platform: 'cli' | 'system'): Actor =>
  anonymous({ ip: null, userAgent: null, requestId: null, platform, device: null, language: 'en' })

/** The first word of an action that administrators take in the browser and operators at the command line. */
export const adminOrOperator = ({ id }: Actor): 'admin' | 'operator' => (id === null ? 'operator' : 'admin')

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** In the transaction of the change; not beyond the entries of the account for the day. */
export function audit(tx: Tx, actor: Actor, entry: AuditEntry): void {
  const now = Date.now()
  const student = actor.role === 'user' && isEveryday(entry.action) ? actor.id : null
  const place = student === null ? 'within' : countEntry(tx, student, now)
  if (place === 'within') append(tx, now, actor, entry)
  if (place === 'reached')
    append(tx, now, actor, { action: 'user:exceeded:limit', entityType: 'user', entityId: student })
}

/**
 * Names no account, and no request, because another entry of the same request may name one.
 *
 * An attempt that succeeds has the time at which its hour ends, and is listed from then on: an administrator can produce
 * the hash of an address that he knows, and would see to the second when its owner asks for a code, just before a
 * pseudonym posts. A failure has its moment, because whoever watches over an attack must see it while it goes on.
 */
export function auditAttempt(tx: Tx, origin: Origin, { subject, ...attempt }: AuditAttempt): void {
  const subjectHash = subject === null ? undefined : hashOfSubject(attempt.action, subject)
  const now = Date.now()
  const time = attempt.status === 'failure' ? now : now - (now % HOUR_MS) + HOUR_MS
  const actor = anonymous({ ...origin, requestId: null })
  append(tx, time, actor, { ...attempt, entityType: 'attempt', entityId: null, subjectHash })
}

let dailyKey: { day: string; key: Buffer } | undefined

/** In memory only and replaced every day (UTC): then nobody can tell whose address was hashed, not even with all keys. */
function keyOfToday(): Buffer {
  const day = new Date().toISOString().slice(0, 10)
  if (dailyKey?.day !== day) dailyKey = { day, key: randomBytes(32) }
  return dailyKey.key
}

/**
 * Stands for what somebody without a session aimed at: the same address twenty times in a day can be seen, and nothing
 * else. Every action hashes differently: whoever makes a sign-in fail with somebody's address finds nothing of the codes
 * that this person asked for.
 */
const hashOfSubject = (action: AttemptAction, subject: string): string =>
  new Bun.CryptoHasher('sha256', keyOfToday()).update(`${action}\0${subject}`).digest('base64url')

type Appended = Omit<AuditEntry, 'action'> & Detail & { action: AuditAction | AttemptAction }

function append(tx: Tx, time: number, { id, role, origin, accountHash }: Actor, entry: Appended): void {
  const { before, after, reason, subjectHash } = entry
  const metadata = accountHash === undefined ? entry.metadata : { ...entry.metadata, account: accountHash }
  const detail = JSON.stringify({ before, after, reason, metadata, subjectHash } satisfies Detail)
  // As SQLite returns it: what was cut may end in half a character.
  const userAgent = origin.userAgent?.slice(0, 300).toWellFormed() ?? null
  const written = {
    time,
    action: actionNumber(entry.action),
    actor: packId(id),
    role: ROLES.indexOf(role ?? ''),
    entityType: ENTITY_TYPES.indexOf(entry.entityType),
    entity: packId(entry.entityId?.toWellFormed() ?? null),
    failed: toFlag(entry.status === 'failure'),
    platform: PLATFORMS.indexOf(origin.platform),
    request: packId(origin.requestId),
    ip: origin.ip?.toWellFormed() ?? null,
    detail: detail === '{}' ? null : detail,
  }
  const agent = userAgent === null ? null : agentNumber(tx, userAgent, Math.floor(time / DAY_MS))
  const { lastInsertRowid } = sql`
    INSERT INTO audit_log (
      time, action, actor, role, entity_type, entity, failed, platform, request, ip, agent, detail
    ) VALUES (
      ${time}, ${written.action}, ${written.actor}, ${written.role}, ${written.entityType}, ${written.entity},
      ${written.failed}, ${written.platform}, ${written.request}, ${written.ip}, ${agent}, ${written.detail}
    )`.run(tx)
  tx.beforeCommit(seal, { ...written, number: Number(lastInsertRowid), userAgent })
}

const AGENT = pick(auditAgents, 'number', 'lastDay')

function agentNumber(tx: Tx, userAgent: string, day: number): number | null {
  const known = sql(AGENT)`
    SELECT number, last_day AS lastDay FROM audit_agents WHERE user_agent = ${userAgent}`.get(tx)
  if (known !== undefined && known.lastDay >= day) return known.number
  const noted = sql(pick(auditAgents, 'number'))`
    INSERT INTO audit_agents (user_agent, last_day) VALUES (${userAgent}, ${day})
    ON CONFLICT (user_agent) DO UPDATE SET last_day = excluded.last_day RETURNING number`
  return noted.get(tx)?.number ?? null
}

// An account cannot fill the disk: beyond a number of entries a day, what it does is only counted.

/** Two of them stand for everything beyond: one says so at once, the other has its number when the day is over. */
export const MAX_ENTRIES_A_DAY = 200
const MOST = MAX_ENTRIES_A_DAY - 2

/** The log has an order: it is read back to the first entry that is older. */
const ofDay = (day: number) => sql`FROM audit_log
  WHERE number > coalesce((SELECT number FROM audit_log WHERE time < ${day} ORDER BY number DESC LIMIT 1), 0)
    AND time >= ${day} AND time < ${day + DAY_MS} AND ${IS_EVERYDAY}`

/** Never too few: what was rolled back is in it, too. */
const known = oncePerConnection(() => ({ day: Number.NaN, counts: new Map<string | null, number>() }))

/** `reached`: in place of the entry, that the limit is exceeded. `beyond`: nothing is to be written. */
function countEntry(tx: Tx, actorId: string, now: number): 'within' | 'reached' | 'beyond' {
  const day = now - (now % DAY_MS)
  const today = known(tx)
  if (today.day !== day) {
    const rows = sql({ ...pick(auditLog, 'actor'), count: INTEGER })`
      SELECT actor, count(*) AS count ${ofDay(day)} GROUP BY actor`.all(tx)
    Object.assign(today, { day, counts: new Map(rows.map(({ actor, count }) => [unpackId(actor), count])) })
  }
  if (takesPlace(today.counts, actorId)) return 'within'
  const isBeyond = sql`UPDATE audit_overflow SET count = count + 1 WHERE day = ${day} AND actor_id = ${actorId}`
  if (isBeyond.run(tx).changes > 0) return 'beyond'
  const written = sql({ count: INTEGER })`SELECT count(*) AS count ${ofDay(day)} AND actor = ${packId(actorId)}`.get(tx)
  today.counts.set(actorId, written?.count ?? 0)
  if (takesPlace(today.counts, actorId)) return 'within'
  sql`INSERT INTO audit_overflow (day, actor_id, count) VALUES (${day}, ${actorId}, 1)`.run(tx)
  return 'reached'
}

function takesPlace(counts: Map<string | null, number>, actorId: string): boolean {
  const count = counts.get(actorId) ?? 0
  if (count < MOST) counts.set(actorId, count + 1)
  return count < MOST
}
