import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Another server works in this data directory. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
  constructor(readonly dataDir: string) {
    super(
      `Another server is using the data directory ${dataDir}. Stop it first, or give this one a directory of its own.`,
    )
  }
}

/** A lock that nobody refers to would be collected as garbage, and so released. */
const held = new Set<Database>()

/**
 * Keeps a second server out of the data directory until the answered function is called or the process ends, however
 * it ends: the lock is the operating system's lock on an SQLite file, so nothing stale can stay behind.
 *
 * Throws DataDirectoryInUse when another process holds it. Commands of the operator do not take it.
 */
export function acquireLock(dataDir: string): () => void {
  const sqlite = new Database(join(dataDir, 'lock'), { create: true, readwrite: true })
  try {
    sqlite.run('PRAGMA busy_timeout = 0')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (isBusy(error)) throw new DataDirectoryInUse(dataDir)
    throw error
  }
  held.add(sqlite)
  return () => {
    held.delete(sqlite)
    sqlite.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}
