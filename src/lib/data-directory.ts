import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock, holdsLock } from '../../db/lock'
import { config } from '../config'
import { QUAD } from '../packaged'
import { COPY_NOTE, finishSwap, isSwapUnderWay, remainsWithoutDatabase } from './data-swap'
import { makeFolderDurably } from './durable-files'
import { log } from './log'

/** The database is gone, and other data of its campus is here. The message is for the operator. */
class DatabaseMissing extends Error {
  override name = 'DatabaseMissing'
}

/** The database is the copy that a follower reads. The message is for the operator. */
class FollowersCopy extends Error {
  override name = 'FollowersCopy'
}

export const databaseFile = (): string => join(config.dataDir, 'quad.db')
/** Of the copy of a follower; no other database has this file beside. */
export const copyNote = (dataDir = config.dataDir): string => join(dataDir, COPY_NOTE)
/** Whether the database is a follower's, which Litestream alone changes. */
export const isCopy = (dataDir = config.dataDir): boolean =>
  existsSync(copyNote(dataDir)) && statSync(copyNote(dataDir), { throwIfNoEntry: false })?.isFile() === true
export const outboxFolder = (): string => join(config.dataDir, 'outbox')
export const exportsFolder = (): string => join(config.dataDir, 'exports')
export const limitsFile = (): string => join(config.dataDir, 'limits.db')

const FOLDERS = ['', 'uploads', 'outbox']

/**
 * Makes the data directory if it is missing. From here on other users cannot read what this process creates, the
 * database included. Throws the error of the file system.
 */
export function makeDataDirectory(): void {
  process.umask(0o077)
  for (const folder of FOLDERS) makeFolderDurably(join(config.dataDir, folder))
}

/**
 * As `makeDataDirectory`, before the database is opened, or made: finishes a restore that was interrupted.
 * @throws DatabaseMissing where a new database would take the place of one that is gone; FollowersCopy where writes are
 *   the primary's; RestoreUnclear, DataDirectoryInUse while a restore runs
 */
export function prepareDataDirectory(): void {
  finishRestore()
  refuseCopy()
  const missing = missingDatabase()
  if (missing !== undefined) throw new DatabaseMissing(missing)
  makeDataDirectory()
}

/** What writes to a copy, or takes it for the campus's database, would part it from the primary's without a word. */
export function refuseCopy(dataDir = config.dataDir): void {
  if (!isCopy(dataDir)) return
  throw new FollowersCopy(
    `The database in ${dataDir} is a follower's copy, which Litestream changes. Run this on the primary's machine. To make this machine the primary: ${QUAD} takeover. For anything else end what keeps the copy, and remove quad.db and quad.db-txid.`,
  )
}

/** Finishes a restore that was interrupted, if there is one. */
export function finishRestore(dataDir = config.dataDir): void {
  if (!isSwapUnderWay(dataDir)) return
  const release = holdsLock() ? () => {} : acquireLock(dataDir)
  try {
    // Another process may have finished it while this one came to the lock.
    if (!isSwapUnderWay(dataDir)) return
    finishSwap(dataDir)
    log.warn('finished a restore that was interrupted')
  } finally {
    release()
  }
}

/** A sentence for the operator, if the database is gone and other data of its campus is here. */
export function missingDatabase(): string | undefined {
  const { dataDir } = config
  const remains = remainsWithoutDatabase(dataDir)
  if (remains.length === 0) return undefined
  return `There is no database in ${dataDir}, but what a campus left: ${remains.join(', ')}. Put quad.db back, or restore a backup: ${QUAD} restore FILE. What a restore or a takeover replaced is whole in before-…. Only for a new campus: move these away first.`
}
