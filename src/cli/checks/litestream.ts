import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../config'
import { type Finding, ok, warn } from './finding'
import { openFiles } from './open-files'

/** What Litestream keeps beside a database that it has replicated. */
const STATE = '.quad.db-litestream'

/** Whether Litestream, where it was ever set up, has the database open. */
export function* checkLitestream(): Generator<Finding> {
  if (!existsSync(join(config.dataDir, STATE))) return
  const runs = openFiles(config.dataDir, ['quad.db', 'quad.db-wal']).some(({ program }) => program === 'litestream')
  if (runs) yield ok('litestream', 'it has the database open')
  else
    yield warn(
      'litestream',
      'it has replicated this database, and does not run, as far as this user sees: start it, or remove .quad.db-litestream (docs/litestream.md)',
    )
}
