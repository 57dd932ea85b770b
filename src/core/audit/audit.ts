import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Language } from '../../messages/template'
import { chainHead, entryHash, originDigest, type StoredEntry } from './chain'

// The audit log: an append-only record of every change of state, each entry chained to the one before it by a hash
// (chain.ts). `audit` writes an entry in the transaction of the change; the service of each subject decides its words.

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
export type Actor = { id: string | null; role: string | null; origin: Origin }

type Facts = Record<string, string | number | boolean | null>

export type AuditEntry = {
  /** `actor:verb:object` */
  action: `${string}:${string}:${string}`
  entityType: string
  entityId: string | null
  status?: 'success' | 'failure'
  /** Field names and plain values; never texts of users, e-mail addresses or secrets. */
  before?: Facts
  after?: Facts
  reason?: string
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
    before, after, reason, metadata, origin_salt, origin_digest, hash
  ) VALUES (
    $id, $timestamp, $action, $entityType, $entityId, $actorId, $actorRole, $status, $ip, $userAgent, $requestId, $platform,
    $before, $after, $reason, $metadata, $originSalt, $originDigest, $hash
  )`,
  { params: getTableColumns(auditLog) },
)

/**
 * Writes an audit entry in the transaction of the change, chained to the last entry. The last hash is read from the
 * database each time: another write of the batch may have been rolled back, and the CLI writes beside the server.
 */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const row: StoredEntry = {
    id: Bun.randomUUIDv7(),
    timestamp: new Date().toISOString(),
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
    metadata: json(entry.metadata),
    ...originColumns(wellFormed(actor.origin.ip), wellFormed(actor.origin.userAgent?.slice(0, 300))),
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
