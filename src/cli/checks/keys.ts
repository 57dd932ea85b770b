import { statSync } from 'node:fs'
import type { Connection } from '../../../db/connection'
import { missingKeyAdvice, missingKeys, needlessKeys } from '../../core/maintenance/required-keys'
import { existingKeys, keysFolder } from '../../lib/keyring'
import { type Finding, fail, ok, warn } from './finding'

/** Whether every key that the database was used with is here, and closed to others. */
export function* checkKeys({ sqlite }: Connection): Generator<Finding> {
  const missing = missingKeys(sqlite)
  for (const key of missing)
    yield key.needs.length > 0
      ? fail('keys', missingKeyAdvice(key))
      : warn('keys', `the key ${key.id} is missing; nothing in the database was made with it`)
  const open = existingKeys().length > 0 && (statSync(keysFolder(), { throwIfNoEntry: false })?.mode ?? 0) & 0o077
  if (open) yield fail('keys', `others on this machine may enter ${keysFolder()}: chmod 700`)
  for (const id of needlessKeys(sqlite)) yield ok('keys', `nothing names the former key ${id} any more`)
  if (missing.length === 0 && !open) yield ok('keys', 'every key that the database needs is here')
}
