import { INTEGER, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { actionNumber, OWN_BELOW } from './actions'

/**
 * Whole commits that were thinned, as the entry of the thinning names them: the checkpoint. `head` is the hash of the last
 * of them, which the next commit continues; `digest` is that of the entries that are left, after the hash before them.
 */
export type ThinnedSpan = { first: number; last: number; head: string; digest: string; time: number }

const checkpoints = (order: 'ASC' | 'DESC') =>
  sqlStatement(
    `SELECT time, detail ->> '$.metadata.first' AS first, detail ->> '$.metadata.last' AS last,
      detail ->> '$.metadata.head' AS head, detail ->> '$.metadata.digest' AS digest
    FROM audit_log INDEXED BY audit_log_own WHERE action < ${OWN_BELOW} AND action = ${actionNumber('quad:thinned:log')}
    ORDER BY number ${order}`,
    { returns: { time: INTEGER, first: INTEGER, last: INTEGER, head: TEXT, digest: TEXT } },
  )
const oldestFirst = checkpoints('ASC')
const newestFirst = checkpoints('DESC')

/**
 * In the order of writing, in which each begins after the one before: the clock may have been ahead at an earlier one. A
 * checkpoint that was tampered with breaks the chain itself.
 */
export const thinnedSpans = (db: Connection): ThinnedSpan[] => oldestFirst(db).all()

export const newestSpan = (db: Connection): ThinnedSpan | undefined => newestFirst(db).get()
