import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ForOperator } from '../../../db/error-code'
import { acquireLock, DataDirectoryInUse, holdsLock, keepLock } from '../../../db/lock'
import { storageFault } from '../../../db/storage-unavailable'
import { config } from '../../config'
import { QUAD } from '../../packaged'
import { runEvery } from '../process/background'
import { log } from '../process/log'
import { notReadyReason } from '../process/readiness'
import { COPY_NOTE, FILE_FOLDERS, finishSwap, isSwapUnderWay, remainsWithoutDatabase } from './data-swap'
import { makeFolderDurably } from './durable-files'

export const databaseFile = (): string => join(config.dataDir, 'quad.db')
/** Only the copy of a follower has this file beside. */
export const copyNote = (dataDir = config.dataDir): string => join(dataDir, COPY_NOTE)
/** Whether the database is a follower's, which Litestream alone changes. */
export const isCopy = (dataDir = config.dataDir): boolean =>
  existsSync(copyNote(dataDir)) && statSync(copyNote(dataDir), { throwIfNoEntry: false })?.isFile() === true
export const outboxFolder = (): string => join(config.dataDir, 'outbox')
export const exportsFolder = (): string => join(config.dataDir, 'exports')
export const limitsFile = (): string => join(config.dataDir, 'limits.db')

/** From here on other users cannot read what this process creates, the database included. */
export function makeDataDirectory(): void {
  process.umask(0o077)
  for (const folder of ['', ...FILE_FOLDERS, 'outbox']) makeFolderDurably(join(config.dataDir, folder))
}

/** Finishes a restore that was interrupted. @throws ForOperator */
export function prepareDataDirectory(): void {
  finishRestore()
  refuseCopy()
  const missing = missingDatabase()
  if (missing !== undefined) throw new ForOperator(missing)
  makeDataDirectory()
}

/** What writes to a copy, or takes it for the campus's database, would part it from the primary's without a word. */
export function refuseCopy(dataDir = config.dataDir): void {
  if (!isCopy(dataDir)) return
  throw new ForOperator(
    `The database in ${dataDir} is a follower's copy, which Litestream changes. Run this on the primary's machine. To make this machine the primary: ${QUAD} takeover. For anything else end what keeps the copy, and remove quad.db and quad.db-txid.`,
  )
}

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

// SQLite cannot read a database whose `-shm` file has no room: 32 KB for every 16 MB of the log. So a file keeps some,
// which a start on a full disk gives up.

/** For a log of 512 MB, and the limits beside it. */
const BYTES = 1024 * 1024

const reserveFile = (): string => join(config.dataDir, 'reserve')
const reserved = (): number => statSync(reserveFile(), { throwIfNoEntry: false })?.size ?? 0

/** Fills the reserve, unless it is whole or others who write would have less than `leftBytes` beside it. */
export async function keepReserve(leftBytes = 15 * BYTES): Promise<void> {
  const file = reserveFile()
  if (reserved() === BYTES) return
  const { bavail, bsize } = await statfs(config.dataDir)
  if (bavail * bsize < BYTES + leftBytes) return
  try {
    // Random, because some file systems keep no zeros.
    await writeFile(file, randomBytes(BYTES), { mode: 0o600, flush: true })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** Runs a step of the start. If the disk is too full for it, frees the reserve and runs it once more. */
export async function withReserve(step: () => void | Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    // SQLite reports an `-shm` file that finds no room as an I/O error.
    const reason = storageFault(error)?.reason
    if ((reason !== 'full' && reason !== 'io') || reserved() === 0) throw error
    rmSync(reserveFile(), { force: true })
    log.error('The disk is full: Quad starts with the room that it had reserved, and serves what can be read')
    await step()
  }
}

/** A second server takes longer to start. */
const LOOK_EVERY_MS = 500

/** `doctor` tries the lock, and holds it for a moment. */
const MOST_MISSES = 10

/** Keeps the lock though somebody removes its file, and ends this server when another one has taken it. */
export function startKeepingLock(end: () => void): () => Promise<void> {
  let misses = 0
  return runEvery(LOOK_EVERY_MS, 'keeping the lock', () => {
    // In the place of the former directory there may be another, in which the next server will start.
    if (notReadyReason() === 'replaced') return
    try {
      keepLock(config.dataDir)
      misses = 0
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error
      if (++misses !== MOST_MISSES) return
      log.error('The file `lock` in DATA_DIR was removed, and another server has started there: this one ends')
      end()
    }
  })
}
