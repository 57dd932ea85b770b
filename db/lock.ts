import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Another server uses this data directory. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
  constructor(readonly dataDir: string) {
    super(
      `Another server is using the data directory ${dataDir}. Stop it first, or give this server another directory.`,
    )
  }
}

/** Keeps a reference: the garbage collector would close the database and so release the lock. */
const locks = new Set<Database>()

/**
 * Keeps a second server out of the data directory until the returned function is called or the process ends in any way:
 * it is the operating system's lock on an SQLite file, so no stale lock can remain.
 *
 * Throws DataDirectoryInUse when another process holds it. The operator's commands do not take it.
 */
export function acquireLock(dataDir: string): () => void {
  const sqlite = new Database(join(dataDir, 'lock'), { create: true, readwrite: true })
  try {
    sqlite.run('PRAGMA busy_timeout = 0')
    // Nothing is ever written here, and a journal would need room on a full disk.
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (isBusy(error)) throw new DataDirectoryInUse(dataDir)
    throw error
  }
  locks.add(sqlite)
  return () => {
    locks.delete(sqlite)
    sqlite.close()
  }
}

/** Whether this process has acquired a lock. */
export const holdsLock = (): boolean => locks.size > 0

/** Whether a server in another process uses the data directory. */
export function isServerRunning(dataDir: string): boolean {
  if (holdsLock()) return false
  try {
    acquireLock(dataDir)()
    return false
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return true
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}
