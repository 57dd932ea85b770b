import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { StalledWrite } from '../../../db/group-commit'
import type { Storage, Tx } from '../../../db/storage'
import { StorageClosed } from '../../../db/storage-unavailable'
import { entryIds, Fixture, insertEntry } from '../../support/storage/fixture'

let fixture: Fixture
let storage: Storage

beforeEach(async () => {
  fixture = new Fixture()
  storage = await fixture.open()
})
afterEach(() => fixture.remove())

const put = (id: string) => async (tx: Tx) => insertEntry(tx, id)
const stored = () => entryIds(storage.reader).map(({ id }) => id)

test('more works than one batch takes are all done', async () => {
  await Promise.all(Array.from({ length: 600 }, (_, n) => storage.write(put(`e${n}`))))
  expect(stored()).toHaveLength(600)
})

// What holds in every order of events and faults is in write-queue-schedules.test.ts; this is SQLite itself.
test('works of one turn share one commit, in which one that fails leaves nothing; effects run after it, before any answer', async () => {
  const outside = new Database(fixture.file, { readonly: true })
  const visible = () => outside.prepare('SELECT count(*) AS n FROM entry').get()
  const events: unknown[] = []
  const write = (id: string, fails = false) =>
    storage
      .write(async (tx) => {
        insertEntry(tx, id)
        events.push(['work', id, visible()])
        tx.afterCommit(() => {
          events.push(['effect', id, visible()])
          throw new Error(`effect of ${id}`)
        })
        await Promise.resolve()
        if (fails) throw new Error('refused')
        return id
      })
      .then(
        (answer) => events.push(['answer', answer]),
        ({ message, code = message }) => events.push(['refusal', id, code]),
      )
  await Promise.all([write('a'), write('bad', true), write('a'), write('b')])
  outside.close()
  expect(events).toEqual([
    ['work', 'a', { n: 0 }],
    ['work', 'bad', { n: 0 }],
    ['work', 'b', { n: 0 }],
    ['effect', 'a', { n: 2 }],
    ['effect', 'b', { n: 2 }],
    ['answer', 'a'],
    ['refusal', 'bad', 'refused'],
    ['refusal', 'a', 'SQLITE_CONSTRAINT_PRIMARYKEY'],
    ['answer', 'b'],
  ])
  expect(stored()).toEqual(['a', 'b'])
  expect(fixture.reported).toMatchObject([{ message: 'effect of a' }, { message: 'effect of b' }])
})

test('a commit that fails fails every work of the batch, and the next batch is untouched', async () => {
  const results = await Promise.allSettled([
    storage.write(put('a')),
    // The foreign key is deferred: only COMMIT finds out.
    storage.write(async (tx) => tx.sqlite.run("INSERT INTO note (entry_id) VALUES ('nobody')")),
  ])
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } })
  await storage.write(put('b'))
  expect(stored()).toEqual(['b'])
})

test('a work that waits for another write is undone', async () => {
  const nested = storage.write(async (tx) => {
    insertEntry(tx, 'outer')
    await storage.write(async () => undefined)
  })
  await expect(nested).rejects.toBeInstanceOf(StalledWrite)
  expect(stored()).toEqual([])
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
  expect(() => insertEntry(kept.tx, 'x')).toThrow(ended)
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
