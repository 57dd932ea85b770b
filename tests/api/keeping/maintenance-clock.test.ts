import { expect, setSystemTime, test } from 'bun:test'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { logEntries } from '../../support/audit-log'
import { execute, select } from '../../support/content'
import { later, login, student, useQuad } from '../../support/kit'

await useQuad()
const DAY = 86_400_000
const YEAR = 365 * DAY
const right = () => setSystemTime()
const column = (sql: string): unknown[] => select(sql).map((row) => Object.values(row)[0])
const INSERT = 'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)'
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const liveThrough = async (days: number) => {
  for (let day = 0; day < days; day++) {
    await runMaintenance()
    later(DAY)
  }
}
/** Sessions that were made for this, and whether an old entry has an address. */
const left = () => [
  column("SELECT id FROM sessions WHERE id GLOB 'kept*'").length,
  logEntries().some(({ timestamp, ip }) => timestamp < at(-91) && ip !== null),
]
test('maintenance deletes nothing by a clock far ahead of the days that Quad ran, until the third day; after a week off it deletes as ever', async () => {
  const ann = await student()
  await login(ann.email)
  await execute(INSERT, 'kept', ann.id, at(0), at(0), at(29))
  await liveThrough(4)
  later(YEAR)
  await runMaintenance()
  await liveThrough(2)
  expect(left()).toEqual([1, true])
  later(-YEAR)
  await execute(INSERT, 'over', ann.id, at(-40), at(-40), at(-9))
  await runMaintenance()
  expect([left()[0], column("SELECT id FROM sessions WHERE id = 'over'")]).toEqual([1, []])

  right()
  await liveThrough(4)
  later(YEAR)
  await liveThrough(3)
  expect(left()).toEqual([1, true])
  await liveThrough(1)
  expect(left()).toEqual([0, false])

  right()
  await liveThrough(4)
  await execute(INSERT, 'kept for a day', ann.id, at(0), at(0), at(1))
  later(5 * DAY)
  await runMaintenance()
  expect(left()[0]).toBe(0)
})
