import { existsSync } from 'node:fs'
import { openReader } from '../../db/connection'
import { type ChainReport, isChained, verifyChain } from '../core/audit/chain'
import { NOTICEABLE_MS, progressBar } from './progress'
import { CommandFailed } from './run'

const count = (entries: number): string => `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`

/**
 * Walks the whole log, beside a server that may be running, and answers what there is to say of it.
 * @throws CommandFailed for a broken chain, a `head` that is not in it, and where there is no log
 */
export function verifyAuditLog(file: string, head?: string): string[] {
  const report = readLog(file, head)
  const { broken, entries, older } = report
  if (broken)
    throw new CommandFailed(
      `The audit log is broken at the entry ${broken.id} (${broken.action}, ${broken.timestamp}): ${broken.explanation}.\n` +
        `The ${count(entries)} before it are in order; nothing is proven of those after it.`,
    )
  if (head !== undefined && !report.found)
    throw new CommandFailed(
      `No entry has the hash ${head}: the log was rewritten, or its end was cut off, since that was noted. What there is now is in order (${count(entries)}).`,
    )
  const before = older > 0 ? `, of which ${count(older)} older than the chain cannot be checked` : ''
  return [
    `The audit log is in order: ${count(entries)}${before}.`,
    `head ${report.head ?? '(none yet)'}`,
    ...(head === undefined ? [] : ['The head that was noted is in it.']),
  ]
}

function readLog(file: string, head: string | undefined): ChainReport {
  if (!existsSync(file)) throw new CommandFailed(`There is no database ${file}.`)
  const db = openReader(file)
  try {
    if (!isChained(db))
      throw new CommandFailed('The database is of an older version, whose log has no chain; start Quad once.')
    const bar = progressBar({ quietMs: NOTICEABLE_MS, lines: false })
    return verifyChain(db, { head, progress: (done, total) => bar('Entries', done, total) })
  } finally {
    db.sqlite.close()
  }
}
