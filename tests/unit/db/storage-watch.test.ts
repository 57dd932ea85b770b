import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Disk } from '../../../db/log-sync'
import type { Storage, Tx } from '../../../db/storage'
import { entryIds, Fixture, insertEntry } from '../../support/storage/fixture'
import { pass, passUntil, untilEvent } from '../../support/turned-clock'

let fixture: Fixture
let storage: Storage
beforeEach(async () => {
  jest.useFakeTimers()
  fixture = new Fixture()
  storage = await fixture.open({ checkpointer: true })
  await storage.write(async () => {})
})
afterEach(async () => {
  await fixture.remove()
  jest.useRealTimers()
})

/** Between two looks at the files. */
const LOOK_MS = 250
const isDead = () => storage.health()?.checkpointer === 'dead'

const put = (id: string) => async (tx: Tx) => void insertEntry(tx, id)
const stored = ({ reader }: Storage) => entryIds(reader).map(({ id }) => id)
const reason = () => {
  const health = storage.health()
  return health?.writable === false ? health.reason : undefined
}
const refused = (why: string) => ({ name: 'StorageUnavailable', reason: why })
const REPLACED = refused('replaced')

const faults: [string, (file: string, dir: string) => void][] = [
  ['the database is removed', (file) => rmSync(file)],
  ['the database is renamed', (file) => renameSync(file, `${file}.away`)],
  [
    'another file is renamed over the database',
    (file) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    },
  ],
  ['the log is removed', (file) => rmSync(`${file}-wal`)],
  ['the shared memory is removed', (file) => rmSync(`${file}-shm`)],
  ['the folder is renamed', (_file, dir) => renameSync(dir, `${dir}.away`)],
]

describe.each(faults)('when %s', (_what, fault) => {
  let open: string[]
  afterEach(() => rmSync(`${fixture.dir}.away`, { recursive: true, force: true }))

  /** The content of a file that may have lost its name, by a descriptor from before. */
  const contents = () => open.map((path) => Bun.hash(readFileSync(path)))

  test('writes end, reads go on, and nothing is written any more', async () => {
    await storage.write(put('before'))
    const descriptors = ['', '-wal'].map((ending) => openSync(`${fixture.file}${ending}`, 'r'))
    open = descriptors.map((descriptor) => `/proc/self/fd/${descriptor}`)
    fault(fixture.file, fixture.dir)
    expect(reason()).toBe('replaced')
    expect(storage.write(put('after'))).rejects.toMatchObject(REPLACED)
    expect(stored(storage)).toEqual(['before'])
    expect(storage.health()).toMatchObject({ writable: false, reason: 'replaced', since: expect.any(Date) })
    await passUntil(isDead, 'the end of the checkpointer')
    const before = contents()
    await storage.close()
    expect(contents()).toEqual(before)
    for (const descriptor of descriptors) closeSync(descriptor)
  })
})

const moved = faults.filter(([what]) => !what.includes('memory'))
test.each(moved)('a write under way when %s is not acknowledged', async (_what, fault) => {
  const write = storage.write(async (tx) => {
    insertEntry(tx, 'a')
    tx.afterCommit(() => fault(fixture.file, fixture.dir))
  })
  expect(write).rejects.toMatchObject({ ...REPLACED, mayBeMade: true })
  expect(storage.write(put('b'))).rejects.toMatchObject({ ...REPLACED, mayBeMade: false })
  await write.catch(() => {})
  rmSync(`${fixture.dir}.away`, { recursive: true, force: true })
})

test('what nobody asks for is looked at all the same, several times a second', async () => {
  // No batch looks at this file.
  rmSync(`${fixture.file}-shm`)
  await storage.write(put('unnoticed'))
  await pass(LOOK_MS)
  expect(storage.write(put('noticed'))).rejects.toMatchObject(REPLACED)
})

