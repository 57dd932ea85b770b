import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { withStablePlans } from '../../db/connection'

const database = withStablePlans(new Database(':memory:', { strict: true }))
database.run('CREATE TABLE item (id TEXT PRIMARY KEY, rank INTEGER, note TEXT) STRICT')

/** The text that SQLite got, with no value bound. */
const prepared = (text: string): string => database.prepare(text).toString()

test('parameters stand behind a plus, and nothing else changes', () => {
  expect(prepared('SELECT id FROM item WHERE id = ? AND rank > ?2')).toContain('id = +')
  for (const text of [
    "SELECT '? and $id' AS text",
    'SELECT 1 AS "$id"',
    'SELECT 1 AS `?`',
    "SELECT 'it''s ?' AS text -- is it $id?",
  ])
    expect(database.prepare(text).all()).toEqual(new Database(':memory:').prepare(text).all())
})

test('values keep their type: a number finds a number and a text a text', () => {
  const put = database.prepare('INSERT INTO item (id, rank, note) VALUES ($id, $rank, $note)')
  put.run({ id: '7', rank: 7, note: null })
  put.run({ id: 'x', rank: -2, note: 'it is ?' })
  const found = (where: string, params: Record<string, string | number | null>) =>
    database
      .prepare(`SELECT id FROM item WHERE ${where} ORDER BY id LIMIT $limit`)
      .values({ limit: 10, ...params })
      .flat()
  expect(found('id = $id', { id: '7' })).toEqual(['7'])
  expect(found('rank = $rank', { rank: 7 })).toEqual(['7'])
  expect(found('rank = -$rank', { rank: 2 })).toEqual(['x'])
  expect(found('rank + $rank = 9', { rank: 2 })).toEqual(['7'])
  expect(found('note IS $note', { note: null })).toEqual(['7'])
  expect(found("note LIKE '%?' AND id <> $id", { id: '7' })).toEqual(['x'])
  expect(() => database.prepare('INSERT INTO item VALUES (?, ?, ?)').run('a', 'no number', null)).toThrow('rank')
})

test('a parameter that is missing is still noticed', () => {
  expect(() => database.prepare('SELECT id FROM item WHERE id = $id').all({})).toThrow('id')
})
