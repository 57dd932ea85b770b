import { auditOverflow } from '../../../db/schema/audit'
import { sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { actionName, actionNumber, isEveryday } from './actions'
import { audit, systemActor } from './audit'
import { CommitHash, newestSpan, sealUntil } from './chain'
import { DAY_NOTE } from './day-notes'
import { IS_EVERYDAY, readEntriesAfter, STUDENT, type StoredEntry } from './entries'

// What 90 days leave of the log: entries without network address and browser, and of students' everyday actions one entry of
// each account, action and day, with their number and without what they were about. The commits that this changes are a
// span: an entry at the end of the log, the checkpoint, names it and both of its hashes (verify.ts).

const DAY_MS = 86_400_000
const THIN_AFTER_DAYS = 90
/** Requests wait while one write thins so many entries, and reads those of their day. */
const BATCH = 500

/** Returns whether more may be left; throws if they were tampered with. */
export function thinOldEntries(tx: Tx, now = Date.now()): boolean {
  const before = now - (now % DAY_MS) - THIN_AFTER_DAYS * DAY_MS
  const former = newestSpan(tx)
  const commits = oldCommits(tx, former?.last ?? 0, before, now)
  const [first, last] = [commits[0]?.number, commits.at(-1)?.number]
  if (first === undefined || last === undefined) {
    // By now no entry names them.
    sql`DELETE FROM audit_agents WHERE last_day < ${Math.floor(before / DAY_MS)}`.run(tx)
    return false
  }
  const previous = former?.last === first - 1 ? former.head : sealUntil(tx, first - 1).hash
  const head = verified(commits, previous)
  rewrite(tx, first, last, commits.filter(isThinned))
  const left = readEntriesAfter(tx, first - 1, commits.length).filter(({ number }) => number <= last)
  const digest = new CommitHash(previous)
  for (const entry of left) digest.add(entry)
  const metadata = { first, last, entries: commits.length, left: left.length, head, digest: digest.end() }
  const entry = { action: 'quad:thinned:log', entityType: 'audit-log', entityId: null, metadata } as const
  audit(tx, systemActor('system'), entry)
  return true
}

const isThinned = ({ role, action }: StoredEntry): boolean => role === STUDENT && isEveryday(actionName(action))
const isDayNote = ({ action }: StoredEntry): boolean => action === actionNumber(DAY_NOTE)
const isToChange = (entry: StoredEntry): boolean => isThinned(entry) || entry.ip !== null || entry.agent !== null

/**
 * The first commits after that number that are older than the day, from one on that has something to change: a batch, or up
 * to the note of a day, so that its hash, which was published, stays the head of the span. The newest commit stays, because
 * its hash is continued. What a clock that was ahead wrote is as old as what follows it.
 */
function oldCommits(tx: Tx, after: number, before: number, now: number): StoredEntry[] {
  const newest = sealUntil(tx).number
  const found: StoredEntry[] = []
  let commits: StoredEntry[] = []
  for (const entry of entriesAfter(tx, after)) {
    if ((entry.time >= before && entry.time <= now) || entry.number >= newest) break
    commits.push(entry)
    if (entry.hash === null || entry.time > now) continue
    if (found.length > 0 || commits.some(isToChange)) found.push(...commits)
    if (found.length >= BATCH || (found.length > 0 && commits.some(isDayNote))) break
    commits = []
  }
  return found
}

function* entriesAfter(tx: Tx, after: number): Generator<StoredEntry> {
  for (let last: number | undefined = after; last !== undefined; ) {
    const entries = readEntriesAfter(tx, last, BATCH)
    yield* entries
    last = entries.at(-1)?.number
  }
}

/** What was tampered with must not become proven by being hashed anew. Returns the last hash. */
function verified(span: readonly StoredEntry[], start: string | null): string | null {
  let [head, commit] = [start, new CommitHash(start)]
  for (const entry of span) {
    commit.add(entry)
    if (entry.hash === null) continue
    head = commit.end(entry.salt)
    if (head !== entry.hash.toHex()) throw new Error(`The audit log is broken before the entry ${entry.number + 1}.`)
    commit = new CommitHash(head)
  }
  return head
}

/** The first entry of a group stands for all of its day, also for those in later batches. */
function rewrite(tx: Tx, first: number, last: number, thinned: readonly StoredEntry[]): void {
  const groups = groupsOf(tx, thinned)
  const removed = thinned.flatMap(({ number }) => (groups.has(number) ? [] : [number]))
  sql`INSERT INTO audit_rewriting (first, last) VALUES (${first}, ${last})`.run(tx)
  sql`DELETE FROM audit_log WHERE number IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`.run(tx)
  for (const { number, time } of thinned) {
    const count = groups.get(number)
    if (count === undefined) continue
    sql`UPDATE audit_log SET time = ${time - (time % DAY_MS)}, entity = NULL, request = NULL,
        detail = ${JSON.stringify({ metadata: { count } })}
      WHERE number = ${number}`.run(tx)
  }
  sql`UPDATE audit_log SET ip = NULL, agent = NULL, hash = NULL, salt = NULL
    WHERE number BETWEEN ${first} AND ${last}`.run(tx)
  sql`DELETE FROM audit_rewriting`.run(tx)
}

/** How many entries each first one stands for. The log has an order: those of a day are between the days around it. */
function groupsOf(tx: Tx, entries: readonly StoredEntry[]): Map<number, number> {
  const groups = new Map<number, number>()
  for (const [day, [entry]] of Map.groupBy(entries, ({ time }) => time - (time % DAY_MS))) {
    const [from, end] = [entry?.number ?? 0, day + DAY_MS]
    const found = sql({ first: INTEGER, count: INTEGER })`
      SELECT min(number) AS first, count(*) AS count FROM audit_log
      WHERE number > coalesce(
          (SELECT number FROM audit_log WHERE number < ${from} AND time < ${day} ORDER BY number DESC LIMIT 1), 0)
        AND number < coalesce((SELECT number FROM audit_log
          WHERE number > ${from} AND time >= ${end} AND actor IS NOT NULL ORDER BY number LIMIT 1), ${Number.MAX_SAFE_INTEGER})
        AND time >= ${day} AND time < ${end} AND ${IS_EVERYDAY}
      GROUP BY actor, action`
    for (const { first, count } of found.all(tx)) groups.set(first, count)
  }
  return groups
}

/** Takes the numbers of days that are over into the log; leaves a day out, in case the clock is set back. */
export function closeDays(tx: Tx, now = Date.now()): void {
  const before = now - (now % DAY_MS) - DAY_MS
  const open = sql(pick(auditOverflow, 'day', 'actorId', 'count'))`
    SELECT day, actor_id AS actorId, count FROM audit_overflow WHERE day < ${before} ORDER BY day, actor_id`
  for (const { day, actorId: id, count } of open.all(tx)) {
    const entry = { action: 'user:exceeded:limit', entityType: 'user', entityId: id } as const
    const metadata = { day: new Date(day).toISOString().slice(0, 10), count }
    audit(tx, { ...systemActor('system'), id, role: 'user' }, { ...entry, metadata })
  }
  sql`DELETE FROM audit_overflow WHERE day < ${before}`.run(tx)
}