test('what others do beside the files is no replacement, and a callback that fails by itself no fault', async () => {
  writeFileSync(join(fixture.dir, 'another'), 'file')
  linkSync(fixture.file, `${fixture.file}.link`)
  utimesSync(fixture.file, new Date(0), new Date(0))
  const other = new Database(fixture.file)
  other.run("INSERT INTO entry (id) VALUES ('foreign')")
  other.run('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  expect(reason()).toBeUndefined()
  const failing = storage.write(() => Promise.reject(new Error('expected by the test')))
  await expect(failing).rejects.toThrow('expected by the test')
  await storage.write(put('own'))
  expect(storage.health()).toMatchObject({ writable: true, checkpointer: 'running' })
})

test('a file that was away and is back stays refused, and a new start has everything', async () => {
  await storage.write(put('a'))
  renameSync(fixture.file, `${fixture.file}.away`)
  expect(reason()).toBe('replaced')
  renameSync(`${fixture.file}.away`, fixture.file)
  expect(reason()).toBe('replaced')
  expect(storage.write(put('b'))).rejects.toMatchObject(REPLACED)
  await storage.close()
  storage = await fixture.open()
  await storage.write(put('c'))
  expect(stored(storage)).toEqual(['a', 'c'])
})

const hasProc = existsSync('/proc/self/fd')
test.skipIf(!hasProc)('what was removed can be copied from the process that has it open', async () => {
  for (let n = 0; n < 50; n++) await storage.write(put(`${n}`))
  for (const ending of ['', '-wal', '-shm']) rmSync(`${fixture.file}${ending}`)
  expect(reason()).toBe('replaced')
  const saved = join(fixture.dir, 'saved')
  mkdirSync(saved)
  for (const fd of readdirSync('/proc/self/fd')) {
    const path = linkOf(`/proc/self/fd/${fd}`)
    const ending = ['', '-wal'].find((each) => path === `${fixture.file}${each} (deleted)`)
    if (ending !== undefined) copyFileSync(`/proc/self/fd/${fd}`, `${saved}/test.db${ending}`)
  }
  const database = new Database(join(saved, 'test.db'))
  expect(database.query('SELECT count(*) AS n FROM entry').get()).toEqual({ n: 50 })
  database.close()
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

test('a file system that does not say what is there refuses writes until it does', async () => {
  const away = `${fixture.dir}.real`
  await storage.close()
  renameSync(fixture.dir, away)
  symlinkSync(away, fixture.dir)
  storage = await fixture.open()
  rmSync(fixture.dir)
  // ELOOP
  symlinkSync(fixture.dir, fixture.dir)
  expect(reason()).toBe('io')
  expect(storage.write(put('a'))).rejects.toMatchObject(refused('io'))
  rmSync(fixture.dir)
  symlinkSync(away, fixture.dir)
  expect(reason()).toBeUndefined()
  await storage.write(put('b'))
  expect(stored(storage)).toEqual(['b'])
  await storage.close()
  rmSync(away, { recursive: true })
})

const logLimits = { warnBytes: 500_000, maxBytes: 1_000_000 }
const large = (n: number) => put(`${n}${'x'.repeat(100_000)}`)

test('a log that another process keeps from being moved is bounded by refusing writes, until that process leaves', async () => {
  await storage.close()
  storage = await fixture.open({ checkpointer: true, logLimits })
  for (let n = 0; n < 3; n++) await storage.write(put(`small ${n}${'x'.repeat(100_000)}`))
  expect(storage.health()).toMatchObject({ writable: true, log: logLimits })
  const other = new Database(fixture.file)
  other.run('BEGIN')
  other.query('SELECT count(*) FROM entry').get()
  const filled = (async () => {
    for (let n = 0; ; n++) {
      await storage.write(large(n))
      await pass(LOOK_MS)
    }
  })()
  expect(await filled.catch((error) => error)).toMatchObject(refused('log-too-large'))
  const { log } = storage.health() ?? {}
  expect(log?.bytes).toBeGreaterThan(logLimits.maxBytes)
  await passUntil(() => (storage.health()?.log.unmovedBytes ?? 0) > 900_000, 'the checkpointer')
  expect(storage.write(put('more'))).rejects.toMatchObject(refused('log-too-large'))
  expect(stored(storage).length).toBeGreaterThan(0)

  other.run('ROLLBACK')
  other.close()
  await passUntil(() => reason() === undefined, 'the recovery')
  expect(storage.health()?.log.bytes).toBeLessThan(logLimits.warnBytes)
  await storage.write(put('again'))
  expect(stored(storage)).toContain('again')
})

test('what a write failed by is known until a write succeeds, and looked after without one', async () => {
  await storage.write(async (tx) => tx.sqlite.run('PRAGMA max_page_count = 12'))
  await expect(storage.write(put('x'.repeat(100_000)))).rejects.toMatchObject(refused('full'))
  expect(reason()).toBe('full')
  await passUntil(() => reason() === undefined, 'the recovery')
  expect(stored(storage)).toEqual([])
})

const STALLED_MS = 20_000

/** Whose syncs end when they are let go. */
function silentDisk() {
  const waiting: (() => void)[] = []
  let isSilent = false
  const sync: Disk['sync'] = (descriptor, done) =>
    isSilent ? void waiting.push(() => done(null)) : fdatasync(descriptor, done)
  return {
    disk: { open: openSync, sync, close: closeSync },
    hang() {
      isSilent = true
    },
    goOn() {
      isSilent = false
      for (const end of waiting.splice(0)) end()
    },
  }
}

test('a disk that says nothing hinders nobody for a while; then writes are refused, those that wait included, until it speaks', async () => {
  await storage.close()
  const { disk, hang, goOn } = silentDisk()
  storage = await fixture.open({ disk, stalledAfterMs: STALLED_MS })
  hang()
  const patient = storage.write(put('patient'))
  await untilEvent(() => stored(storage).length === 1, 'the commit')
  for (let looks = 0; looks < 2; looks++) await pass(STALLED_MS / 2 - LOOK_MS)
  expect(reason()).toBeUndefined()
  goOn()
  await patient
  hang()
  const begun = storage.write(put('begun')).catch((error) => error)
  await untilEvent(() => stored(storage).length === 2, 'the commit')
  const behind = storage.write(put('behind')).catch((error) => error)
  await pass(STALLED_MS)
  await pass(LOOK_MS)
  // Once may be because the process itself stood still.
  expect(reason()).toBeUndefined()
  await pass(LOOK_MS)
  expect(reason()).toBe('io')
  // It is in the log, and will be on disk or not.
  expect(await begun).toMatchObject({ ...refused('io'), mayBeMade: true })
  expect(await behind).toMatchObject({ ...refused('io'), mayBeMade: false })
  expect(await storage.write(put('after')).catch((error) => error)).toMatchObject(refused('io'))
  expect(stored(storage)).toEqual(['begun', 'patient'])
  goOn()
  await passUntil(() => reason() === undefined, 'the recovery')
  await storage.write(put('again'))
  expect(stored(storage)).toEqual(['again', 'begun', 'patient'])
})

test('a thread that finds another file than the storage has opened writes nothing to it', async () => {
  await storage.close()
  const own = readFileSync(fixture.file)
  storage = await fixture.open({ checkpointer: true })
  const copy = new Database(`${fixture.file}.copy`)
  copy.run('PRAGMA journal_mode = WAL')
  copy.close()
  renameSync(`${fixture.file}.copy`, fixture.file)
  const other = readFileSync(fixture.file)
  expect(other).not.toEqual(own)
  await passUntil(isDead, 'the end of the thread')
  await storage.close()
  expect(readFileSync(fixture.file)).toEqual(other)
})

test('a write waits until it resolves, and the last sync is known', async () => {
  expect(storage.health()).toMatchObject({ queue: { waiting: 0, oldestSeconds: 0 }, checkpointer: 'running' })
  const writes = [put('a'), put('b')].map((work) => storage.write(work))
  expect(storage.health()?.queue.waiting).toBe(2)
  jest.advanceTimersByTime(2_000)
  expect(storage.health()?.queue.oldestSeconds).toBe(2)
  await Promise.all(writes)
  await untilEvent(() => storage.health()?.queue.waiting === 0, 'the end of the queue')
  expect(storage.health()?.secondsSinceSync).toBeGreaterThanOrEqual(0)
  await storage.close()
  expect(storage.health()).toBeUndefined()
})
