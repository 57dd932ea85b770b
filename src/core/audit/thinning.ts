import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { isEveryday } from './actions'
import { audit, systemActor } from './audit'
import { auditHead, entryHash, type NumberedEntry, type StoredEntry } from './chain'
import { DAY_NOTE } from './day-notes'
import { rechain, rewriteRows } from './rewriting'
import { newestSpan } from './spans'
import { explainBreak, hashAfter, readEntriesAfter } from './verify'

// Students' everyday actions: after 90 days, one entry is left of each account, action and day, with their number and
// without what they were about. The rows from the first to the last that this changes are a span: its entries are chained
// anew, and an entry at the end of the log, the checkpoint, names the span and both of its hashes (verify.ts).

const DAY_MS = 86_400_000
const THIN_AFTER_DAYS = 90
/** Requests wait while one write thins this many entries. */
const BATCH = 200

/** Thins a batch of old entries. Returns whether more may be left; throws if they were tampered with. */
export async function thinOldEntries(tx: Tx, now = Date.now()): Promise<boolean> {
  const before = new Date(now - THIN_AFTER_DAYS * DAY_MS).toISOString().slice(0, 10)
  const batch = oldEntries(tx, before)
  const [first, last] = [batch.findIndex(isThinned), batch.findLastIndex(isThinned)]
  const span = upToDayNote(batch.slice(first, last + 1))
  if (first !== -1) await rewrite(tx, span, thinned(tx, span))
  return first !== -1
}

/** Up to the next note of a day, which so keeps its hash. */
function upToDayNote(span: readonly NumberedEntry[]): readonly NumberedEntry[] {
  const note = span.findIndex(({ action }) => action === DAY_NOTE)
  return note === -1 ? span : span.slice(0, note)
}

const isThinned = ({ action, actorId, actorRole }: StoredEntry): boolean =>
  actorId !== null && actorRole === 'user' && isEveryday(action)

/** The first entries after the last span that are older than the day, from a batch on that has some to thin. */
function oldEntries(tx: Tx, before: string): NumberedEntry[] {
  // The last entry stays, because its row number and its hash are continued.
  const { entries: newest } = auditHead(tx)
  for (let after = newestSpan(tx)?.last ?? 0; ; ) {
    const read = readEntriesAfter(tx, after, BATCH)
    const end = read.findIndex(({ timestamp, number }) => timestamp >= before || number === newest)
    const batch = end === -1 ? read : read.slice(0, end)
    if (end !== -1 || read.length < BATCH || batch.some(isThinned)) return batch
    after = batch.at(-1)?.number ?? after
  }
}

const groupOfDay = sqlStatement(
  `SELECT min(rowid) AS first, count(*) AS count FROM audit_log INDEXED BY audit_log_actor
  WHERE actor_id = $actorId AND timestamp >= $day AND timestamp < $end AND action = $action AND actor_role = 'user'`,
  {
    returns: { first: orNull(INTEGER), count: INTEGER },
    params: { ...pick(auditLog, 'actorId', 'action'), day: auditLog.timestamp, end: auditLog.timestamp },
  },
)

/** What is left of the entries: the first of each group stands for all of its day, also for those in later batches. */
function thinned(tx: Tx, span: readonly NumberedEntry[]): NumberedEntry[] {
  return span.flatMap((entry) => {
    if (!isThinned(entry)) return [entry]
    const { actorId, action, timestamp, number } = entry
    const day = timestamp.slice(0, 10)
    const end = new Date(Date.parse(day) + DAY_MS).toISOString()
    const group = groupOfDay(tx).get({ actorId, action, day, end })
    return group?.first === number ? [summary(entry, day, group.count)] : []
  })
}

const summary = (entry: NumberedEntry, day: string, count: number): NumberedEntry => ({
  ...entry,
  timestamp: `${day}T00:00:00.000Z`,
  entityId: null,
  requestId: null,
  before: null,
  after: null,
  reason: null,
  metadata: JSON.stringify({ count }),
  ip: null,
  userAgent: null,
  originSalt: null,
  originDigest: null,
})

const removeEntry = sqlStatement('DELETE FROM audit_log WHERE rowid = $number', { params: { number: INTEGER } })
const CHANGED = {
  ...pick(auditLog, 'timestamp', 'entityId', 'requestId', 'before', 'after', 'reason', 'metadata'),
  ...pick(auditLog, 'ip', 'userAgent', 'originSalt', 'originDigest', 'hash'),
}
const replaceEntry = sqlStatement(
  `UPDATE audit_log SET timestamp = $timestamp, entity_id = $entityId, request_id = $requestId, before = $before,
    after = $after, reason = $reason, metadata = $metadata, ip = $ip, user_agent = $userAgent,
    origin_salt = $originSalt, origin_digest = $originDigest, hash = $hash
  WHERE rowid = $number`,
  { params: { ...CHANGED, number: INTEGER } },
)

/** Replaces the entries of a span by those of the same row numbers that are left, and writes its checkpoint. */
async function rewrite(tx: Tx, span: readonly NumberedEntry[], left: readonly NumberedEntry[]): Promise<void> {
  const [first, last] = [span[0]?.number ?? 0, span.at(-1)?.number ?? 0]
  const start = hashBefore(tx, first)
  const head = verified(span, start)
  const remaining = new Map(left.map((entry) => [entry.number, entry]))
  let digest = start
  rewriteRows(tx, first, last, () => {
    for (const before of span) {
      const { number } = before
      const entry = remaining.get(number)
      if (entry !== undefined) digest = entryHash(digest, entry)
      if (entry === undefined) removeEntry(tx).run({ number })
      else if (entry === before) rechain(tx, number, digest ?? '')
      else replaceEntry(tx).run({ ...entry, hash: digest })
    }
  })
  await audit(tx, systemActor('system'), {
    action: 'quad:thinned:log',
    entityType: 'audit-log',
    entityId: null,
    metadata: { first, last, entries: span.length, left: left.length, head, digest },
  })
}

/** The hash that the entry continues: no span but the newest can end right before it. */
function hashBefore(tx: Tx, number: number): string | null {
  const span = newestSpan(tx)
  return hashAfter(tx, span === undefined ? [] : [span], number - 1)
}

/** The hash of the last entry. What was tampered with must not become proven by being chained anew. */
function verified(span: readonly NumberedEntry[], start: string | null): string | null {
  return span.reduce((previous, entry) => {
    const explanation = explainBreak(entry, previous, 0)
    if (explanation !== undefined) throw new Error(`The audit log is broken at the entry ${entry.id}: ${explanation}`)
    return entry.hash
  }, start)
}
