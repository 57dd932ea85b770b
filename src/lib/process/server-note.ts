import { readFileSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { version } from '../../../package.json'
import { config } from '../../config'
import { parseObject } from '../text/json'
import { Job, runEvery, runningJobs } from './background'

// For the operator's commands: only the server knows when its jobs ran. Nothing relies on it; it may be missing.

const ServerNote = Type.Object({
  version: Type.String(),
  pid: Type.Number(),
  /** Where it listens, on this machine. */
  url: Type.String(),
  startedAt: Type.String(),
  notedAt: Type.String(),
  jobs: Type.Array(Job),
})
export type ServerNote = Static<typeof ServerNote>

const noteFile = (dataDir: string): string => join(dataDir, 'server.json')
const NOTE_EVERY_MS = 60_000

/** Notes now and every minute what this server is and does. The returned function stops that, and removes the note. */
export function startServerNote(url: string, everyMs = NOTE_EVERY_MS): () => Promise<void> {
  const file = noteFile(config.dataDir)
  const startedAt = new Date().toISOString()
  const stop = runEvery(everyMs, 'noting what runs', async () => {
    const notedAt = new Date().toISOString()
    const note: ServerNote = { version, pid: process.pid, url, startedAt, notedAt, jobs: runningJobs() }
    const unfinished = `${file}.${process.pid}`
    try {
      // Not on the event loop, which must not wait for a disk that hangs; a full one is told of by others.
      await writeFile(unfinished, `${JSON.stringify(note)}\n`, { mode: 0o600 })
      await rename(unfinished, file)
    } catch {
      rmSync(unfinished, { force: true })
    }
  })
  return async () => {
    await stop()
    // A server that took the lock has written its own.
    if (readServerNote(config.dataDir)?.pid === process.pid) rmSync(file, { force: true })
  }
}

/** What the last server noted; a killed one leaves it behind. Undefined if there is none, or none of this version's. */
export function readServerNote(dataDir: string): ServerNote | undefined {
  try {
    const note = parseObject(readFileSync(noteFile(dataDir), 'utf8'))
    return Value.Check(ServerNote, note) ? note : undefined
  } catch {
    return undefined
  }
}
