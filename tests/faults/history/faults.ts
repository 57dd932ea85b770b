import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { FaultyFolder } from '../filesystem'
import type { Server } from '../server'
import type { Recorder } from './operation'
import type { Fault } from './trial'

// Faults that a server is to live through, or to end by. A load is under way before them and after.

/** Writes that are acknowledged before a fault, and after one that the server lives through. */
const WRITES = 10
const PATIENCE_MS = 60_000

/** Waits until so many writes have been acknowledged. */
export async function acknowledged(recorder: Recorder, count: number) {
  const began = performance.now()
  while (recorder.acknowledged < count) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('no more writes are acknowledged')
    await Bun.sleep(5)
  }
}

/** Kills at any moment after at most so many writes. */
export const killed =
  (mostWrites: number): Fault =>
  async (server, random, recorder) => {
    await acknowledged(recorder, random.below(mostWrites))
    await Bun.sleep(random.below(20))
    await server.kill()
  }

/** What the server lives through: afterwards writes are acknowledged again. */
const passing =
  (fault: (server: Server) => Promise<void>): Fault =>
  async (server, random, recorder) => {
    await acknowledged(recorder, 1 + random.below(WRITES))
    await fault(server)
    await acknowledged(recorder, recorder.acknowledged + WRITES)
  }

/** The process stands still for a while, as on a machine that sleeps, and goes on. */
export const suspended = (ms: number): Fault =>
  passing(async (server) => {
    server.signal('SIGSTOP')
    await Bun.sleep(ms)
    server.signal('SIGCONT')
  })

/** It is asked to stop while requests are under way. */
export const stopped: Fault = async (server, random, recorder) => {
  await acknowledged(recorder, 1 + random.below(WRITES))
  const { status } = await server.stop()
  if (status !== 0) throw new Error(`the server ended with ${status}: ${server.said()}`)
}

/** Another process holds the lock for writing. */
export const locked = (dataDir: string, ms: number): Fault =>
  passing(async () => {
    const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true })
    try {
      // The server may be writing.
      sqlite.run('PRAGMA busy_timeout = 1000')
      sqlite.run('BEGIN IMMEDIATE')
      await Bun.sleep(ms)
      sqlite.run('ROLLBACK')
    } finally {
      sqlite.close()
    }
  })

/** The disk is full for a while. */
export const full = (folder: FaultyFolder, ms: number): Fault =>
  passing(async () => {
    await folder.fail('write', '*', 'error=ENOSPC')
    await Bun.sleep(ms)
    await folder.heal()
  })

/**
 * One sync of the log fails; the kernel drops what it could not write (btrfs), or keeps it and takes it for written
 * (ext4). The server ends by itself.
 */
export const unsynced =
  (folder: FaultyFolder, keeps: boolean): Fault =>
  async (server, random, recorder) => {
    await acknowledged(recorder, 1 + random.below(WRITES))
    await folder.fail('sync', '*quad.db-wal', `error=EIO times=1${keeps ? ' keeps' : ''}`)
    const hasEnded = await Promise.race([server.exited.then(() => true), Bun.sleep(PATIENCE_MS).then(() => false)])
    if (!hasEnded) throw new Error('the server goes on although a sync failed')
    await folder.heal()
  }
