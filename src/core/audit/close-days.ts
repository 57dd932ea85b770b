import { auditOverflow } from '../../../db/schema/audit'
import { pick, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { audit, systemActor } from './audit'
import type { StoredEntry } from './chain'

// What accounts did beyond their entries of a day is a number outside of the chain, because it grows. When the day is
// over, an entry with a hash of all its numbers takes them into the chain.

const CLOSING = 'quad:counted:limit'

const openDays = sqlStatement(
  `SELECT DISTINCT day FROM audit_overflow WHERE day < $before AND day > coalesce((
    SELECT max(metadata ->> 'day') FROM audit_log INDEXED BY audit_log_own
    WHERE action GLOB 'quad:*' AND action = '${CLOSING}'
  ), '') ORDER BY day`,
  { returns: pick(auditOverflow, 'day'), params: { before: auditOverflow.day } },
)
const numbersOfDay = sqlStatement(
  'SELECT actor_id AS actorId, count FROM audit_overflow WHERE day = $day ORDER BY actor_id',
  { returns: pick(auditOverflow, 'actorId', 'count'), params: pick(auditOverflow, 'day') },
)

const DAY_MS = 86_400_000

/** Takes the counts of the days that are over into the chain. Leaves a day out, in case the clock is set back. */
export async function closeDays(tx: Tx, now = Date.now()): Promise<void> {
  const before = new Date(now - DAY_MS).toISOString().slice(0, 10)
  for (const { day } of openDays(tx).all({ before })) {
    const numbers = numbersOfDay(tx).all({ day })
    await audit(tx, systemActor('system'), {
      action: CLOSING,
      entityType: 'audit-log',
      entityId: null,
      metadata: { day, accounts: numbers.length, digest: digestOf(numbers) },
    })
  }
}

const digestOf = (numbers: readonly { actorId: string; count: number }[]): string =>
  Bun.CryptoHasher.hash('sha256', JSON.stringify(numbers.map(({ actorId, count }) => [actorId, count])), 'hex')

/** Whether the counts still have the hash in the entry that closed their day; true for any other entry. */
export function hasCountsOfDay(db: Connection, { action, metadata }: StoredEntry): boolean {
  if (action !== CLOSING) return true
  const { day, digest } = JSON.parse(metadata ?? '{}')
  return digest === digestOf(numbersOfDay(db).all({ day }))
}
