import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ForOperator, isBusy } from './error-code'

export class DataDirectoryInUse extends ForOperator {
  override name = 'DataDirectoryInUse'
  constructor(readonly dataDir: string) {
    super(
      `Another server is using the data directory ${dataDir}. Stop it first, or give this server another directory.`,
    )
  }
}

/** A command that looks whether a server runs holds the lock for a moment. */
const lookPatienceMs = 500

/** By data directory. Keeps a reference: the garbage collector would close the database and so release the lock. */
const locks = new Map<string, ReturnType<typeof openLock>>()

/** Until the returned function is called or the process ends in any way. The operator's commands do not take it. */
export function acquireLock(dataDir: string): () => void {
  locks.set(dataDir, openLock(dataDir, lookPatienceMs))
  return () => {
    locks.get(dataDir)?.sqlite.close()
    locks.delete(dataDir)
  }
}

/** Takes the lock again when its file was removed or replaced, because the former file keeps nobody out. */
export function keepLock(dataDir: string): void {
  const former = locks.get(dataDir)
  const named = statSync(join(dataDir, 'lock'), { throwIfNoEntry: false })
  if (former === undefined || (named?.ino === former.ino && named.dev === former.dev)) return
  locks.set(dataDir, openLock(dataDir, 0))
  former.sqlite.close()
}

function openLock(dataDir: string, waitMs: number) {
  const lock = tryLock(join(dataDir, 'lock'), waitMs)
  if (lock === undefined) throw new DataDirectoryInUse(dataDir)
  return lock
}

/** Held until it is closed or the process ends in any way. Undefined while another one has it. */
export function tryLock(file: string, waitMs = 0) {
  const sqlite = new Database(file, { create: true, readwrite: true })
  try {
    sqlite.run(`PRAGMA busy_timeout = ${waitMs}`)
    // Nothing is ever written here, and a journal would need room on a full disk.
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
    const { dev, ino } = statSync(file)
    return { sqlite, dev, ino }
  } catch (error) {
    sqlite.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

export const holdsLock = (): boolean => locks.size > 0

export function isServerRunning(dataDir: string): boolean {
  if (holdsLock()) return false
  const lock = tryLock(join(dataDir, 'lock'))
  lock?.sqlite.close()
  return lock === undefined
}
