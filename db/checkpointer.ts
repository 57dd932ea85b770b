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

const intervalMs = 200

const { file }: CheckpointerData = workerData
const sqlite = new Database(file, { readwrite: true })
const passive = sqlite.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')

let finished: string | undefined

function checkpoint(): void {
  const wal = statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })
  const state = `${wal?.size} ${wal?.mtimeNs}`
  if (wal === undefined || state === finished) return
  const progress = passive.get()
  if (progress?.checkpointed === progress?.log) finished = state
}

/** Another process is checkpointing or closing at this moment: the next round does it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

const timer = setInterval(() => {
  try {
    checkpoint()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}, intervalMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  passive.finalize()
  sqlite.close()
  parentPort?.close()
})
