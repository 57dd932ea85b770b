import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { EXPORTED_COLUMNS, type ExportChoice, type ExportedEntry, exportBatches } from '../../ground/audit/logs'
import { csvLine } from '../../lib/text/csv'

// The audit log as a file, for superadmins. The file outlives what the log may keep, so students' own entries, addresses
// of the network and titles are not in it.

export const FORMATS = ['csv', 'jsonl'] as const
type Format = (typeof FORMATS)[number]

const TYPES: Record<Format, string> = { csv: 'text/csv; charset=utf-8; header=present', jsonl: 'application/jsonl' }

/** A file of the newest entries that were picked. That it was taken is an entry first, and in the file. */
export async function exportLog(user: Viewer, { format, ...choice }: ExportChoice & { format: Format }) {
  await writeAs(user, 'superadmin', (tx, user) =>
    audit(tx, user, {
      action: 'admin:exported:log',
      entityType: 'audit-log',
      entityId: null,
      metadata: { format, ...picked(choice) },
    }),
  )
  const name = `quad-audit-log-${new Date().toISOString().slice(0, 10)}.${format}`
  return { body: streamOf(linesOf(format, choice)), type: TYPES[format], name }
}

const picked = (choice: ExportChoice): Record<string, string> =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))

const toCsv = (entry: ExportedEntry): string =>
  csvLine(
    EXPORTED_COLUMNS.map((column) => {
      const value = entry[column] ?? ''
      return typeof value === 'string' ? value : JSON.stringify(value)
    }),
  )

const toJson = (entry: ExportedEntry): string =>
  `${JSON.stringify(Object.fromEntries(EXPORTED_COLUMNS.map((column) => [column, entry[column] ?? null])))}\n`

const LINES: Record<Format, (entry: ExportedEntry) => string> = { csv: toCsv, jsonl: toJson }

/** The text of a batch each. */
function* linesOf(format: Format, choice: ExportChoice): Generator<string> {
  if (format === 'csv') yield csvLine(EXPORTED_COLUMNS)
  for (const entries of exportBatches(storage.reader, choice)) yield entries.map(LINES[format]).join('')
}

/** Reads the next part once the reader has taken the one before. */
function streamOf(parts: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts.next()
        if (part.done) controller.close()
        else if (part.value !== '') controller.enqueue(encoder.encode(part.value))
      },
      cancel: () => void parts.return(undefined),
    },
    { highWaterMark: 1 },
  )
}
