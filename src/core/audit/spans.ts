import { auditLog } from '../../../db/schema/audit'
import { INTEGER, pick, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

/**
 * Rows of the log that were thinned, as the entry of the thinning names them: the checkpoint. `head` is the hash of the
 * span's last entry before that, which the next entry continues; `digest` is the hash of the last entry that is left.
 */
export type ThinnedSpan = {
  first: number
  last: number
  head: string | null
  digest: string | null
  id: string
  timestamp: string
}

const checkpoints = sqlStatement(
  `SELECT rowid AS number, id, timestamp, metadata FROM audit_log INDEXED BY audit_log_own
  WHERE action GLOB 'quad:*' AND action = 'quad:thinned:log' ORDER BY rowid`,
  { returns: { ...pick(auditLog, 'id', 'timestamp', 'metadata'), number: INTEGER } },
)

/** All thinned spans, oldest first. A checkpoint that was tampered with breaks the chain itself. */
export function thinnedSpans(db: Connection): ThinnedSpan[] {
  return checkpoints(db)
    .all()
    .flatMap(({ number, id, timestamp, metadata }) => {
      const span = readSpan(metadata)
      return span !== undefined && span.last < number ? [{ ...span, id, timestamp }] : []
    })
    .toSorted((one, other) => one.first - other.first)
}

const newestCheckpoint = sqlStatement(
  `SELECT id, timestamp, metadata FROM audit_log INDEXED BY audit_log_own
  WHERE action GLOB 'quad:*' AND action = 'quad:thinned:log' ORDER BY rowid DESC LIMIT 1`,
  { returns: pick(auditLog, 'id', 'timestamp', 'metadata') },
)

/** Each span begins after the one before. In the order of writing: the clock may have been ahead at an earlier one. */
export function newestSpan(db: Connection): ThinnedSpan | undefined {
  const { id = '', timestamp = '', metadata = null } = newestCheckpoint(db).get() ?? {}
  const span = readSpan(metadata)
  return span && { ...span, id, timestamp }
}

function readSpan(metadata: string | null): Pick<ThinnedSpan, 'first' | 'last' | 'head' | 'digest'> | undefined {
  try {
    const { first, last, head, digest } = JSON.parse(metadata ?? '{}')
    return Number.isInteger(first) && Number.isInteger(last) && first <= last
      ? { first, last, head, digest }
      : undefined
  } catch {
    return undefined
  }
}
