import type { Connection } from '../../../db/connection'
import { closeKeysToOthers, reloadKeys } from '../../lib/keyring'
import { requireKeys } from './required-keys'

/**
 * Runs at every open, before anything else uses the database: the keys of its values must be there.
 * @throws KeysMissing, KeyDamaged
 */
export function prepareDatabase(connection: Connection): void {
  const { sqlite } = connection
  reloadKeys()
  closeKeysToOthers()
  // The first key must not outlive a new database: without that, it looks as if a campus were gone.
  if (sqlite.query('SELECT 1 FROM server_keys LIMIT 1').get() === null) sqlite.run('PRAGMA wal_checkpoint')
  requireKeys(sqlite)
}
