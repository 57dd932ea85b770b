import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { acquireLock, DataDirectoryInUse, isServerRunning, keepLock } from '../../../db/lock'
import { Random } from '../../../db/seed/context'
import { statement } from '../../../db/statement'
import { type Connection, Storage } from '../../../db/storage'
import { Fixture } from '../../support/storage/fixture'
import { pass, passUntil } from '../../support/turned-clock'

/** Between two looks for writes of others. */
const LOOK_MS = 500

const entry = sqliteTable('entry', { id: text().primaryKey() })

let fixture: Fixture
beforeEach(() => {
  fixture = new Fixture()
})
afterEach(async () => {
  await fixture.remove()
  jest.useRealTimers()
})

/** The writer, lent out for looking at. */
async function writerOf(storage: Storage): Promise<Database> {
  const { writer } = await storage.write(async (tx) => ({ writer: tx.sqlite }))
  return writer
}

test('the writer leaves syncing the log, moving it and waiting for others to the queue, and checks foreign keys; the reader refuses every change', async () => {
  const storage = await fixture.open()
  const writer = await writerOf(storage)
  const names = 'journal_mode synchronous foreign_keys busy_timeout wal_autocheckpoint secure_delete'.split(' ')
  const settings = names.map((name) => writer.prepare(`PRAGMA ${name}`).values()[0]?.[0])
  expect(settings).toEqual(['wal', 1, 1, 0, 0, 1])
  for (const change of ["INSERT INTO entry (id) VALUES ('a')", 'DELETE FROM entry', 'CREATE TABLE other (id TEXT)'])
    expect(() => storage.reader.sqlite.run(change)).toThrow('readonly')
  expect(() => storage.open({ file: fixture.file, synchronous: 'full' })).toThrow('open already')
})

test('what was deleted is in no file ten minutes later, while the storage is open', async () => {
  jest.useFakeTimers()
  const storage = await fixture.open()
  const TEXT = 'a text that somebody deletes'
  const files = () => ['', '-wal'].filter((end) => readFileSync(`${fixture.file}${end}`).includes(TEXT))
  const write = (text: string, ...values: string[]) => storage.write(async (tx) => void tx.sqlite.run(text, values))
  await write('INSERT INTO entry (id) VALUES (?)', TEXT)
  await write('DELETE FROM entry')
  expect(files()).toEqual(['-wal'])
  // A transaction is left alone; the log is emptied after it.
  const during = await storage.write(async () => {
    jest.advanceTimersByTime(600_000)
    return files()
  })
  expect(during).toEqual(['-wal'])
  await storage.write(async () => {})
  expect(files()).toEqual([])
  expect(fixture.reported).toEqual([])
  await write('INSERT INTO entry (id) VALUES (?)', 'another')
  expect(storage.reader.sqlite.query('SELECT id FROM entry').values()).toEqual([['another']])
})

