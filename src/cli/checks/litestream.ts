import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../config'
import { readTerm } from '../../lib/primary/term'
import { type Finding, fail, ok, warn } from './finding'
import { openFiles } from './open-files'

/** What Litestream keeps beside a database that it has replicated. */
const STATE = '.quad.db-litestream'

/** Whether Litestream, where it is set up, has the database open, and replicates to the place of the term. */
export function* checkLitestream(): Generator<Finding> {
  if (!existsSync(join(config.dataDir, STATE)) && config.primaryClaims === undefined) return
  const open = openFiles(config.dataDir, ['quad.db', 'quad.db-wal'])
  const pid = open.find(({ program }) => program === 'litestream')?.pid
  if (pid === undefined) {
    yield warn(
      'litestream',
      'it does not run, as far as this user sees: start it, or remove .quad.db-litestream and PRIMARY_CLAIMS (docs/litestream.md)',
    )
    return
  }
  const [term, replicated] = [readTerm(config.dataDir)?.term, termOf(pid)]
  if (term !== undefined && replicated !== undefined && replicated !== term)
    yield fail(
      'litestream',
      `it replicates to the place of term ${replicated}, which is of another server, and this data is of term ${term}: start it again (docs/litestream.md)`,
    )
  else yield ok('litestream', 'it has the database open')
}

/** What the process was started with; undefined where that is not told. */
function termOf(pid: number): number | undefined {
  try {
    const [, term] = /(?:^|\0)QUAD_TERM=(\d*)\0/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? []
    return term === undefined ? 0 : Number(term)
  } catch {
    return undefined
  }
}
