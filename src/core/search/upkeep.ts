import { searchProgress } from '../../../db/schema/search'
import { INTEGER, sqlStatement, sqlVariants } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { runEvery } from '../../lib/background'
import { log } from '../../lib/log'
import type { Subject } from './queries'

// The triggers of posts and comments write the words of each row in its own transaction, as one small segment of the
// index. Segments are merged here, in steps of a millisecond beside other writes: FTS5 itself would now and then merge
// hundreds of pages within somebody's. And what a version before wrote is indexed here, the newest first, while the
// server answers: a million posts take minutes.

const SUBJECTS: readonly Subject[] = ['posts', 'comments']
/** In the second between, no level of the index gets the 64 segments that FTS5 would merge within one write. */
const CHECK_INTERVAL_MS = 1000
const FILL_INTERVAL_MS = 200
/** Of each interval, so that requests have the rest. */
const FILL_MS = 80
/** About ten milliseconds. */
const FILLED_ROWS = 200
/** Each fills a segment. */
const FILLS_BETWEEN_MERGES = 8
/** A look-up takes some microseconds in each segment. */
const MANY_SEGMENTS = 12
const MERGED_PAGES = 32
/** Steps for one check: what is left waits for the next. */
const MERGE_STEPS = 200

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
async function fillSome(tx: Tx, subject: Subject): Promise<boolean> {
  const present = below(tx).get({ subject })?.below ?? 0
  if (present === 0) return false
  const next = nextBelow(tx, subject).get({ below: present, limit: FILLED_ROWS })
  const from = next === undefined || next.count < FILLED_ROWS ? 0 : next.below
  indexRows(tx, subject).run({ from, below: present })
  setBelow(tx).run({ subject, below: from })
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
  `INSERT INTO ${subject}_search (${subject}_search, rank) VALUES ('merge', ${MERGED_PAGES})`

const mergeStep = sqlVariants(mergeText, { returns: {}, params: {} })

const totalChanges = sqlStatement('SELECT total_changes() AS changes', { returns: { changes: INTEGER } })

/** Merges until nothing is left to merge: then a step changes one row at most (https://sqlite.org/fts5.html#the_merge_command). */
async function mergeSome(subject: Subject): Promise<void> {
  for (let step = 0; step < MERGE_STEPS; step++) {
    const changes = await storage.write(async (tx) => {
      const before = totalChanges(tx).get()?.changes ?? 0
      mergeStep(tx, subject).run({})
      return (totalChanges(tx).get()?.changes ?? 0) - before
    })
    if (changes < 2) return
  }
}

async function mergeIfMany(subject: Subject): Promise<void> {
  if (countSegments(storage.reader, subject) > MANY_SEGMENTS) await mergeSome(subject)
}

/** Some fills, and the merges that they ask for; returns whether there may be more. */
async function fillAndMerge(subject: Subject, until = Number.POSITIVE_INFINITY): Promise<boolean> {
  let hasMore = true
  for (let fill = 0; hasMore && fill < FILLS_BETWEEN_MERGES && performance.now() < until; fill++)
    hasMore = await storage.write((tx) => fillSome(tx, subject))
  await mergeIfMany(subject)
  return hasMore
}

/** Indexes all that is not yet: for a command, and for tests. */
export async function fillSearch(): Promise<void> {
  for (const subject of SUBJECTS) while (await fillAndMerge(subject));
}

async function keepFilling(): Promise<void> {
  const subject = SUBJECTS.find((each) => !isFilled(storage.reader, each))
  if (subject === undefined) return
  if (!(await fillAndMerge(subject, performance.now() + FILL_MS)))
    log.info({ subject }, 'the search index has what was written before')
}

async function keepMerging(): Promise<void> {
  for (const subject of SUBJECTS) if (countSegments(storage.reader, subject) > MANY_SEGMENTS) await mergeSome(subject)
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
