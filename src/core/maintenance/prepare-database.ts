import type { Connection } from '../../../db/connection'
import { adoptFormerKey, reloadKeys } from '../../lib/keyring'
import { requireKeys } from './required-keys'
import { nameKeysOfHashes, sealClearAddresses } from './seal-addresses'

/** What a database of before was brought to, in `PRAGMA user_version`. */
const SEALED = 1

/**
 * Runs at every open, before anything else uses the database: the keys of its values must be there, and what versions
 * before left in clear is sealed. Each step is several transactions, and goes on where a killed process left off.
 * @throws KeysMissing, KeyDamaged
 */
export async function prepareDatabase({ sqlite }: Connection): Promise<void> {
  reloadKeys()
  adoptFormerKey()
  requireKeys(sqlite)
  const version = sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
  if (version >= SEALED) return
  nameKeysOfHashes(sqlite)
  await sealClearAddresses(sqlite)
  sqlite.run(`PRAGMA user_version = ${SEALED}`)
}
