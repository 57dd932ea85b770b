import { auditOverflow } from '../../../db/schema/audit'
import { pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { audit, systemActor } from './audit'

const params = { before: auditOverflow.day }
const openCounts = sqlStatement(
  'SELECT day, actor_id AS actorId, count FROM audit_overflow WHERE day < $before ORDER BY day, actor_id',
  { returns: pick(auditOverflow, 'day', 'actorId', 'count'), params },
)
const removeCounts = sqlStatement('DELETE FROM audit_overflow WHERE day < $before', { params })

const DAY_MS = 86_400_000

/**
 * What accounts did beyond their entries of a day is a number outside of the log, because it grows. Takes those of the days
 * that are over into it; leaves a day out, in case the clock is set back.
 */
export async function closeDays(tx: Tx, now = Date.now()): Promise<void> {
  const before = now - (now % DAY_MS) - DAY_MS
  for (const { day, actorId, count } of openCounts(tx).all({ before }))
    await audit(
      tx,
      { ...systemActor('system'), id: actorId, role: 'user' },
      {
        action: 'user:exceeded:limit',
        entityType: 'user',
        entityId: actorId,
        metadata: { day: new Date(day).toISOString().slice(0, 10), count },
      },
    )
  removeCounts(tx).run({ before })
}
