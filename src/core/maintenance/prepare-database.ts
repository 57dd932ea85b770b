import type { Database } from 'bun:sqlite'
import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import { plainFault } from '../../lib/faults'
import { adoptFormerKey, closeKeysToOthers, currentKey, formerKey, reloadKeys } from '../../lib/keyring'
import { log } from '../../lib/log'
import { scrubAttempts } from '../audit/scrub'
import { emptyIndexThatDisagrees } from '../search/agreement'
import { requireKeys } from './required-keys'
import { nameKeysOfHashes, sealClearValues } from './seal-addresses'

/** What a database of before was brought to, in `PRAGMA user_version`. */
const SEALED = 2
const OVERWRITTEN = 3

/**
 * Runs at every open, before anything else uses the database: the keys of its values must be there, and what versions
 * before left in clear is sealed. Each step is several transactions, and goes on where a killed process left off.
 * @throws KeysMissing, KeyDamaged
 */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const { sqlite } = connection
  reloadKeys()
  closeKeysToOthers()
  // The first key must not outlive a new database: without that, it looks as if a campus were gone.
  if (isNew(sqlite)) sqlite.run('PRAGMA wal_checkpoint')
  requireKeys(sqlite)
  const version = versionOf(sqlite)
  if (version < SEALED) {
    if (hasAccounts(sqlite)) log.info('encrypting addresses and rewriting the database, which happens once')
    // Of a restored backup this is the key, whatever the machine has.
    nameKeysOfHashes(sqlite, (config.secret === undefined ? formerKey() : undefined) ?? currentKey())
    await sealClearValues(sqlite)
    await scrubLog(connection)
    sqlite.run(`PRAGMA user_version = ${SEALED}`)
  }
  adoptFormerKey()
  if (version < OVERWRITTEN) overwriteFreePages(sqlite)
  emptyIndexThatDisagrees(connection)
}

/** In a plain transaction: within a savepoint, as the write queue opens one, 100,000 entries take minutes. */
async function scrubLog(connection: Connection): Promise<void> {
  const { sqlite } = connection
  sqlite.run('BEGIN IMMEDIATE')
  try {
    const entries = await scrubAttempts({ ...connection, afterCommit: () => {} })
    sqlite.run('COMMIT')
    if (entries > 0) log.info({ entries }, 'took the accounts out of the audit entries of failed sign-ins and the like')
  } catch (error) {
    sqlite.run('ROLLBACK')
    throw error
  }
}

/** Whether nobody has ever opened it with a key. */
const isNew = (sqlite: Database): boolean => sqlite.query('SELECT 1 FROM server_keys LIMIT 1').get() === null

const hasAccounts = (sqlite: Database): boolean => sqlite.query('SELECT 1 FROM identities LIMIT 1').get() !== null

/** Whether pages of the file may still hold what was deleted by a version that did not overwrite it. */
export const hasFormerPages = (sqlite: Database): boolean => versionOf(sqlite) < OVERWRITTEN

const versionOf = (sqlite: Database): number =>
  sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** Once: from now on, what is deleted is overwritten at once. Needs twice the room of the database for a moment. */
function overwriteFreePages(sqlite: Database): void {
  try {
    sqlite.run('VACUUM')
    sqlite.run(`PRAGMA user_version = ${OVERWRITTEN}`)
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // The server serves all the same, and the next start tries again.
    log.error({ problem: plainFault(error) }, 'what older versions deleted could not be overwritten in the database')
  }
}
