// The thread that moves the write-ahead log: on the writer's connection the sync of a checkpoint would delay every
// request.

import { Database } from 'bun:sqlite'
import { fsyncSync, openSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { errorCode } from './error-code'

/** The file by name, and by what it was when the storage opened it. */
export type CheckpointerData = { file: string; dev: number; ino: number }

/** How many frames the log has, and how many of them are in the database file. */
export type Progress = { log: number; checkpointed: number }

/**
 * `pin`: no more of the log is copied than it has now. `copy`: copies that and syncs the database alone; writes may go on.
 * `checkpoint`: as SQLite does it, with a sync of the log; no write may go on. The last two end the pin.
 */
export type CheckpointerCommand = 'pin' | 'copy' | 'checkpoint'

/** An error loses its code on the way between threads. */
export type CheckpointerMessage = { progress: Progress | null } | { failure: { message: string; code: string } }

const { file, dev, ino }: CheckpointerData = workerData
const sqlite = new Database(file, { readwrite: true })
const opened = statSync(file)
if (opened.dev !== dev || opened.ino !== ino) throw new Error('The database was replaced while the storage opened it.')
const reader = new Database(file, { readwrite: true })
const copier = new Database(file, { readwrite: true })
// A checkpoint of SQLite syncs both files or none.
copier.run('PRAGMA synchronous = OFF')
const passive = sqlite.prepare<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)')
const unsynced = copier.prepare<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)')
/** Never closed: that would release the locks that SQLite has on the file, in all threads. */
let descriptor: number | undefined

const commands: Record<CheckpointerCommand, () => Progress | null> = {
  pin() {
    reader.run('BEGIN')
    reader.query('SELECT 1 FROM sqlite_schema LIMIT 1').get()
    return null
  },
  copy() {
    const progress = unsynced.get()
    unpin()
    syncDatabase()
    return progress
  },
  checkpoint() {
    unpin()
    return passive.get()
  },
}

parentPort?.on('message', (command: CheckpointerCommand | 'stop') => {
  if (command !== 'stop') return parentPort?.postMessage(answer(command))
  for (const statement of [passive, unsynced]) statement.finalize()
  for (const database of [sqlite, copier, reader]) database.close()
  parentPort?.close()
})

function answer(command: CheckpointerCommand): CheckpointerMessage {
  try {
    return { progress: commands[command]() }
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : String(error), code: errorCode(error) } }
  }
}

function unpin(): void {
  if (reader.inTransaction) reader.run('COMMIT')
}

function syncDatabase(): void {
  try {
    descriptor ??= openSync(file, 'r+')
    fsyncSync(descriptor)
  } catch (error) {
    throw Object.assign(new Error('The database was not synced.', { cause: error }), { code: 'SQLITE_IOERR_FSYNC' })
  }
}
