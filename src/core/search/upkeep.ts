import { searchProgress } from '../../../db/schema/search'
import { INTEGER, sqlStatement, sqlVariants } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { runEvery } from '../../lib/background'
import { log } from '../../lib/log'
import type { Subject } from './queries'

// The triggers of posts and comments write the words of each row in its own transaction, as one small segment of the
// index. Segments are merged here, in steps beside other writes: FTS5 itself would now and then merge hundreds of pages
// within somebody's. And what a version before wrote is indexed here, the newest first, while the server answers.

const SUBJECTS: readonly Subject[] = ['posts', 'comments']
/** In the second between, no level of the index gets the 64 segments that FTS5 would merge within one write. */
const CHECK_INTERVAL_MS = 1000
const FILL_INTERVAL_MS = 200
/** Of each interval, so that requests have the rest. What is left waits for the next. */
const FILL_MS = 80
const MERGE_MS = 100
/** Each fills a segment. */
const FILLS_BETWEEN_MERGES = 8
/** A look-up takes some microseconds in each segment, the deletion of a text some for each of its words. */
const MANY_SEGMENTS = 8

/**
 * The writer is held for about so long. Only the list of a word that most texts have takes longer: FTS5 merges it in
 * one go, 15 ms of 150,000 texts, when four such segments become one.
 */
const STEP_MS = 2
/** Above that, a step is paid for by what it costs itself. */
const MOST_ROWS = 200
const MOST_PAGES = 32
/** How much takes about a step: on a slow machine, or one that has other work, less. */
const amounts = { rows: 50, pages: 8 }
/** Of a command that has the database to itself: a commit for each two milliseconds would take hours for millions. */
const AMOUNTS_ALONE = { rows: 5000, pages: 500 }

/** What takes too long is less the next time, what takes no time is more. */
export const nextAmount = (amount: number, tookMs: number, most: number): number =>
  tookMs > STEP_MS ? Math.max(1, amount >> 1) : tookMs < STEP_MS / 2 ? Math.min(most, amount * 2) : amount

const below = sqlStatement('SELECT below FROM search_progress WHERE subject = $subject', {
  returns: { below: searchProgress.below },
  params: { subject: searchProgress.subject },
})

/** Where the next rows to index begin; 0 where none are left. */
export const nextBelowText = (subject: Subject): string => `
  SELECT coalesce(min(rowid), 0) AS below, count(*) AS count
  FROM (SELECT rowid FROM ${subject} WHERE rowid < $below ORDER BY rowid DESC LIMIT $limit)`

const nextBelow = sqlVariants(nextBelowText, {
  returns: { below: INTEGER, count: INTEGER },
  params: { below: INTEGER, limit: INTEGER },
})

const WORDS_OF = { posts: 'title, content', comments: 'content' } as const

export const indexText = (subject: Subject): string => `
  INSERT INTO ${subject}_search (rowid, ${WORDS_OF[subject]})
  SELECT rowid, ${WORDS_OF[subject]} FROM ${subject} WHERE rowid >= $from AND rowid < $below ORDER BY rowid`

const indexRows = sqlVariants(indexText, { returns: {}, params: { from: INTEGER, below: INTEGER } })

const setBelow = sqlStatement('UPDATE search_progress SET below = $below WHERE subject = $subject', {
  params: { subject: searchProgress.subject, below: searchProgress.below },
})

const isFilled = (db: Connection, subject: Subject): boolean => (below(db).get({ subject })?.below ?? 0) === 0

/** Indexes some more rows of before; returns whether there may be more. */
async function fillSome(tx: Tx, subject: Subject, alone?: typeof AMOUNTS_ALONE): Promise<boolean> {
  const began = performance.now()
  const limit = (alone ?? amounts).rows
  const present = below(tx).get({ subject })?.below ?? 0
  if (present === 0) return false
  const next = nextBelow(tx, subject).get({ below: present, limit })
  const from = next === undefined || next.count < limit ? 0 : next.below
  indexRows(tx, subject).run({ from, below: present })
  setBelow(tx).run({ subject, below: from })
  if (alone === undefined) amounts.rows = nextAmount(limit, performance.now() - began, MOST_ROWS)
  return from > 0
}

