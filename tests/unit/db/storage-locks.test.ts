import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openWriter } from '../../../db/connection'
import type { EventLoop } from '../../../db/group-commit'
import type { Storage, Tx } from '../../../db/storage'
import { WriteQueue } from '../../../db/write-queue'
import { countEntries, Fixture, insertEntry } from '../../support/storage/fixture'

const put = (id: string) => async (tx: Tx) => void insertEntry(tx, id)

let fixture: Fixture
let storage: Storage
beforeEach(async () => {
  fixture = new Fixture()
  storage = await fixture.open({ checkpointer: true })
})
afterEach(() => fixture.remove())

async function lockedElsewhere(lock: string) {
  const holder = join(import.meta.dir, '../../support/storage/foreign-lock.ts')
  const child = Bun.spawn(['bun', holder, fixture.file, lock], { stdin: 'pipe', stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('locked\n')
  return {
    async release() {
      child.stdin.end()
      await child.exited
    },
  }
}

describe.each(['IMMEDIATE', 'EXCLUSIVE'])('while another process is in a transaction that is %s', (lock) => {
  test('reads are answered, and writes wait and are made when it has ended', async () => {
    const other = await lockedElsewhere(lock)
    let isWritten = false
    const written = Promise.all([storage.write(put('a')), storage.write(put('b'))]).then(() => {
      isWritten = true
    })
    // Each turn of the event loop: it never waits for the lock.
    for (let reads = 0; reads < 20; reads++) {
      expect(countEntries(storage.reader)).toEqual({ n: 0 })
      await Bun.sleep(5)
    }
    expect(isWritten).toBe(false)
    await other.release()
    await written
    expect(countEntries(storage.reader)).toEqual({ n: 2 })
    expect(fixture.reported).toEqual([])
  })
})

/** Real events, in a time of its own. */
function quickLoop() {
  let now = 0
  const pauses: number[] = []
  const loop: EventLoop = {
    immediate: (event) => {
      const immediate = setImmediate(event)
      return () => clearImmediate(immediate)
    },
    after: (ms, event) => {
      pauses.push(ms)
      now += ms
      return loop.immediate(event)
    },
    get now() {
      return now
    },
    random: Math.random,
  }
  return { loop, pauses, pass: (ms: number) => (now += ms) }
}

function lockedQueue() {
  const file = join(fixture.dir, 'queue.db')
  const writer = openWriter(file, 'normal', true)
  writer.sqlite.run('CREATE TABLE entry (id TEXT PRIMARY KEY NOT NULL) STRICT')
  writer.sqlite.run('PRAGMA busy_timeout = 0')
  const other = new Database(file)
  other.run('BEGIN IMMEDIATE')
  const { loop, pauses, pass } = quickLoop()
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const queue = new WriteQueue({ writer, log: undefined, unsynced: report, report, loop })
  return { queue, other, pauses, pass, reported, writer }
}

test('the queue rejects a write that waited five seconds for a lock, waits as long for one that came later, and is usable afterwards', async () => {
  const { queue, other, pauses, pass, reported, writer } = lockedQueue()
  const outcome = (id: string) =>
    queue.write(put(id)).then(
      () => 'made',
      ({ reason }) => reason,
    )
  const first = ['a', 'b'].map(outcome)
  await Bun.sleep(0)
  pass(4000)
  const last = outcome('c')
  expect(await Promise.all(first)).toEqual(['busy', 'busy'])
  expect(pauses.reduce((sum, ms) => sum + ms, 4000)).toBeGreaterThanOrEqual(5000)
  for (const pause of pauses) expect(pause).toBeWithin(5, 25)
  expect(reported).toMatchObject([{ reason: 'busy' }])
  other.run('ROLLBACK')
  expect(await last).toBe('made')
  expect(countEntries(writer)).toEqual({ n: 1 })
  await queue.close()
})
