import { auditLog } from '../../../db/schema/audit'
import { orNull, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { AuditAction } from './actions'

/** By the index audit_log_action, whose condition it repeats. */
const newest = sqlStatement(
  `SELECT metadata FROM audit_log INDEXED BY audit_log_action WHERE is_listed = 1 AND action = $action
  ORDER BY timestamp DESC LIMIT 1`,
  { returns: { metadata: orNull(auditLog.metadata) }, params: { action: auditLog.action } },
)

/** What the newest entry of a listed action of administrators says beside the action; undefined while there is none. */
export function newestFacts(
  db: Connection,
  action: Extract<AuditAction, `admin:${string}`>,
): Record<string, unknown> | undefined {
  const row = newest(db).get({ action })
  return row && JSON.parse(row.metadata ?? '{}')
}