/** By skipping from one segment to the next. */
export const segmentsText = (subject: Subject): string => `
  WITH RECURSIVE segment (id) AS (
    SELECT min(segid) FROM ${subject}_search_idx
    UNION ALL
    SELECT (SELECT min(segid) FROM ${subject}_search_idx WHERE segid > segment.id) FROM segment
    WHERE segment.id IS NOT NULL
  )
  SELECT count(id) AS count FROM segment`

const segments = sqlVariants(segmentsText, { returns: { count: INTEGER }, params: {} })

export const countSegments = (db: Connection, subject: Subject): number => segments(db, subject).get({})?.count ?? 0

export const mergeText = (subject: Subject): string =>
  `INSERT INTO ${subject}_search (${subject}_search, rank) VALUES ('merge', $pages)`

const mergeStep = sqlVariants(mergeText, { returns: {}, params: { pages: INTEGER } })

const totalChanges = sqlStatement('SELECT total_changes() AS changes', { returns: { changes: INTEGER } })

/** Returns whether there may be more: without, a step changes one row at most (https://sqlite.org/fts5.html#the_merge_command). */
async function mergeSome(tx: Tx, subject: Subject, alone?: typeof AMOUNTS_ALONE): Promise<boolean> {
  const began = performance.now()
  const before = totalChanges(tx).get()?.changes ?? 0
  mergeStep(tx, subject).run({ pages: (alone ?? amounts).pages })
  if (alone === undefined) amounts.pages = nextAmount(amounts.pages, performance.now() - began, MOST_PAGES)
  return (totalChanges(tx).get()?.changes ?? 0) - before > 1
}

/** How many segments were left when there was nothing to merge: levels of few segments stay as they are. */
const mergedTo = { posts: 0, comments: 0 }

async function mergeIfMany(subject: Subject, until: number, alone?: typeof AMOUNTS_ALONE): Promise<void> {
  const count = countSegments(storage.reader, subject)
  if (count <= MANY_SEGMENTS || count === mergedTo[subject]) return
  while (performance.now() < until) {
    if (await storage.write((tx) => mergeSome(tx, subject, alone))) continue
    mergedTo[subject] = countSegments(storage.reader, subject)
    return
  }
}

/** Some fills, and the merges that they ask for; returns whether there may be more. */
async function fillAndMerge(subject: Subject, until: number, alone?: typeof AMOUNTS_ALONE): Promise<boolean> {
  let hasMore = true
  for (let fill = 0; hasMore && fill < FILLS_BETWEEN_MERGES && performance.now() < until; fill++)
    hasMore = await storage.write((tx) => fillSome(tx, subject, alone))
  await mergeIfMany(subject, until, alone)
  return hasMore
}

/** Indexes all that is not yet: for a command, and for tests. */
export async function fillSearch(): Promise<void> {
  for (const subject of SUBJECTS) while (await fillAndMerge(subject, Number.POSITIVE_INFINITY, AMOUNTS_ALONE));
}

async function keepFilling(): Promise<void> {
  const subject = SUBJECTS.find((each) => !isFilled(storage.reader, each))
  if (subject === undefined) return
  const until = performance.now() + FILL_MS
  // What the last interval left: otherwise segments grow faster than they are merged.
  await mergeIfMany(subject, until)
  let hasMore = true
  while (hasMore && performance.now() < until) hasMore = await fillAndMerge(subject, until)
  if (!hasMore) log.info({ subject }, 'the search index has what was written before')
}

async function keepMerging(): Promise<void> {
  for (const subject of SUBJECTS) await mergeIfMany(subject, performance.now() + MERGE_MS)
}

/** Both, while the server runs. The returned function stops that and waits for a run in progress. */
export function startSearchUpkeep(): () => Promise<void> {
  const stops = [
    runEvery(FILL_INTERVAL_MS, 'filling the search index', keepFilling),
    runEvery(CHECK_INTERVAL_MS, 'merging the search index', keepMerging),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
