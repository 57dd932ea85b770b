// The worker thread that moves the write-ahead log into the database beside the writer. Inside the writer a checkpoint
// falls on the request that happens to cross the limit, and costs it 10 ms and more.
//
// PASSIVE only: it waits for nobody and nobody waits for it. RESTART needs the writer's lock, which a busy writer never
// leaves long enough, and TRUNCATE moves every connection's data_version as if rows had been written. So under a load
// that never pauses it is the writer that lets the log start over, when that reaches its limit.
import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

export type CheckpointerData = { file: string }

/**
 * A second while little is written: once a checkpoint has caught up, the next write starts the log over, and then SQLite
 * syncs its new header within that write, on the event loop, which is late by 5 ms. A fifth of that while the log grows
 * fast, lest it reach the limit.
 */
const calmMs = 1000
const busyMs = 200
/** 16 MB. */
const busyFrames = 4096

const { file }: CheckpointerData = workerData
const sqlite = new Database(file, { readwrite: true })
const passive = sqlite.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')

let finished: string | undefined

/** Answers how many frames there are in the log. */
function checkpoint(): number {
  const wal = statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })
  const state = `${wal?.size} ${wal?.mtimeNs}`
  if (wal === undefined || state === finished) return 0
  const progress = passive.get()
  if (progress?.checkpointed === progress?.log) finished = state
  return progress?.log ?? 0
}

/** Another process is checkpointing or closing at this moment: the next round does it. */
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