test('what pages that were built anew keep of deleted rows is in no file half an hour later, and does not come back', async () => {
  jest.useFakeTimers()
  let storage = await fixture.open({ checkpointer: false })
  const random = new Random(1, 'remnants')
  const texts: string[] = []
  await storage.write(async (tx) => {
    const put = (kind: string) => {
      const text = `${kind}-${random.below(1e6)} ${'x'.repeat(random.below(30))}`
      tx.sqlite.run('INSERT INTO entry (id) VALUES (?)', [text])
      return text
    }
    for (let n = 0; n < 3000; n++) {
      put('kept')
      texts.push(put('deleted'))
      if (n >= 100) tx.sqlite.run('DELETE FROM entry WHERE id = ?', texts.splice(random.below(texts.length), 1))
    }
    for (const text of texts) tx.sqlite.run('DELETE FROM entry WHERE id = ?', [text])
  })
  await storage.close()
  const holds = (text: string) => readFileSync(fixture.file).includes(text)
  // The reason why this is needed; where SQLite itself erases it, it is not.
  expect(holds('deleted-')).toBe(true)
  storage = await fixture.open({ checkpointer: true })
  await passUntil(() => !holds('deleted-'), 'erasing')
  await storage.write(async (tx) => void tx.sqlite.run('UPDATE entry SET seq = 1'))
  expect(storage.reader.sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  await storage.close()
  expect(holds('deleted-')).toBe(false)
  expect(fixture.reported).toEqual([])
})

test('a write of a command is noticed soon; own writes, checkpoints, maintenance and other programs are not', async () => {
  jest.useFakeTimers()
  const storage = await fixture.open({ checkpointer: true })
  const twoLooks = async () => {
    for (let looks = 0; looks < 2; looks++) await pass(LOOK_MS)
  }
  let noticed = 0
  storage.onForeignWrite(() => {
    throw new Error('one listener')
  })
  storage.onForeignWrite(() => noticed++)
  for (let n = 0; n < 50; n++)
    await storage.write(async (tx) => tx.sqlite.run('INSERT INTO entry (id) VALUES (?)', [`${n}${'x'.repeat(5000)}`]))
  const before = statSync(fixture.file).size
  await storage.optimize()
  // The checkpointer has been at work meanwhile, or this proves nothing.
  await passUntil(() => statSync(fixture.file).size > before, 'a checkpoint')
  await twoLooks()
  expect(noticed).toBe(0)

  // As Litestream does, which keeps a table of its own.
  const other = new Database(fixture.file)
  for (let n = 0; n < 5; n++) {
    other.run('CREATE TABLE IF NOT EXISTS _other (n INTEGER)')
    other.run('INSERT INTO _other VALUES (?)', [n])
    other.run('PRAGMA wal_checkpoint(RESTART)')
  }
  other.close()
  await twoLooks()
  expect(noticed).toBe(0)

  const command = async (id: string) => {
    const storage = new Storage()
    const migrations = join(fixture.dir, 'migrations')
    await storage.open({ file: fixture.file, synchronous: 'full', checkpointer: false, migrations })
    await storage.write(async (tx) => tx.sqlite.run('INSERT INTO entry (id) VALUES (?)', [id]))
    await storage.close()
  }
  await command('noticed by a look')
  await twoLooks()
  expect(noticed).toBe(1)
  await command('noticed by the next write')
  await storage.write(async () => expect(noticed).toBe(2))
  expect(fixture.reported).toMatchObject(Array(2).fill({ message: 'one listener' }))
})

test('a storage that closes while another program reads the log leaves it, with everything in it', async () => {
  const storage = await fixture.open({ checkpointer: true })
  await storage.write(async (tx) => tx.sqlite.run("INSERT INTO entry (id) VALUES ('before')"))
  const reader = new Database(fixture.file)
  reader.run('BEGIN')
  expect(reader.query('SELECT id FROM entry').values()).toEqual([['before']])
  await storage.write(async (tx) => tx.sqlite.run("INSERT INTO entry (id) VALUES ('after')"))
  await storage.close()
  expect(statSync(`${fixture.file}-wal`).size).toBeGreaterThan(0)
  expect(fixture.reported).toEqual([])
  reader.run('COMMIT')
  expect(reader.query('SELECT id FROM entry ORDER BY id').values()).toEqual([['after'], ['before']])
  reader.close()
})

test('the log stays bounded however long the writes go on without a pause', async () => {
  const storage = await fixture.open({ checkpointer: true, synchronous: 'normal' })
  const megabyte = 'x'.repeat(1024 * 1024)
  await storage.write(async (tx) => tx.sqlite.run("INSERT INTO entry (id) VALUES ('')"))
  for (let n = 0; n < 90; n++)
    await storage.write(async (tx) => tx.sqlite.run('UPDATE entry SET id = ?', [`${n}${megabyte}`]))
  expect(statSync(`${fixture.file}-wal`).size).toBeLessThan(80 * 1024 * 1024)
})

test('statistics gathered later reach the reader too', async () => {
  const storage = await fixture.open()
  await storage.write(async (tx) => {
    tx.sqlite.run('CREATE TABLE pair (a INTEGER, b INTEGER) STRICT')
    tx.sqlite.run('CREATE INDEX pair_a ON pair (a)')
    tx.sqlite.run('CREATE INDEX pair_b ON pair (b)')
    fill(tx, 'SELECT 1, value FROM n')
  })
  await storage.optimize()
  const plan = storage.reader.sqlite.prepare<{ detail: string }, []>(
    'EXPLAIN QUERY PLAN SELECT * FROM pair WHERE a = 1 AND b = 1',
  )
  expect(plan.get()?.detail).toContain('pair_b')
  await storage.write(async (tx) => {
    tx.sqlite.run('DELETE FROM pair')
    fill(tx, 'SELECT value, 1 FROM n UNION ALL SELECT value + 90000, 1 FROM n')
    tx.sqlite.run('ANALYZE')
  })
  // Gathered by the writer, not known to the reader yet: what optimize has to mend.
  expect(plan.get()?.detail).toContain('pair_b')
  await storage.optimize()
  expect(plan.get()?.detail).toContain('pair_a')
})

function fill(db: Connection, rows: string): void {
  db.sqlite.run(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 3000) INSERT INTO pair ${rows}`,
  )
}

test('a Drizzle query is built and prepared once a connection, transactions included', async () => {
  const storage = await fixture.open()
  const built: unknown[] = []
  const entryById = statement((orm) => {
    built.push(orm)
    return orm
      .select()
      .from(entry)
      .where(eq(entry.id, sql.placeholder('id')))
      .orderBy(asc(entry.id))
      .prepare()
  })
  for (const id of ['a', 'b', 'c']) {
    const inside = await storage.write(async (tx) => {
      tx.orm.insert(entry).values({ id }).run()
      return entryById(tx).get({ id })
    })
    expect(inside).toEqual({ id })
    expect(entryById(storage.reader).get({ id })).toEqual({ id })
  }
  expect(built).toHaveLength(2)
  expect(entryById(storage.reader)).toBe(entryById(storage.reader))
})

describe('the lock', () => {
  test('keeps a second server out, in this process or another, until it is released', () => {
    const release = acquireLock(fixture.dir)
    expect(() => acquireLock(fixture.dir)).toThrow(DataDirectoryInUse)
    release()
    acquireLock(fixture.dir)()
  })

  test('waits for a command that just looks whether a server runs', async () => {
    await using looker = heldElsewhere(fixture.dir, '100')
    await isHeld(looker)
    // Whoever looks waits for nobody.
    expect(isServerRunning(fixture.dir)).toBe(true)
    looker.stdin.write('look')
    await looker.stdin.flush()
    acquireLock(fixture.dir)()
  })

  test('is taken again when its file was removed, unless somebody else has it', () => {
    const lock = join(fixture.dir, 'lock')
    const release = acquireLock(fixture.dir)
    keepLock(fixture.dir)
    expect(() => acquireLockElsewhere(fixture.dir)).toThrow()
    rmSync(lock)
    keepLock(fixture.dir)
    expect(() => acquireLockElsewhere(fixture.dir)).toThrow('locked')
    rmSync(lock)
    const other = acquireLockElsewhere(fixture.dir)
    expect(() => keepLock(fixture.dir)).toThrow(DataDirectoryInUse)
    other.close()
    keepLock(fixture.dir)
    release()
    acquireLockElsewhere(fixture.dir).close()
  })

  /** As another process would. */
  function acquireLockElsewhere(dir: string): Database {
    const other = new Database(join(dir, 'lock'), { create: true, readwrite: true })
    try {
      other.run('BEGIN EXCLUSIVE')
      return other
    } catch (error) {
      other.close()
      throw error
    }
  }

  test('a killed server leaves the directory free', async () => {
    await using holder = heldElsewhere(fixture.dir)
    await isHeld(holder)
    expect(() => acquireLock(fixture.dir)).toThrow('Another server is using the data directory')
    holder.kill('SIGKILL')
    await holder.exited
    acquireLock(fixture.dir)()
  })

  const holder = join(import.meta.dir, '../../support/storage/lock-holder.ts')

  const heldElsewhere = (...args: string[]) => Bun.spawn(['bun', holder, ...args], { stdin: 'pipe', stdout: 'pipe' })

  async function isHeld({ stdout }: { stdout: ReadableStream<Uint8Array> }): Promise<void> {
    const { value } = await stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('locked\n')
  }
})
