import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, sqlStatement, toFlag } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { exactId } from '../../lib/ids'
import type { Language } from '../../messages/template'
import { type AttemptAction, type AuditAction, isEveryday, isListed } from './actions'
import { chainHead, entryHash, originDigest, type StoredEntry } from './chain'
import { countEntry } from './daily-limit'
import { subjectHash } from './subject-hash'

// The audit log: an append-only record of every change of state, each entry chained to the one before it by a hash
// (chain.ts). `audit` writes an entry in the transaction of the change; actions.ts has all actions and who sees them;
// daily-limit.ts and thinning.ts bound what students' everyday actions take.

/** Where a request came from. */
export type Origin = {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: 'web' | 'api' | 'cli' | 'system'
  /** What the browser keeps of accounts that it signed in to (core/auth/devices.ts); never logged. */
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

type Facts = Record<string, string | number | boolean | null>

export type AuditEntry = {
  action: AuditAction
  entityType: string
  entityId: string | null
  status?: 'success' | 'failure'
  /** Field names and plain values; never texts of users, e-mail addresses or secrets. */
  before?: Facts
  after?: Facts
  reason?: string
  metadata?: Facts
}

/** What somebody without a session tried. `subject` is what was aimed at, such as the address that was typed. */
export type AuditAttempt = {
  action: AttemptAction
  subject: string | null
  status?: 'success' | 'failure'
  /** Nothing that differs between accounts. */
  metadata?: Facts
}

export const anonymous = (origin: Origin): Actor => ({ id: null, role: null, origin })

/** The operator at the command line, or Quad itself. */
export const systemActor = (platform: 'cli' | 'system'): Actor =>
  anonymous({ ip: null, userAgent: null, requestId: null, platform, device: null, language: 'en' })

/** The first word of an action that administrators take in the browser and operators at the command line. */
export const adminOrOperator = ({ id }: Actor): 'admin' | 'operator' => (id === null ? 'operator' : 'admin')

/** SQL text, because it is part of every write: the builder costs three times as much. */
const insertEntry = sqlStatement(
  `INSERT INTO audit_log (
    id, timestamp, action, entity_type, entity_id, actor_id, actor_role, status, ip, user_agent, request_id, platform,
    before, after, reason, metadata, origin_salt, origin_digest, subject_hash, is_listed, hash
  ) VALUES (
    $id, $timestamp, $action, $entityType, $entityId, $actorId, $actorRole, $status, $ip, $userAgent, $requestId, $platform,
    $before, $after, $reason, $metadata, $originSalt, $originDigest, $subjectHash, $isListed, $hash
  )`,
  { params: getTableColumns(auditLog) },
)

/** Writes an audit entry in the transaction of the change, unless the account is beyond its entries for the day. */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const timestamp = new Date().toISOString()
  if (actor.id === null || actor.role !== 'user') return append(tx, timestamp, actor, entry)
  const place = countEntry(tx, actor.id, timestamp, isEveryday(entry.action))
  if (place === 'within') append(tx, timestamp, actor, entry)
  if (place === 'reached')
    append(tx, timestamp, actor, { action: 'user:exceeded:limit', entityType: 'user', entityId: actor.id })
}

const HOUR_MS = 3_600_000

/**
 * An attempt that succeeds has the time at which its hour ends, and is listed from then on: an administrator can produce
 * the hash of an address that he knows, and would see to the second when its owner asks for a code, just before a
 * pseudonym posts. A failure has its moment, because whoever watches over an attack must see it while it goes on.
 */
const endOfHour = (now: number): string => new Date(now - (now % HOUR_MS) + HOUR_MS).toISOString()

/**
 * Writes the entry of an attempt. It names no account, and no request, because another entry of the same request may
 * name one.
 */
export async function auditAttempt(tx: Tx, origin: Origin, { subject, ...attempt }: AuditAttempt): Promise<void> {
  const hash = subject === null ? null : subjectHash(attempt.action, subject)
  const actor = anonymous({ ...origin, requestId: null })
  const now = Date.now()
  const timestamp = attempt.status === 'failure' ? new Date(now).toISOString() : endOfHour(now)
  append(tx, timestamp, actor, { ...attempt, entityType: 'attempt', entityId: null }, hash)
}

type Appended = Omit<AuditEntry, 'action'> & { action: AuditAction | AttemptAction }

/**
 * Chains the entry to the last one. The last hash is read from the database each time: another write of the batch may
 * have been rolled back, and the CLI writes beside the server.
 */
function append(tx: Tx, timestamp: string, actor: Actor, entry: Appended, hash: string | null = null): void {
  const row: StoredEntry = {
    id: entry.entityType === 'attempt' ? crypto.randomUUID() : exactId(),
    timestamp,
    action: entry.action,
    entityType: entry.entityType,
    entityId: wellFormed(entry.entityId),
    actorId: actor.id,
    actorRole: actor.role,
    status: entry.status ?? 'success',
    requestId: wellFormed(actor.origin.requestId),
    platform: actor.origin.platform,
    before: json(entry.before),
    after: json(entry.after),
    reason: wellFormed(entry.reason),
    metadata: json(
      actor.accountHash === undefined ? entry.metadata : { ...entry.metadata, account: actor.accountHash },
    ),
    ...originColumns(wellFormed(actor.origin.ip), wellFormed(actor.origin.userAgent?.slice(0, 300))),
    subjectHash: hash,
    isListed: toFlag(isListed(entry.action)),
  }
  insertEntry(tx).run({ ...row, hash: entryHash(chainHead(tx), row) })
}

/** The hash covers the text as the database returns it, and UTF-8 cannot store half a surrogate pair. */
const wellFormed = (text: string | null | undefined): string | null => text?.toWellFormed() ?? null

const json = (facts: Facts | undefined): string | null => (facts === undefined ? null : JSON.stringify(facts))

type OriginColumns = Pick<StoredEntry, 'ip' | 'userAgent' | 'originSalt' | 'originDigest'>

function originColumns(ip: string | null, userAgent: string | null): OriginColumns {
  if (ip === null && userAgent === null) return { ip, userAgent, originSalt: null, originDigest: null }
  const originSalt = crypto.randomUUID()
  return { ip, userAgent, originSalt, originDigest: originDigest(originSalt, ip, userAgent) }
}

const blankOrigins = sqlStatement(
  `UPDATE audit_log SET ip = NULL, user_agent = NULL, origin_salt = NULL
  WHERE rowid IN (
    SELECT rowid FROM audit_log INDEXED BY audit_log_origins
    WHERE timestamp < $before AND (ip IS NOT NULL OR user_agent IS NOT NULL) LIMIT $most
  )`,
  { params: { before: auditLog.timestamp, most: INTEGER } },
)

/** How long an entry keeps its network address and browser. */
const ORIGIN_DAYS = 90
/** Requests wait while one write blanks this many entries. */
const BLANK_BATCH = 5_000

/**
 * Blanks `ip` and `userAgent` of old entries: the one change that the log allows. Returns whether more may be left.
 * Index: audit_log_origins.
 */
export async function blankOldOrigins(tx: Connection, now = Date.now()): Promise<boolean> {
  const before = new Date(now - ORIGIN_DAYS * 86_400_000).toISOString()
  return blankOrigins(tx).run({ before, most: BLANK_BATCH }).changes === BLANK_BATCH
}
