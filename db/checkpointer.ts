// The thread that moves the write-ahead log into the database file, when it is told to: on the writer's connection a
// checkpoint would delay every request by the sync of that file.
//
// PASSIVE only: TRUNCATE waits for whoever reads the log.

import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { errorCode } from './error-code'

/** The file by name, and by what it was when the storage opened it. */
export type CheckpointerData = { file: string; dev: number; ino: number }

/** How many frames the log has, and how many of them are in the database file. */
export type Progress = { log: number; checkpointed: number }

/** An error loses its code on the way between threads. */
export type CheckpointerMessage = { progress: Progress | null } | { failure: { message: string; code: string } }

const { file, dev, ino }: CheckpointerData = workerData
const sqlite = new Database(file, { readwrite: true })
const opened = statSync(file)
if (opened.dev !== dev || opened.ino !== ino) throw new Error('The database was replaced while the storage opened it.')
const passive = sqlite.prepare<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (command: 'checkpoint' | 'stop') => {
  if (command === 'checkpoint') return parentPort?.postMessage(checkpoint())
  passive.finalize()
  sqlite.close()
  parentPort?.close()
})

function checkpoint(): CheckpointerMessage {
  try {
    return { progress: passive.get() }
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : String(error), code: errorCode(error) } }
  }
}
