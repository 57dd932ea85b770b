import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { LogSync, LogUnsynced } from '../../db/log-sync'
import { INTEGER, sqlStatement, TEXT } from '../../db/statement'
import { Fixture } from '../support/storage/fixture'

const insert = sqlStatement('INSERT INTO entry (id) VALUES ($id)', { params: { id: TEXT } })
const count = sqlStatement('SELECT count(*) AS n FROM entry', { returns: { n: INTEGER } })

let fixture: Fixture
beforeEach(() => {
  fixture = new Fixture()
})
afterEach(() => fixture.remove())

/** A device that takes no syncs, in place of the log. */
function breakLog(): void {
  rmSync(`${fixture.file}-wal`, { force: true })
  symlinkSync('/dev/null', `${fixture.file}-wal`)
}

test('whoever comes while a sync is under way waits for the next one, and shares it', async () => {
  writeFileSync(`${fixture.file}-wal`, 'frames')
  const log = new LogSync(fixture.file)
  const order: string[] = []
  const noting = (name: string) => log.synced().then(() => order.push(name))
  const first = noting('first')
  const second = noting('second')
  const third = noting('third')
  await first
  expect(order).toEqual(['first'])
  await Promise.all([second, third])
  expect(order).toEqual(['first', 'second', 'third'])
  log.close()
})

test('a sync that fails refuses those who wait and all who come later', async () => {
  breakLog()
  const log = new LogSync(fixture.file)
  const results = await Promise.allSettled([log.synced(), log.synced()])
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'LogUnsynced' } })
  rmSync(`${fixture.file}-wal`)
  writeFileSync(`${fixture.file}-wal`, 'frames')
  expect(log.synced()).rejects.toBeInstanceOf(LogUnsynced)
  expect(log.failure?.cause).toMatchObject({ code: 'EINVAL' })
  log.close()
})

test('a storage whose log is not synced answers no write any more, and reads on', async () => {
  const storage = await fixture.open()
  expect(count(storage.reader).get()).toEqual({ n: 0 })
  breakLog()
  const write = (id: string) => storage.write(async (tx) => insert(tx).run({ id }))
  const results = await Promise.allSettled([write('a'), write('b')])
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { name: 'LogUnsynced' } })
  expect(write('c')).rejects.toBeInstanceOf(LogUnsynced)
  expect(fixture.reported).toMatchObject([{ name: 'LogUnsynced' }])
  expect(count(storage.reader).get()).toBeDefined()
})

test('without full durability nothing asks for a sync', async () => {
  const storage = await fixture.open({ synchronous: 'normal' })
  count(storage.reader).get()
  breakLog()
  await storage.write(async (tx) => insert(tx).run({ id: 'a' }))
  expect(count(storage.reader).get()).toEqual({ n: 1 })
})
