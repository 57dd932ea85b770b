import { existsSync } from 'node:fs'
import { defineCommand } from 'citty'
import { openReadOnly } from '../../db/connection'
import { type ChainReport, placeOf, verifyChain } from '../ground/audit/verify'
import { databaseFile, finishRestore } from '../lib/files/data-directory'
import { option } from './args'
import { NOTICEABLE_MS, progressBar } from './progress'
import { type Answer, CommandFailed, numbered } from './run'

const verify = defineCommand({
  meta: {
    name: 'verify',
    description: 'Proves that no entry of the audit log was changed, inserted, moved or removed; changes nothing',
  },
  args: {
    head: option(
      'A head that was noted earlier (in the log, in a backup): proves that it is still in the chain',
      'HASH',
    ),
  },
  run({ args: { head } }): Answer {
    if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
      throw new CommandFailed('--head must be a hash of 64 digits and letters a to f.', 2)
    finishRestore()
    return verifyAuditLog(databaseFile(), head)
  },
})

export const audit = defineCommand({ subCommands: { verify } })

/** Checks the whole log, also beside a running server. @throws CommandFailed if it is broken, or lacks `head` */
export function verifyAuditLog(file: string, head?: string): Answer {
  const report = readLog(file, head)
  const { broken, entries } = report
  if (broken)
    throw new CommandFailed(
      `The audit log is broken at ${placeOf(broken)}: ${broken.explanation}.\n` +
        `The ${count(entries)} before it ${entries === 1 ? 'is' : 'are'} in order; about those after it, nothing is proven.${placeOfHead(report, head)}`,
    )
  if (head !== undefined && !report.headFound)
    throw new CommandFailed(
      `No entry has the hash ${head}: since it was noted, the log was rewritten, or its end was cut off; or the entry is older than 90 days and was summed up with others. What is there now is in order (${count(entries)}).`,
    )
  return {
    data: { entries, head: report.head, isNotedHeadFound: head === undefined ? null : true },
    text: [
      `The audit log is in order: ${count(entries)}.`,
      `head ${report.head ?? '(none yet)'}`,
      ...(head === undefined ? [] : ['The noted head is in it.']),
    ],
  }
}

/** Where the noted head of a broken log is. */
function placeOfHead({ headFound }: ChainReport, head: string | undefined): string {
  if (head === undefined) return ''
  return headFound
    ? '\nThe noted head is before it: up to there the log is as it was when the head was noted.'
    : '\nThe noted head is not before it.'
}

const count = (entries: number): string => numbered(entries, 'entry', 'entries')

function readLog(file: string, head: string | undefined): ChainReport {
  if (!existsSync(file)) throw new CommandFailed(`There is no database at ${file}.`)
  using db = openReadOnly(file)
  const bar = progressBar({ quietMs: NOTICEABLE_MS, lines: false })
  return verifyChain(db, { head, progress: (done, total) => bar('Entries', done, total) })
}
