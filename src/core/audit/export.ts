import type { Connection } from '../../../db/storage'
import { readEntries, toEntry } from './entries'
import { EXPORTED_ACTORS, listedActions } from './groups'
import { entryId, type LogChoice, spanOf } from './logs'
import { usernamesOf } from './objects'
import { listedNumbers } from './queries'

/** Without students: their entries are thinned when they are old, and a file would hold them whole. */
export type ExportChoice = Omit<LogChoice, 'by'> & { by?: (typeof EXPORTED_ACTORS)[number] | undefined }

/** As many as a spreadsheet shows at ease. */
const MOST = 10_000
/** Requests wait while so many are read. */
const BATCH = 500

/**
 * In the order of a file. Where a request came from is blanked when it is old, and what something is called goes with it: not
 * in a file.
 */
export const EXPORTED_COLUMNS = [
  ...(['id', 'timestamp', 'action', 'status', 'actorId', 'actorName', 'actorRole', 'entityType', 'entityId'] as const),
  ...(['reason', 'before', 'after', 'metadata', 'platform', 'requestId', 'subjectHash'] as const),
]
export type ExportedEntry = Pick<
  ReturnType<typeof toEntry> & { id: string; actorName: string | null },
  (typeof EXPORTED_COLUMNS)[number]
>

/** The newest listed entries that were picked, newest first. What is added meanwhile is not among them. */
export function* exportBatches(
  db: Connection,
  { by, about, from, to, ...filter }: ExportChoice,
): Generator<ExportedEntry[]> {
  const actors = by === undefined ? EXPORTED_ACTORS : [by]
  const actions = [...new Set(actors.flatMap((each) => listedActions({ by: each, about })))]
  const numbers = listedNumbers(
    db,
    { ...filter, actions },
    { sortBy: 'timestamp', sortOrder: 'desc' },
    { ...spanOf({ from, to }), limit: MOST, offset: 0 },
  )
  for (let at = 0; at < numbers.length; at += BATCH) {
    const rows = readEntries(db, numbers.slice(at, at + BATCH))
    const entries = rows.map((row) => ({ id: entryId(row.number), ...toEntry(row) }))
    const names = usernamesOf(db, entries)
    yield entries.map((entry) => ({ ...entry, actorName: names.get(entry.actorId ?? '') ?? null }))
  }
}
