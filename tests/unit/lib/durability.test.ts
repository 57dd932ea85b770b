import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { closeSync, fdatasync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Disk, LogSync } from '../../../db/log-sync'
import type { Storage } from '../../../db/storage'
import { countEntries, Fixture, insertEntry } from '../../support/storage/fixture'
import { checkAcknowledgements } from '../../support/strace'
import { until } from '../../support/until'

// Bundled once: most of what twenty processes do is to load what they are made of.
const built = mkdtempSync(join(tmpdir(), 'quad-stream-'))
const stream = join(built, 'stream.js')
beforeAll(async () => {
  const sources = ['../../support/storage/stream.ts', '../../../db/checkpointer.ts']
  for (const source of sources)
    await Bun.build({
      entrypoints: [join(import.meta.dir, source)],
      outdir: built,
      target: 'bun',
      define: { BUNDLE: '""' },
    })
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

/** Each run takes over the database as the kill before left it, write-ahead log included. */
test('twenty times killed in the middle of its writes, the storage has lost nothing that it acknowledged', async () => {
  const fixture = new Fixture()
  const acknowledged: string[] = []
  for (let run = 0; run < 20; run++) {
    await using child = Bun.spawn(['bun', stream, fixture.file, join(fixture.dir, 'migrations'), `${run}`], {
      stdout: 'pipe',
      stderr: 'inherit',
    })
    acknowledged.push(...(await killedAmongAnswers(child)))
  }
  expect(acknowledged.length).toBeGreaterThan(20)
  using database = new Database(fixture.file, { readwrite: true })
  const stored = new Set(database.prepare('SELECT id FROM entry').values().flat())
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  expect(database.prepare('PRAGMA integrity_check').values()).toEqual([['ok']])
  await fixture.remove()
}, 240_000)

/** Kills the child between 2 and 30 ms after its first answer; whole lines of its output are what it acknowledged. */
async function killedAmongAnswers(child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>): Promise<string[]> {
  let text = ''
  let killing = false
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (killing) continue
    killing = true
    setTimeout(() => child.kill('SIGKILL'), 2 + Math.random() * 28)
  }
  await child.exited
  if (child.signalCode !== 'SIGKILL') throw new Error('The child ended before it was killed.')
  return text.split('\n').slice(0, -1)
}

test('the checker knows what a sync covers when threads interleave', () => {
  const check = (...calls: string[]) =>
    checkAcknowledgements(calls.join('\n'), '/q.db-wal', (call) => /^sendto\(9, "ok (\w+)"/.exec(call)?.[1])
  const write = '10 pwrite64(5</q.db-wal>, "row", 3, 0) = 3'
  const answer = '10 sendto(9, "ok row", 6) = 6'
  const begin = '11 fsync(6</q.db-wal> <unfinished ...>'
  const end = '11 <... fsync resumed>)           = 0'
  expect(check(write, begin, end, answer)).toEqual({ acknowledged: 1, early: [] })
  expect(check(write, begin, answer, end).early).toHaveLength(1)
  expect(check(begin, write, end, answer).early).toHaveLength(1)
  expect(check(write, begin, '11 <... fsync resumed>) = -1 EIO (Input/output error)', answer).early).toHaveLength(1)
  expect(check(write, '10 fsync(7</q.db>) = 0', answer).early).toHaveLength(1)
  expect(check(answer, write, begin, end).early).toHaveLength(1)
})

describe('the sync of the log', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = new Fixture()
  })
  afterEach(() => fixture.remove())

  /** Syncs honestly until told to fail once, as a kernel reports a failed write once. */
  function failingDisk() {
    const syncs: string[] = []
    let fails = false
    const disk: Disk = {
      open: openSync,
      close: closeSync,
      sync(descriptor, done) {
        syncs.push(fails ? 'failed' : 'synced')
        if (!fails) return fdatasync(descriptor, done)
        fails = false
        setImmediate(() => done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })))
      },
    }
    return { disk, syncs, failOnce: () => (fails = true) }
  }

  const UNSYNCED = { name: 'StorageUnavailable', reason: 'unsynced', cause: { code: 'EIO' } }
  const UNCONFIRMED = { status: 'rejected', reason: { ...UNSYNCED, mayBeMade: true } }
  const writing = (storage: Storage) => (id: string) => storage.write(async (tx) => insertEntry(tx, id))
  const failing = (storage: Storage, code: string) =>
    storage.write(async () => {
      throw Object.assign(new Error('disk I/O error'), { code })
    })
  /** What a checkpoint, a restart and an end of the log would change. */
  const files = () =>
    ['', '-wal'].map((ending) => Bun.hash(readFileSync(`${fixture.file}${ending}`)).toString(36)).join(' ')

  test('one that failed refuses all who come later, though the next would succeed', async () => {
    writeFileSync(`${fixture.file}-wal`, 'frames')
    const { disk, syncs, failOnce } = failingDisk()
    const log = new LogSync(fixture.file, disk)
    await log.synced()
    failOnce()
    for (const _ of [1, 2]) await expect(log.synced()).rejects.toMatchObject(UNSYNCED)
    expect(syncs).toEqual(['synced', 'failed'])
    log.close()
  })

  test('after one that failed nothing touches the files: no write, no checkpoint, no close; then the process ends', async () => {
    const { disk, failOnce } = failingDisk()
    const storage = await fixture.open({ checkpointer: true, disk })
    const write = writing(storage)
    await write('before')
    failOnce()
    expect(await Promise.allSettled([write('a'), write('b')])).toMatchObject([UNCONFIRMED, UNCONFIRMED])
    const left = files()
    expect(write('c')).rejects.toMatchObject({ ...UNSYNCED, mayBeMade: false })
    expect(storage.optimize()).rejects.toMatchObject(UNSYNCED)
    expect(fixture.reported).toMatchObject([UNSYNCED])
    await until(() => fixture.ends > 0, 'the end of the process')
    // As SIGTERM does.
    await storage.close()
    expect([fixture.ends, files()]).toEqual([2, left])
    // Still open: whoever closed last would have run a checkpoint.
    expect(statSync(`${fixture.file}-wal`).size).toBeGreaterThan(0)
  })

  test('a command that comes before the process has ended moves nothing that the disk has dropped', async () => {
    const { disk, failOnce } = failingDisk()
    const storage = await fixture.open({ disk })
    await writing(storage)('before')
    const log = `${fixture.file}-wal`
    const { size } = statSync(log)
    failOnce()
    await writing(storage)('a'.repeat(100_000)).catch(() => {})
    // As btrfs does at once, other file systems when memory is short.
    writeFileSync(log, Buffer.concat([readFileSync(log).subarray(0, size), Buffer.alloc(statSync(log).size - size)]))
    await using command = Bun.spawn(
      ['bun', join(import.meta.dir, '../../support/storage/checkpoint.ts'), fixture.file],
      {
        stdout: 'pipe',
      },
    )
    expect(await new Response(command.stdout).json()).toEqual({ ids: ['before'], integrity: 'ok' })
  })

  test('SIGTERM while it is under way does not close either', async () => {
    const { disk, failOnce } = failingDisk()
    const storage = await fixture.open({ disk })
    await writing(storage)('before')
    failOnce()
    const refused = writing(storage)('a')
    const closed = storage.close()
    expect(refused).rejects.toMatchObject(UNSYNCED)
    await closed
    expect(fixture.ends).toBeGreaterThan(0)
    expect(statSync(`${fixture.file}-wal`).size).toBeGreaterThan(0)
  })

  test('one inside a commit ends the process as well', async () => {
    const storage = await fixture.open()
    const write = writing(storage)
    await write('before')
    const unsynced = { status: 'rejected', reason: { reason: 'unsynced' } }
    expect(await Promise.allSettled([failing(storage, 'SQLITE_IOERR_FSYNC'), write('a')])).toMatchObject([
      unsynced,
      unsynced,
    ])
    await until(() => fixture.ends > 0, 'the end of the process')
    expect(countEntries(storage.reader)).toEqual({ n: 1 })
  })

  test('a write that fails otherwise ends nothing', async () => {
    const storage = await fixture.open()
    expect(failing(storage, 'SQLITE_IOERR_WRITE')).rejects.toMatchObject({ reason: 'io' })
    await writing(storage)('a')
    await storage.close()
    expect(fixture.ends).toBe(0)
    expect(statSync(`${fixture.file}-wal`).size).toBe(0)
  })

  test('without full durability nothing asks for a sync', async () => {
    const { disk, syncs } = failingDisk()
    const storage = await fixture.open({ synchronous: 'normal', disk })
    await writing(storage)('a')
    expect(countEntries(storage.reader)).toEqual({ n: 1 })
    expect(syncs).toEqual([])
  })
})
