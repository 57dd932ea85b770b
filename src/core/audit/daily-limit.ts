import { auditLog, auditOverflow } from '../../../db/schema/audit'
import { INTEGER, oncePerConnection, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { packId, unpackId } from '../../lib/ids'
import { IS_EVERYDAY } from './entries'

// An account cannot fill the disk: beyond a number of entries a day, what it does is only counted.

/** Two of them stand for everything beyond: one says so at once, the other has its number when the day is over. */
export const MAX_ENTRIES_A_DAY = 200
const MOST = MAX_ENTRIES_A_DAY - 2

const DAY_MS = 86_400_000

/** The log has an order: it is read back to the first entry that is older. */
const ofDay = `FROM audit_log
  WHERE number > coalesce((SELECT number FROM audit_log WHERE time < $day ORDER BY number DESC LIMIT 1), 0)
    AND time >= $day AND time < $end AND ${IS_EVERYDAY}`
const entriesOfDay = sqlStatement(`SELECT actor, count(*) AS count ${ofDay} GROUP BY actor`, {
  returns: { ...pick(auditLog, 'actor'), count: INTEGER },
  params: { day: INTEGER, end: INTEGER },
})
const entriesOfAccount = sqlStatement(`SELECT count(*) AS count ${ofDay} AND actor = $actor`, {
  returns: { count: INTEGER },
  params: { day: INTEGER, end: INTEGER, ...pick(auditLog, 'actor') },
})

/** Never too few: what was rolled back is in it, too. */
const known = oncePerConnection(() => ({ day: Number.NaN, counts: new Map<string | null, number>() }))

function countDay(tx: Tx, day: number): Map<string | null, number> {
  const rows = entriesOfDay(tx).all({ day, end: day + DAY_MS })
  return new Map(rows.map(({ actor, count }) => [unpackId(actor), count]))
}

const OF_ACCOUNT = pick(auditOverflow, 'day', 'actorId')
const addBeyond = sqlStatement(
  'UPDATE audit_overflow SET count = count + 1 WHERE day = $day AND actor_id = $actorId RETURNING count',
  { returns: pick(auditOverflow, 'count'), params: OF_ACCOUNT },
)
const beginBeyond = sqlStatement('INSERT INTO audit_overflow (day, actor_id, count) VALUES ($day, $actorId, 1)', {
  params: OF_ACCOUNT,
})

/**
 * Counts an everyday entry of the account. `within`: it is to be written. `reached`: in its place, that the limit is
 * exceeded. `beyond`: nothing is to be written.
 */
export function countEntry(tx: Tx, actorId: string, now: number): 'within' | 'reached' | 'beyond' {
  const day = now - (now % DAY_MS)
  const today = known(tx)
  if (today.day !== day) Object.assign(today, { day, counts: countDay(tx, day) })
  if (takesPlace(today.counts, actorId)) return 'within'
  if (addBeyond(tx).get({ day, actorId }) !== undefined) return 'beyond'
  const written = entriesOfAccount(tx).get({ day, end: day + DAY_MS, actor: packId(actorId) })
  today.counts.set(actorId, written?.count ?? 0)
  if (takesPlace(today.counts, actorId)) return 'within'
  beginBeyond(tx).run({ day, actorId })
  return 'reached'
}

function takesPlace(counts: Map<string | null, number>, actorId: string): boolean {
  const count = counts.get(actorId) ?? 0
  if (count < MOST) counts.set(actorId, count + 1)
  return count < MOST
}
