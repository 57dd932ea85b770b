import { sql } from 'drizzle-orm'
import { auditLog } from '../../db/schema/audit'
import { sqlStatement, statement } from '../../db/statement'
import type { Connection, Tx } from '../../db/storage'

/** Where a request came from, for the audit log. */
export type Origin = {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: 'web' | 'api' | 'cli' | 'system'
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
  anonymous({ ip: null, userAgent: null, requestId: null, platform })

type Row = {
  id: string
  timestamp: string
  action: string
  entityType: string
  entityId: string | null
  actorId: string | null
  actorRole: string | null
  status: string
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: string
  before: string | null
  after: string | null
  reason: string | null
  metadata: string | null
}

/** Part of every write: as text, which costs a third of the same through Drizzle. */
const insert = sqlStatement<never, Row>(`
  INSERT INTO audit_log (
    id, timestamp, action, entity_type, entity_id, actor_id, actor_role, status, ip, user_agent, request_id, platform,
    before, after, reason, metadata
  ) VALUES (
    $id, $timestamp, $action, $entityType, $entityId, $actorId, $actorRole, $status, $ip, $userAgent, $requestId, $platform,
    $before, $after, $reason, $metadata
  )`)

const json = (value: Plain | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

/** Writes an audit entry in the transaction of what it speaks of. */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  insert(tx).run({
    id: Bun.randomUUIDv7(),
    timestamp: new Date().toISOString(),
    action: entry.action,
    entityType: entry.entityType,
    entityId: entry.entityId,
    actorId: actor.id,
    actorRole: actor.role,
    status: entry.status ?? 'success',
    ip: actor.origin.ip,
    userAgent: actor.origin.userAgent?.slice(0, 300) ?? null,
    requestId: actor.origin.requestId,
    platform: actor.origin.platform,
    before: json(entry.before),
    after: json(entry.after),
    reason: entry.reason ?? null,
    metadata: json(entry.metadata),
  })
}

const blank = statement((orm) =>
  orm
    .update(auditLog)
    .set({ ip: null, userAgent: null })
    .where(
      sql`${auditLog.timestamp} < ${sql.placeholder('before')} and (${auditLog.ip} is not null or ${auditLog.userAgent} is not null)`,
    )
    .prepare(),
)

/** How long an entry keeps the address and the browser it came from. */
const ORIGIN_KEPT_DAYS = 90

/** Blanks `ip` and `userAgent` of old entries: the one change that the log allows. */
export async function blankOldOrigins(tx: Connection, now = Date.now()): Promise<void> {
  blank(tx).run({ before: new Date(now - ORIGIN_KEPT_DAYS * 86_400_000).toISOString() })
}
