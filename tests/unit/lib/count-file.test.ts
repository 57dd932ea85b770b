import { Database } from 'bun:sqlite'
import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Limit, SecurityLimiter } from '../../../src/lib/net/security-limiter'
import { sample } from '../../support/metrics'
import { temporaryFolder } from '../../support/operator'
import { until } from '../../support/until'

const THREE: Limit = { name: 'test:three', max: 3, seconds: 600 }
const { path: directory, remove } = temporaryFolder()
afterAll(remove)
let limiter = new SecurityLimiter()
afterEach(() => {
  limiter.close()
  limiter = new SecurityLimiter()
})

let files = 0
const newFile = () => join(directory, `limits-${++files}.db`)

const failures = async (task: string): Promise<number> =>
  (await sample(`quad_background_failures_total{task="${task} limits.db"}`)) ?? 0

/** How many of ten attempts pass. */
const passes = (subject: string) =>
  Array.from({ length: 10 }, () => limiter.consume(THREE, subject).allowed).filter(Boolean).length

const isLeft = (file: string, subject: string) => {
  const reader = new SecurityLimiter()
  reader.open(file)
  const { remaining } = reader.peek(THREE, subject)
  reader.close()
  return remaining
}

/** Another program's lock on the file, until it is released. */
function lock(file: string, kind: 'immediate' | 'exclusive' = 'immediate'): () => void {
  const locker = new Database(file, { create: true })
  locker.run(`begin ${kind}`)
  if (kind === 'exclusive') locker.run('create table other (id)')
  return () => {
    locker.run('rollback')
    locker.close()
  }
}
const takePlace = (file: string) => {
  mkdirSync(file)
  return () => rmSync(file, { recursive: true })
}

test.each([
  ['is a folder', takePlace],
  ['is locked', (file: string) => lock(file, 'exclusive')],
])('a file that %s at the start is opened later; meanwhile memory counts', async (_, harm) => {
  const file = newFile()
  const mend = harm(file)
  limiter.open(file)
  expect(await failures('opening')).toBeGreaterThan(0)
  expect([passes('a'), passes('a')]).toEqual([3, 0])
  mend()
  limiter.sweep()
  await until(() => isLeft(file, 'a') === 0, 'the count in the file')
  expect(passes('a')).toBe(0)
})

test('beside a foreign lock attempts are refused after as many as ever, and written when it goes', async () => {
  const file = newFile()
  limiter.open(file)
  limiter.consume(THREE, 'before')
  limiter.sweep()
  const release = lock(file)
  expect([passes('a'), passes('before')]).toEqual([3, 2])
  expect([limiter.sweep(), limiter.sweep()]).toEqual([false, false])
  expect([passes('a'), passes('before')]).toEqual([0, 0])
  const tried = await failures('writing')
  expect(passes('b')).toBe(3)
  await new Promise((resolve) => setImmediate(resolve))
  // Not once for each turn of the event loop.
  expect((await failures('writing')) - tried).toBeLessThanOrEqual(1)
  release()
  limiter.sweep()
  expect(['a', 'b', 'before'].map((each) => isLeft(file, each))).toEqual([0, 0, 0])
})

test('a count that cannot be read begins anew, once, and is added to what the file has', () => {
  const file = newFile()
  limiter.open(file)
  for (let n = 0; n < 2; n++) limiter.consume(THREE, 'a')
  passes('b')
  limiter.sweep()
  const { query } = Database.prototype
  const broken = spyOn(Database.prototype, 'query').mockImplementation(function (this: Database, text: string) {
    if (text.startsWith('select count,')) throw Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })
    return query.call(this, text)
  } as typeof query)
  expect(limiter.consume(THREE, 'a').allowed).toBe(true)
  expect([passes('b'), passes('b')]).toEqual([3, 0])
  broken.mockRestore()
  limiter.sweep()
  expect([limiter.peek(THREE, 'a').remaining, passes('b')]).toEqual([0, 0])
})

test('what is reset while the file cannot be read is reset in the file, too', () => {
  const file = newFile()
  limiter.open(file)
  passes('a')
  limiter.sweep()
  const release = lock(file)
  limiter.reset(THREE, 'a')
  release()
  limiter.sweep()
  expect(isLeft(file, 'a')).toBe(3)
})

test('a file that breaks while it is open is begun anew, and nobody notices', () => {
  const file = newFile()
  limiter.open(file)
  passes('a')
  limiter.sweep()
  for (const suffix of ['-wal', '-shm', '']) writeFileSync(`${file}${suffix}`, 'no database at all'.repeat(999))
  for (let n = 0; n < 2000; n++) limiter.consume(THREE, `subject ${n}`)
  for (let n = 0; n < 20; n++) limiter.sweep()
  expect(passes('b')).toBe(3)
  limiter.sweep()
  expect(isLeft(file, 'b')).toBe(0)
})

test('what waits to be written is bounded, and who comes after shares counts', () => {
  const file = newFile()
  limiter.open(file)
  const release = lock(file)
  for (let n = 0; n < 50_001; n++) limiter.consume(THREE, `made up ${n}`)
  expect(passes('known to nobody')).toBeLessThanOrEqual(3)
  const shared = Array.from({ length: 3_000 }, (_, n) => limiter.consume(THREE, `late ${n}`).allowed)
  expect(shared.filter((allowed) => !allowed).length).toBeGreaterThan(100)
  release()
})

test.each([
  ['the file', ['']],
  ['the file and its log', ['', '-wal', '-shm']],
])('who removes %s while Quad runs forgives all attempts, and the next ones count', async (_, endings) => {
  const file = newFile()
  limiter.open(file)
  expect(passes('a')).toBe(3)
  await until(() => isLeft(file, 'a') === 0, 'the count in the file')
  for (const ending of endings) rmSync(`${file}${ending}`)
  limiter.sweep()
  expect(passes('a')).toBe(3)
  await until(() => isLeft(file, 'a') === 0, 'the count in the new file')
  limiter.sweep()
  expect(passes('a')).toBe(0)
})
