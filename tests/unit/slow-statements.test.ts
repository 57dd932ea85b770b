import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Connection, openWriter } from '../../db/connection'
import { type SlowStatement, watchStatements } from '../../db/slow-statements'
import { INTEGER, sqlStatement } from '../../db/statement'
import { temporaryFolder } from '../support/operator'

const { path, remove } = temporaryFolder()
const words = sqliteTable('words', { word: text('word').primaryKey(), count: integer('count').notNull() })
const COUNT =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $to) SELECT count(*) AS found FROM n'
const counting = sqlStatement(COUNT, { returns: { found: INTEGER }, params: { to: INTEGER } })
/** Takes tens of milliseconds at least. */
const MANY = 300_000

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
  watch(5)
  expect(counting(connection).get({ to: MANY })).toEqual({ found: MANY })
  expect(slow).toEqual([{ text: COUNT, rows: 1, ms: expect.any(Number) }])
  expect(slow[0]?.ms).toBeGreaterThanOrEqual(5)
})

test('however it is run, by Drizzle, too, with the rows that it read or wrote', () => {
  watch(0)
  const { orm } = connection
  connection.sqlite.run('DELETE FROM words')
  slow = []
  // Each for the first time, which is always timed.
  orm
    .insert(words)
    .values([
      { word: 'heron', count: 1 },
      { word: 'otter', count: 2 },
    ])
    .run()
  orm.select().from(words).all()
  orm.select({ word: words.word }).from(words).where(eq(words.word, 'heron')).get()
  orm.select({ found: sql<number>`count(*)` }).from(words).where(eq(words.word, 'ibis')).all()
  orm.delete(words).where(eq(words.word, 'otter')).returning().all()
  expect(slow.map(({ rows }) => rows)).toEqual([2, 2, 1, 1, 1])
  expect(slow.map((each) => each.text).join('\n')).not.toMatch(/heron|otter|ibis|\+\?/)
  expect(slow[2]?.text).toBe('select "word" from "words" where "words"."word" = ?')
})

test('one that was fast before is noticed when it is slow again and again', () => {
  watch(5)
  const statement = counting(connection)
  for (let n = 0; n < 2_000; n++) statement.get({ to: 1 })
  slow = []
  for (let n = 0; n < 64 && slow.length === 0; n++) statement.get({ to: MANY })
  expect(slow).toHaveLength(1)
  statement.get({ to: MANY })
  expect(slow).toHaveLength(2)
})

test('nothing is told by itself, and an error stays what it is', () => {
  const statement = counting(connection)
  statement.get({ to: MANY })
  expect(slow).toEqual([])
  watch(0)
  const insert = connection.sqlite.prepare("INSERT INTO words VALUES ('crane', 1)")
  insert.run()
  expect(() => insert.run()).toThrow('UNIQUE')
})

test('the log has at most five lines a minute for a statement, with what it ran for; the counter has all', async () => {
  const root = `${import.meta.dir}/../..`
  const script = `
    const { openWriter } = await import('${root}/db/connection')
    const { startSlowStatementLog } = await import('${root}/src/lib/slow-statements')
    const { sample } = await import('${root}/tests/support/metrics')
    const { inActivity } = await import('${root}/src/lib/tracing/activity')
    startSlowStatementLog()
    const { sqlite } = openWriter(':memory:', 'normal', false)
    const prepared = [${JSON.stringify(COUNT)}, 'SELECT  length($to)\\n AS other'].map((text) => sqlite.prepare(text))
    inActivity({ id: 'a-request', route: '/api/v1/posts/:id', trace: undefined }, () => {
      for (let n = 0; n < 12; n++) for (const each of prepared) each.get({ to: ${MANY} })
    })
    console.log(JSON.stringify({ counted: await sample('quad_slow_statements_total') }))`
  const run = async (SLOW_QUERY_MS: string) => {
    const env = { ...process.env, SLOW_QUERY_MS, LOG_LEVEL: 'info', LOG_FORMAT: 'json', DATA_DIR: path }
    const child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe', stderr: 'inherit' })
    return (await new Response(child.stdout).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const lines = await run('5')
  const counted = lines.pop().counted
  expect(counted).toBeGreaterThanOrEqual(12)
  const of = lines.filter(({ statement }) => statement === COUNT)
  expect(of).toHaveLength(5)
  expect(of[0]).toMatchObject({
    level: 'warn',
    msg: 'a statement was slow',
    rows: 1,
    route: '/api/v1/posts/:id',
    requestId: 'a-request',
    unlogged: 0,
  })
  expect(JSON.stringify(lines)).not.toContain(`${MANY}`)
  expect(await run('0')).toEqual([{ counted: 0 }])
})
