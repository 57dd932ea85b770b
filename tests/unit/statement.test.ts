import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { preparable, sqlStatement } from '../../db/statement'

const sqlite = new Database(':memory:', { strict: true })
const connection = { sqlite, orm: drizzle(sqlite) }
afterAll(() => sqlite.close())

test('a parameter becomes an expression that SQLite does not look into; a path in JSON is none', () => {
  expect(preparable("SELECT $a, json_extract(b, '$.c') FROM t WHERE b = $a")).toBe(
    "SELECT +$a, json_extract(b, '$.c') FROM t WHERE b = +$a",
  )
})

test.each([['text'], ['12'], [' 1e3'], [12], [1.5], [-7], [null], [9007199254740993n]])(
  'the value of %p is what was bound',
  (value) => {
    const row = sqlStatement<{ value: unknown; type: string }, { value: string | number | bigint | null }>(
      'SELECT $value AS value, typeof($value) AS type',
    )(connection).get({ value })
    const bare = sqlite.query('SELECT ?1 AS value, typeof(?1) AS type').get(value)
    expect(row as unknown).toEqual(bare)
  },
)

test('bytes are bound as they are, and a text is compared and stored as one', () => {
  sqlite.run('CREATE TABLE kept (id TEXT PRIMARY KEY, number INTEGER, bytes BLOB) STRICT')
  const insert = sqlStatement<never, { id: string; number: number; bytes: Uint8Array }>(
    'INSERT INTO kept (id, number, bytes) VALUES ($id, $number, $bytes)',
  )
  insert(connection).run({ id: '007', number: 7, bytes: new Uint8Array([0, 255]) })
  const find = sqlStatement<{ number: number; bytes: Uint8Array }, { id: string }>(
    'SELECT number, bytes FROM kept WHERE id = $id',
  )
  expect(find(connection).get({ id: '007' })).toEqual({ number: 7, bytes: new Uint8Array([0, 255]) })
  expect(find(connection).get({ id: '7' })).toBeUndefined()
})
