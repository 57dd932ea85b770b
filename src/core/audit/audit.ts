import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Language } from '../../messages/template'
import { chainHead, entryHash, originDigest, type StoredEntry } from './chain'

// SQL text: every write appends an entry.

/** Where a request came from. */
export type Origin = {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: 'web' | 'api' | 'cli' | 'system'
  /** In which whoever sent it wants to read. */
  readonly language: Language
}

/** Who acts: a signed-in user, or nobody known (`id` null). */
export type Actor = { id: string | null; role: string | null; origin: Origin }

type Plain = Record<string, string | number | boolean | null>

export type AuditEntry = {
  /** `actor:verb:object` */
  action: `${string}:${string}:${string}`
  entityType: string
  entityId: string | null
  status?: 'success' | 'failure'
  /** Field names and plain values; never texts of users, e-mail addresses or secrets. */
  before?: Plain
  after?: Plain
  reason?: string
  metadata?: Plain
}

export const anonymous = (origin: Origin): Actor => ({ id: null, role: null, origin })

/** The operator at the command line, or Quad itself. */
export const unattended = (platform: 'cli' | 'system'): Actor =>
  anonymous({ ip: null, userAgent: null, requestId: null, platform, language: 'en' })

/** Part of every write: as text, which costs a third of the same through Drizzle. */
const insert = sqlStatement(
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
 * Writes an audit entry in the transaction of what it speaks of, chained to the last one. That is asked of the database
 * each time: a neighbour's entry may have been undone since, and a command of the operator writes beside the server.
 */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  const stored: StoredEntry = {
    id: Bun.randomUUIDv7(),
    timestamp: new Date().toISOString(),
    action: entry.action,
    entityType: entry.entityType,
    entityId: text(entry.entityId),
    actorId: actor.id,
    actorRole: actor.role,
    status: entry.status ?? 'success',
    requestId: text(actor.origin.requestId),
    platform: actor.origin.platform,
    before: json(entry.before),
    after: json(entry.after),
    reason: text(entry.reason),
    metadata: json(entry.metadata),
    ...sealed(text(actor.origin.ip), text(actor.origin.userAgent?.slice(0, 300))),
  }
  insert(tx).run({ ...stored, hash: entryHash(chainHead(tx), stored) })
}

/** As the database will give it back, for the hash is of that: half a surrogate pair has no place in UTF-8. */
function text(value: string | null | undefined): string | null {
  return value?.toWellFormed() ?? null
}

function json(value: Plain | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

type Origins = Pick<StoredEntry, 'ip' | 'userAgent' | 'originSalt' | 'originDigest'>

function sealed(ip: string | null, userAgent: string | null): Origins {
  if (ip === null && userAgent === null) return { ip, userAgent, originSalt: null, originDigest: null }
  const originSalt = crypto.randomUUID()
  return { ip, userAgent, originSalt, originDigest: originDigest(originSalt, ip, userAgent) }
}

const blank = sqlStatement(
  `UPDATE audit_log SET ip = NULL, user_agent = NULL, origin_salt = NULL
  WHERE rowid IN (
    SELECT rowid FROM audit_log INDEXED BY audit_log_origins
    WHERE timestamp < $before AND (ip IS NOT NULL OR user_agent IS NOT NULL) LIMIT $most
  )`,
  { params: { before: auditLog.timestamp, most: INTEGER } },
)

/** How long an entry keeps the address and the browser it came from. */
const ORIGIN_KEPT_DAYS = 90
/** How many are blanked in one write: requests wait for it. */
const BLANKED_AT_ONCE = 5_000

/**
 * Blanks `ip` and `userAgent` of old entries, by audit_log_origins: the one change that the log allows. Answers whether
 * there may be more of them.
 */
export async function blankOldOrigins(tx: Connection, now = Date.now()): Promise<boolean> {
  const before = new Date(now - ORIGIN_KEPT_DAYS * 86_400_000).toISOString()
  return blank(tx).run({ before, most: BLANKED_AT_ONCE }).changes === BLANKED_AT_ONCE
}
