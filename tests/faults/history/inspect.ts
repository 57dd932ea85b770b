import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openReadOnly } from '../../../db/connection'
import { placeOf, verifyChain } from '../../../src/ground/audit/verify'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { asTx, checkSearch } from '../../support/search-index'
import { scratchFolder } from '../scratch'

/**
 * What is wrong with the database in a data directory, by its own checks: pages and indexes, foreign keys, the chain of
 * the audit log, every counter, and the search index. It opens a copy, so that the next start finds the files as they were left.
 */
export async function inspectFiles(dataDir: string) {
  using folder = scratchFolder()
  const copy = join(folder.path, 'copy')
  mkdirSync(copy)
  for (const name of ['quad.db', 'quad.db-wal', 'quad.db-journal'])
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  const file = join(copy, 'quad.db')
  const reader = openReadOnly(file)
  try {
    const problems = await problemsOf(reader)
    using sqlite = new Database(file, { readwrite: true, strict: true })
    checkSearch(asTx(sqlite))
    return problems
  } catch (error) {
    return [`the database cannot be read: ${error}`]
  } finally {
    reader.sqlite.close()
  }
}

async function problemsOf(reader: Connection) {
  const { sqlite } = reader
  const integrity = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  const orphans = sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
  const { broken } = verifyChain(reader)
  return [
    ...integrity.map((row) => row.integrity_check).filter((said) => said !== 'ok'),
    ...orphans.map(({ table, parent }) => `a row of ${table} has no ${parent}`),
    ...(broken === undefined ? [] : [`the chain breaks at ${placeOf(broken)}: ${broken.explanation}`]),
    ...(await driftedCounters(reader)).map((drift) => `a counter is wrong: ${JSON.stringify(drift)}`),
  ]
}

/** A problem of one run, unless all is as it should be. */
export const problemUnless = (isRight: boolean, problem: string) => (isRight ? [] : [problem])
