import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Connection, openWriter, type SlowStatement, watchStatements } from '../../../db/connection'
import { sql as tagged } from '../../../db/sql'
import { INTEGER } from '../../../db/statement'
import { log } from '../../../src/lib/process/log'
import { startSlowStatementLog } from '../../../src/lib/process/storage-notices'
import { inActivity } from '../../../src/lib/tracing/spans'
import { grownFrom } from '../../support/metrics'
import { temporaryFolder } from '../../support/operator'

const { path, remove } = temporaryFolder()
const words = sqliteTable('words', { word: text('word').primaryKey(), count: integer('count').notNull() })
const counting = (to: number) => tagged({ found: INTEGER })`
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT count(*) AS found FROM n`
/** Takes milliseconds at least. */
const MANY = 30_000

let connection: Connection
let slow: SlowStatement[] = []
const watch = (ms: number) => watchStatements(ms, (each) => slow.push(each))

beforeAll(() => {
  connection = openWriter(`${path}/words.db`, 'normal', false)
  connection.sqlite.run('CREATE TABLE words (word TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT')
})
afterEach(() => {
  watch(Number.POSITIVE_INFINITY)
  slow = []
})
afterAll(() => {
  connection.sqlite.close()
  remove()
})

test('a statement that takes long is told with its text, and no value', () => {
  watch(1)
  expect(counting(MANY).get(connection)).toEqual({ found: MANY })
  expect(slow).toEqual([{ text: counting(0).text, rows: 1, ms: expect.any(Number) }])
  expect(slow[0]?.ms).toBeGreaterThanOrEqual(1)
})

test('however it is run, by Drizzle, too, with the rows that it read or wrote', () => {
  watch(0)
  const { orm } = connection
  connection.sqlite.run('DELETE FROM words')
  slow = []
  // Each for the first time, which is always timed.
  const rows = ['heron', 'otter'].map((word) => ({ word, count: 1 }))
  orm.insert(words).values(rows).run()
  orm.select().from(words).all()
  orm.select({ word: words.word }).from(words).where(eq(words.word, 'heron')).get()
  orm.select({ found: sql<number>`count(*)` }).from(words).where(eq(words.word, 'ibis')).all()
  orm.delete(words).where(eq(words.word, 'otter')).returning().all()
  expect(slow.map(({ rows }) => rows)).toEqual([2, 2, 1, 1, 1])
  expect(slow.map((each) => each.text).join('\n')).not.toMatch(/heron|otter|ibis|\+\?/)
  expect(slow[2]?.text).toBe('select "word" from "words" where "words"."word" = ?')
})

test('one that was fast before is noticed when it is slow again and again', () => {
  watch(1)
  for (let n = 0; n < 2_000; n++) counting(1).get(connection)
  slow = []
  for (let n = 0; n < 64 && slow.length === 0; n++) counting(MANY).get(connection)
  expect(slow).toHaveLength(1)
  counting(MANY).get(connection)
  expect(slow).toHaveLength(2)
})

test('nothing is told by itself, and an error stays what it is', () => {
  counting(MANY).get(connection)
  expect(slow).toEqual([])
  watch(0)
  const insert = connection.sqlite.prepare("INSERT INTO words VALUES ('crane', 1)")
  insert.run()
  expect(() => insert.run()).toThrow('UNIQUE')
})

test('the log has at most five lines a minute for a statement, with what it ran for; the counter has all', async () => {
  const warned = spyOn(log, 'warn').mockImplementation(() => {})
  const runMany = (slowMs: number) => {
    startSlowStatementLog(slowMs)
    inActivity({ id: 'a-request', route: '/api/v1/posts/:id', trace: undefined }, () => {
      for (let n = 0; n < 7; n++) counting(MANY).get(connection)
      connection.sqlite.prepare('SELECT  length($to)\n AS other').get({ to: MANY })
    })
  }
  try {
    const grown = await grownFrom()
    runMany(1)
    expect(await grown('quad_slow_statements_total')).toBeGreaterThanOrEqual(7)
    const lines = warned.mock.calls as unknown as [fields: { statement: string }, words: string][]
    expect(JSON.stringify(lines)).not.toContain(`${MANY}`)
    const of = lines.filter(([{ statement }]) => statement === counting(0).text.replace(/\s+/g, ' ').trim())
    expect(of).toHaveLength(5)
    expect(of[0]).toEqual([
      expect.objectContaining({ rows: 1, route: '/api/v1/posts/:id', requestId: 'a-request', unlogged: 0 }),
      'a statement was slow',
    ])
  } finally {
    warned.mockRestore()
  }
})
