import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storageFault } from '../../db/storage-unavailable'
import { config } from '../config'
import { log } from './log'

// SQLite cannot even read a database whose `-shm` file it has no room to make: 32 KB for every 16 MB of the log. So that
// a server can start on a full disk, a file keeps some room, which the start gives up when it finds none.

/** For a log of 512 MB, and the limits beside it. */
const BYTES = 1024 * 1024

/** What must be left beside it while others write. */
const LEFT_TO_WRITES_BYTES = 15 * BYTES

const reserveFile = (): string => join(config.dataDir, 'reserve')

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Fills the reserve, unless it is whole or there is little room beside it. */
export async function keepReserve(leftBytes = LEFT_TO_WRITES_BYTES): Promise<void> {
  const file = reserveFile()
  if (sizeOf(file) === BYTES) return
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

/** Frees the room for the next write; returns whether there was any. */
function releaseReserve(): boolean {
  const hadRoom = sizeOf(reserveFile()) > 0
  rmSync(reserveFile(), { force: true })
  return hadRoom
}

/** SQLite reports an `-shm` file that finds no room as an I/O error. */
function isDiskFull(error: unknown): boolean {
  const reason = storageFault(error)?.reason
  return reason === 'full' || reason === 'io'
}

/** Runs a step of the start. If the disk is too full for it, frees the reserve and runs it once more. */
export async function withReserve(step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!isDiskFull(error) || !releaseReserve()) throw error
    log.error('The disk is full: Quad starts with the room that it had reserved, and serves what can be read')
    await step()
  }
}
