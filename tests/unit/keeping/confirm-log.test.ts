import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { confirmLog, WalFrames, walHeaderBytes } from '../../../db/confirm-log'
import { openReadOnly } from '../../../db/connection'
import { Fixture } from '../../support/storage/fixture'

let fixture: Fixture
let file: string
beforeEach(() => {
  fixture = new Fixture()
  file = join(fixture.dir, 'killed.db')
  killedServer()
})
afterEach(() => fixture.remove())

/** The files of a server that was killed with 20 commits in its log. */
function killedServer(): void {
  const from = join(fixture.dir, 'alive.db')
  const alive = new Database(from, { create: true })
  alive.run('PRAGMA journal_mode = WAL')
  alive.run('CREATE TABLE entry (id TEXT)')
  for (let n = 0; n < 20; n++) alive.run('INSERT INTO entry VALUES (?)', [`${n}${'x'.repeat(3000)}`])
  for (const ending of ['', '-wal']) copyFileSync(`${from}${ending}`, `${file}${ending}`)
  alive.close()
}

const log = () => readFileSync(`${file}-wal`)

function frames(bytes: Uint8Array): number {
  const counter = new WalFrames(bytes.slice(0, walHeaderBytes))
  counter.add(bytes.slice(walHeaderBytes))
  return counter.committed
}

test('the log is written and synced with every byte as it was, and nothing is moved', () => {
  const before = log()
  const { mtimeNs } = statSync(`${file}-wal`, { bigint: true })
  const sqlite = new Database(file, { readwrite: true })
  confirmLog(sqlite, file)
  expect(log().equals(before)).toBe(true)
  expect(statSync(`${file}-wal`, { bigint: true }).mtimeNs).toBeGreaterThan(mtimeNs)
  expect(sqlite.inTransaction).toBe(false)
  expect(sqlite.prepare('SELECT count(*) FROM entry').values()).toEqual([[20]])
  sqlite.close()
})

test('frames that SQLite lists and the disk lost are noticed', () => {
  const sqlite = new Database(file, { readwrite: true })
  // Lists them.
  expect(sqlite.prepare('SELECT count(*) FROM entry').values()).toEqual([[20]])
  writeSync(openSync(`${file}-wal`, 'r+'), Buffer.alloc(4096), 0, 4096, statSync(`${file}-wal`).size - 4096)
  expect(() => confirmLog(sqlite, file)).toThrow('did not confirm')
})

test('the counter of frames agrees with SQLite about a log cut off or changed anywhere', () => {
  const whole = log()
  const sqliteCounts = (bytes: Uint8Array) => {
    const path = join(fixture.dir, `${crypto.randomUUID()}.db`)
    copyFileSync(file, path)
    writeSync(openSync(`${path}-wal`, 'w'), bytes)
    using database = new Database(path, { readwrite: true })
    return database.prepare<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log
  }
  expect(frames(whole)).toBeGreaterThan(20)
  for (let n = 0; n < 30; n++) {
    const bytes = whole.slice(0, whole.length - Math.floor((n % 3) * whole.length * Math.random() * 0.5))
    if (n % 2 === 0) bytes[Math.floor(Math.random() * bytes.length)] = n
    expect([n, frames(bytes)]).toEqual([n, Math.max(0, sqliteCounts(bytes) ?? 0)])
  }
})

test('a connection that only looks moves nothing when it closes last', () => {
  const before = [readFileSync(file), log()]
  const { sqlite } = openReadOnly(file)
  expect(sqlite.prepare('SELECT count(*) FROM entry').values()).toEqual([[20]])
  sqlite.close()
  expect([readFileSync(file), log()]).toEqual(before)
})
