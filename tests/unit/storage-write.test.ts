import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sqlStatement, TEXT } from '../../db/statement'
import type { Storage, Tx } from '../../db/storage'
import { StorageClosed } from '../../db/storage-unavailable'
import { StalledWrite } from '../../db/turn'
import { Fixture } from '../support/storage/fixture'
import { until } from '../support/until'

const insert = sqlStatement('INSERT INTO entry (id) VALUES ($id)', { params: { id: TEXT } })
const ids = sqlStatement('SELECT id FROM entry ORDER BY id', { returns: { id: TEXT } })

let fixture: Fixture
let storage: Storage

beforeEach(async () => {
  fixture = new Fixture()
  storage = await fixture.open()
})
afterEach(() => fixture.remove())

const put = (id: string) => async (tx: Tx) => insert(tx).run({ id })
const stored = () =>
  ids(storage.reader)
    .all()
    .map(({ id }) => id)

test('a work that fails is undone alone, its neighbours of the same commit stay', async () => {
  const results = await Promise.allSettled([
    storage.write(put('a')),
    storage.write(async (tx) => {
      insert(tx).run({ id: 'half' })
      await Promise.resolve()
      throw new Error('refused')
    }),
    storage.write(put('a')),
    storage.write(put('b')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { message: 'refused' } })
  expect(results[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } })
  expect(stored()).toEqual(['a', 'b'])
})

test('works of one turn share one commit, and what a work returns is its answer', async () => {
  const outside = new Database(fixture.file)
  const commits = outside.prepare<{ data_version: number }, []>('PRAGMA data_version')
  const before = commits.get()
  const seen: unknown[] = []
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      storage.write(async (tx) => {
        insert(tx).run({ id: `e${n}` })
        seen.push(commits.get())
        return n
      }),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(seen).toEqual(answers.map(() => before))
  expect(commits.get()).not.toEqual(before)
  outside.close()
})

test('more works than one batch takes are all done', async () => {
  await Promise.all(Array.from({ length: 600 }, (_, n) => storage.write(put(`e${n}`))))
  expect(stored()).toHaveLength(600)
})

test('effects run after the commit and before any answer of the batch, and none for a failed work', async () => {
  const outside = new Database(fixture.file, { readonly: true })
  const visible = () => outside.prepare('SELECT count(*) AS n FROM entry').get()
  const events: unknown[] = []
  const write = (id: string, fails = false) =>
    storage
      .write(async (tx) => {
        insert(tx).run({ id })
        events.push(['work', id, visible()])
        tx.afterCommit(() => events.push(['effect', id, visible()]))
        if (fails) throw new Error('refused')
      })
      .then(
        () => events.push(['answer', id]),
        () => events.push(['refusal', id]),
      )
  await Promise.all([write('a'), write('bad', true), write('b')])
  outside.close()
  expect(events).toEqual([
    ['work', 'a', { n: 0 }],
    ['work', 'bad', { n: 0 }],
    ['work', 'b', { n: 0 }],
    ['effect', 'a', { n: 2 }],
    ['effect', 'b', { n: 2 }],
    ['answer', 'a'],
    ['refusal', 'bad'],
    ['answer', 'b'],
  ])
})

test('an effect that throws is reported and fails neither its write nor the others', async () => {
  let ran = false
  await Promise.all([
    storage.write(async (tx) => {
      insert(tx).run({ id: 'a' })
      tx.afterCommit(() => {
        throw new Error('effect')
      })
    }),
    storage.write(async (tx) => {
      tx.afterCommit(() => {
        ran = true
      })
    }),
  ])
  expect(ran).toBe(true)
  expect(stored()).toEqual(['a'])
  expect(fixture.reported).toMatchObject([{ message: 'effect' }])
})

test('a commit that fails fails every work of the batch, and the next batch is untouched', async () => {
  let effects = 0
  const results = await Promise.allSettled([
    storage.write(async (tx) => {
      insert(tx).run({ id: 'a' })
      tx.afterCommit(() => effects++)
    }),
    // The foreign key is deferred: only COMMIT finds out.
    storage.write(async (tx) => tx.sqlite.run("INSERT INTO note (entry_id) VALUES ('nobody')")),
  ])
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } })
  expect(effects).toBe(0)
  await storage.write(put('b'))
  expect(stored()).toEqual(['b'])
})

test('a full disk fails the write that met it and leaves the storage usable', async () => {
  await storage.write(async (tx) => tx.sqlite.run('PRAGMA max_page_count = 12'))
  const large = async (tx: Tx) => insert(tx).run({ id: 'x'.repeat(100_000) })
  const results = await Promise.allSettled([storage.write(put('a')), storage.write(large), storage.write(put('b'))])
  expect(results[1]).toMatchObject({ status: 'rejected', reason: { reason: 'full' } })
  const succeeded = ['a', '', 'b'].filter((_, n) => results[n]?.status === 'fulfilled')
  expect(stored()).toEqual(succeeded)
  await storage.write(put('c'))
  expect(stored()).toContain('c')
})

test('a work that awaits something foreign is undone, and those behind it are not held up', async () => {
  let late: unknown
  const elsewhere = Promise.withResolvers<void>()
  const stalled = storage.write(async (tx) => {
    insert(tx).run({ id: 'stalled' })
    await elsewhere.promise
    try {
      insert(tx).run({ id: 'late' })
    } catch (error) {
      late = error
    }
  })
  const nested = storage.write(async (tx) => {
    insert(tx).run({ id: 'outer' })
    await storage.write(async () => undefined)
  })
  const behind = storage.write(put('behind'))
  expect(await Promise.allSettled([stalled, nested, behind])).toMatchObject([
    { status: 'rejected', reason: { name: 'StalledWrite' } },
    { status: 'rejected', reason: { name: 'StalledWrite' } },
    { status: 'fulfilled' },
  ])
  expect(stalled).rejects.toBeInstanceOf(StalledWrite)
  elsewhere.resolve()
  await until(() => late !== undefined, 'the late query')
  expect(late).toMatchObject({ message: expect.stringContaining('has ended') })
  expect(stored()).toEqual(['behind'])
})

test('a work may await as many of its own queries as it likes', async () => {
  await storage.write(async (tx) => {
    for (let n = 0; n < 500; n++) await put(`e${n}`)(tx)
  })
  expect(stored()).toHaveLength(500)
})

test('a transaction used after its work ended throws', async () => {
  const kept = await storage.write(async (tx) => ({ tx }))
  const ended = 'has ended'
  expect(() => kept.tx.sqlite).toThrow(ended)
  expect(() => kept.tx.orm).toThrow(ended)
  expect(() => kept.tx.afterCommit(() => undefined)).toThrow(ended)
  expect(() => insert(kept.tx).run({ id: 'x' })).toThrow(ended)
})

test('close answers the writes that wait, then refuses', async () => {
  const waiting = Promise.all([storage.write(put('a')), storage.write(put('b'))])
  const closed = storage.close()
  expect(storage.write(put('c'))).rejects.toBeInstanceOf(StorageClosed)
  await closed
  await waiting
  expect(storage.write(put('d'))).rejects.toBeInstanceOf(StorageClosed)
  expect(() => storage.reader).toThrow(StorageClosed)
  // Everything is in the one file: a copy without the write-ahead log has it.
  const copy = `${fixture.file}.copy`
  await Bun.write(copy, Bun.file(fixture.file))
  const database = new Database(copy, { readonly: true, strict: true })
  expect(database.prepare('SELECT id FROM entry ORDER BY id').values()).toEqual([['a'], ['b']])
  database.close()
})
