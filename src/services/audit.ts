import { sql } from 'drizzle-orm'
import { auditLog } from '../../db/schema/audit'
import { statement } from '../../db/statement'
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

const insert = statement((orm) =>
  orm
    .insert(auditLog)
    .values({
      id: sql.placeholder('id'),
      timestamp: sql.placeholder('timestamp'),
      action: sql.placeholder('action'),
      entityType: sql.placeholder('entityType'),
      entityId: sql.placeholder('entityId'),
      actorId: sql.placeholder('actorId'),
      actorRole: sql.placeholder('actorRole'),
      status: sql.placeholder('status'),
      ip: sql.placeholder('ip'),
      userAgent: sql.placeholder('userAgent'),
      requestId: sql.placeholder('requestId'),
      platform: sql.placeholder('platform'),
      before: sql.placeholder('before'),
      after: sql.placeholder('after'),
      reason: sql.placeholder('reason'),
      metadata: sql.placeholder('metadata'),
    })
    .prepare(),
)

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
