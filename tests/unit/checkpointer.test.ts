import { heapStats } from 'bun:jsc'
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCheckpointer } from '../../db/start-checkpointer'
import { temporaryFolder } from '../support/operator'

const CHECKPOINTS = 2_000

function promises(): number {
  Bun.gc(true)
  return heapStats().objectTypeCounts.Promise ?? 0
}

/** On a database of its own, whose log the thread moves into it. */
async function withCheckpointer(work: (checkpointer: ReturnType<typeof startCheckpointer>) => Promise<void>) {
  const folder = temporaryFolder()
  const file = join(folder.path, 'quad.db')
  const db = new Database(file, { create: true })
  db.run('PRAGMA journal_mode = WAL')
  db.run('CREATE TABLE written (n INTEGER)')
  const checkpointer = startCheckpointer(file, () => {})
  try {
    await work(checkpointer)
  } finally {
    await checkpointer.stop()
    db.close()
    folder.remove()
  }
}

test('a checkpoint leaves nothing in memory', () =>
  withCheckpointer(async (checkpointer) => {
    await checkpointer.checkpoint()
    const before = promises()
    for (let n = 0; n < CHECKPOINTS; n++) await checkpointer.checkpoint()
    expect(promises() - before).toBeLessThan(CHECKPOINTS / 10)
  }))

test('a checkpoint under way ends with the thread, and each after it', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'quad.db')
  writeFileSync(file, 'no database '.repeat(100))
  const faults: unknown[] = []
  const checkpointer = startCheckpointer(file, (error) => faults.push(error))
  expect(await checkpointer.checkpoint()).toBeUndefined()
  expect(checkpointer.state).toBe('dead')
  expect(await checkpointer.checkpoint()).toBeUndefined()
  expect(faults).toHaveLength(1)
  await checkpointer.stop()
  folder.remove()
})
