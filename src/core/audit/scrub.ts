import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, pick, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { AUDIT_ACTIONS } from './actions'
import { audit, systemActor } from './audit'
import { auditHead, entryHash, type NumberedEntry } from './chain'
import { rechain, rewriteRows } from './rewriting'
import { thinnedSpans } from './spans'
import { hashAfter, readEntriesAfter, verifyChain } from './verify'

// Earlier versions named the account that a failed sign-in or a requested code aimed at, and whom a search by address
// found. That is taken out of their entries once; the whole chain after the first of them is made anew.

const ATTEMPTS = [...AUDIT_ACTIONS].flatMap(([action, { visibility }]) => (visibility === 'attempt' ? [action] : []))
const SEARCH = 'admin:searched:address'

const firstNaming = sqlStatement(
  `SELECT min(rowid) AS number FROM audit_log INDEXED BY audit_log_action
  WHERE is_listed = 1 AND action IN (SELECT value FROM json_each($actions))
    AND (entity_id IS NOT NULL OR actor_id IS NOT NULL AND action <> '${SEARCH}')`,
  { returns: { number: orNull(INTEGER) }, params: { actions: TEXT } },
)
const CHANGED = pick(auditLog, 'entityId', 'actorId', 'requestId', 'metadata', 'hash')
const replaceEntry = sqlStatement(
  `UPDATE audit_log SET entity_id = $entityId, actor_id = $actorId, request_id = $requestId, metadata = $metadata,
    hash = $hash
  WHERE rowid = $number`,
  { params: { ...CHANGED, number: INTEGER } },
)

const BATCH = 2_000

/** Returns how many entries named somebody. Runs at the start, before requests would wait for it. */
export async function scrubAttempts(tx: Tx): Promise<number> {
  const first = firstNaming(tx).get({ actions: JSON.stringify([...ATTEMPTS, SEARCH]) })?.number ?? null
  if (first === null) return 0
  const { head, entries: last } = auditHead(tx)
  // What was tampered with must not become proven by being chained anew: it is scrubbed and stays broken.
  const isProven = verifyChain(tx).broken === undefined
  await audit(tx, systemActor('system'), {
    action: 'quad:scrubbed:log',
    entityType: 'audit-log',
    entityId: null,
    metadata: { first, last, head, isProven },
  })
  let previous = hashAfter(tx, thinnedSpans(tx), first - 1)
  let named = 0
  const scrubOne = (entry: NumberedEntry) => {
    const scrubbed = scrub(entry)
    // Entries without a hash are older than the chain.
    const hash = isProven && entry.hash !== null ? entryHash(previous, scrubbed) : entry.hash
    previous = hash
    const { number, entityId, actorId, requestId, metadata } = scrubbed
    if (scrubbed !== entry) {
      replaceEntry(tx).run({ number, entityId, actorId, requestId, metadata, hash })
      named++
    } else if (hash !== null && hash !== entry.hash) rechain(tx, number, hash)
  }
  rewriteRows(tx, first, last + 1, () => {
    for (let after = first - 1; after <= last; ) {
      const entries = readEntriesAfter(tx, after, BATCH)
      for (const entry of entries) scrubOne(entry)
      after = entries.at(-1)?.number ?? last + 1
    }
  })
  return named
}

function scrub(entry: NumberedEntry): NumberedEntry {
  if (entry.action === SEARCH) return { ...entry, entityId: null }
  if (!ATTEMPTS.includes(entry.action)) return entry
  const namesUser = entry.action === 'user:reused:refresh-token'
  return { ...entry, entityId: null, actorId: null, requestId: null, metadata: namesUser ? null : entry.metadata }
}
