// The worker thread that moves the write-ahead log into the database file. On the writer's connection a checkpoint
// would delay the request that crosses the limit by 10 ms and more.
//
// PASSIVE only: it waits for nobody and blocks nobody. RESTART needs the writer's lock, which a busy writer never
// releases for long enough, and TRUNCATE changes every connection's data_version as if rows had been written. So under
// a load without pauses the writer itself restarts the log when that reaches its limit.
import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

export type CheckpointerData = { file: string }

/**
 * After a checkpoint that caught up, the next write restarts the log, and SQLite syncs the new header within that
 * write: it blocks the event loop for 5 ms. So while little is written a second passes between checkpoints; while the
 * log grows fast, a fifth of that, to stay below the limit.
 */
const calmMs = 1000
const busyMs = 200
/** 16 MB. */
const busyFrames = 4096

const { file }: CheckpointerData = workerData
const sqlite = new Database(file, { readwrite: true })
const passive = sqlite.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')

/** Size and time of the log when all of it had been moved: the same log needs no checkpoint. */
let finished: string | undefined

/** Returns how many frames the log has. */
function checkpoint(): number {
  const wal = statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })
  const state = `${wal?.size} ${wal?.mtimeNs}`
  if (wal === undefined || state === finished) return 0
  const progress = passive.get()
  if (progress?.checkpointed === progress?.log) finished = state
  return progress?.log ?? 0
}

/** Another process runs a checkpoint or closes the database: the next round tries again. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

let timer = setTimeout(round, busyMs)

function round(): void {
  let frames = 0
  try {
    frames = checkpoint()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  timer = setTimeout(round, frames > busyFrames ? busyMs : calmMs)
}

parentPort?.once('message', () => {
  clearTimeout(timer)
  passive.finalize()
  sqlite.close()
  parentPort?.close()
})
