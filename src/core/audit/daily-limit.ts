import { auditLog, auditOverflow } from '../../../db/schema/audit'
import { INTEGER, pick, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

// An account cannot fill the disk: beyond a number of entries a day, what it does is only counted.

/** The last of them stands for everything beyond. */
export const MAX_ENTRIES_A_DAY = 200

const entriesOfDay = sqlStatement(
  `SELECT count(*) AS count FROM (
    SELECT 1 FROM audit_log INDEXED BY audit_log_actor
    WHERE actor_id = $actorId AND timestamp >= $day AND timestamp < $end LIMIT ${MAX_ENTRIES_A_DAY})`,
  {
    returns: { count: INTEGER },
    params: { actorId: auditLog.actorId, day: auditLog.timestamp, end: auditLog.timestamp },
  },
)
const addToOverflow = sqlStatement(
  `INSERT INTO audit_overflow (day, actor_id, count) VALUES ($day, $actorId, 1)
  ON CONFLICT (day, actor_id) DO UPDATE SET count = count + 1 RETURNING count`,
  { returns: { count: INTEGER }, params: pick(auditOverflow, 'day', 'actorId') },
)

/**
 * Counts an entry of the account. `within`: it is to be written. `reached`: the last entry of the day is to be written
 * in its place. `beyond`: nothing is to be written. Entries that are not `everyday` are always written.
 */
export function countEntry(
  tx: Tx,
  actorId: string,
  timestamp: string,
  everyday: boolean,
): 'within' | 'reached' | 'beyond' {
  const day = timestamp.slice(0, 10)
  const count = entriesOfDay(tx).get({ actorId, day, end: `${day}~` })?.count ?? 0
  if (!everyday || count < MAX_ENTRIES_A_DAY - 1) return 'within'
  return addToOverflow(tx).get({ day, actorId })?.count === 1 ? 'reached' : 'beyond'
}

const countOfDay = sqlStatement('SELECT count FROM audit_overflow WHERE day = $day AND actor_id = $actorId', {
  returns: { count: INTEGER },
  params: pick(auditOverflow, 'day', 'actorId'),
})

/** How much the last entry of the account on that day stands for. */
export function countBeyond(db: Connection, actorId: string, timestamp: string): number {
  return countOfDay(db).get({ day: timestamp.slice(0, 10), actorId })?.count ?? 0
}
