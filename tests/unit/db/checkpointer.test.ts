import { heapStats } from 'bun:jsc'
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '../../../db/checkpointer'
import { checkpointerOf } from '../../../db/checkpoints'
import { temporaryFolder } from '../../support/operator'

const CHECKPOINTS = 2_000

function promises(): number {
  Bun.gc(true)
  return heapStats().objectTypeCounts.Promise ?? 0
}

/** On a database of its own, whose log the thread moves into it. */
async function withCheckpointer(
  work: (checkpointer: ReturnType<typeof checkpointerOf>, db: Database) => Promise<void>,
) {
  const folder = temporaryFolder()
  const file = join(folder.path, 'quad.db')
  const db = new Database(file, { create: true })
  db.run('PRAGMA journal_mode = WAL')
  db.run('CREATE TABLE written (n INTEGER)')
  const checkpointer = checkpointerOf(file, () => {})
  try {
    await work(checkpointer, db)
  } finally {
    await checkpointer.stop()
    db.close()
    folder.remove()
  }
}

test('a checkpoint leaves nothing in memory', () =>
  withCheckpointer(async (checkpointer) => {
    await checkpointer.ask('checkpoint')
    const before = promises()
    for (let n = 0; n < CHECKPOINTS; n++) await checkpointer.ask('checkpoint')
    expect(promises() - before).toBeLessThan(CHECKPOINTS / 10)
  }))

test('while writes go on only what was pinned is copied, and the log goes on, too', () =>
  withCheckpointer(async (checkpointer, db) => {
    const framesAfter = (writes: number) => {
      for (let n = 0; n < writes; n++) db.run('INSERT INTO written (n) VALUES (?)', [n])
      return db.query<Progress, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0
    }
    const pinned = framesAfter(10)
    await checkpointer.ask('pin')
    const written = framesAfter(10)
    expect(written).toBeGreaterThan(pinned)
    expect(await checkpointer.ask('copy')).toMatchObject({ log: written, checkpointed: pinned })
    // Not from its beginning: the disk may have some of the pages nowhere else.
    const later = framesAfter(1)
    expect(later).toBeGreaterThan(written)
    expect(await checkpointer.ask('checkpoint')).toMatchObject({ log: later, checkpointed: later })
    expect(framesAfter(1)).toBeLessThan(pinned)
  }))

test('a checkpoint ends a pin', () =>
  withCheckpointer(async (checkpointer, db) => {
    await checkpointer.ask('pin')
    db.run('INSERT INTO written (n) VALUES (1)')
    const moved = await checkpointer.ask('checkpoint')
    expect(moved?.checkpointed).toBe(moved?.log ?? -1)
    await checkpointer.ask('pin')
  }))

test('a checkpoint under way ends with the thread, and each after it', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'quad.db')
  writeFileSync(file, 'no database '.repeat(100))
  const faults: unknown[] = []
  const checkpointer = checkpointerOf(file, (error) => faults.push(error))
  expect(await checkpointer.ask('checkpoint')).toBeUndefined()
  expect(checkpointer.state).toBe('dead')
  expect(await checkpointer.ask('checkpoint')).toBeUndefined()
  expect(faults).toHaveLength(1)
  await checkpointer.stop()
  folder.remove()
})
