import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate, migrationsFolder } from '../../../db/migrate'
import { posts as postsTable } from '../../../db/schema/posts'
import { postVotes } from '../../../db/schema/votes'
import { insertInto, raw, sql, watchStatements } from '../../../db/sql'
import { INTEGER, type SqlTypes, TEXT } from '../../../db/statement'
import { wrongDeclarations } from '../../support/declared-statements'
import { entrySchema } from '../../support/storage/fixture'

const sqlite = new Database(':memory:', { strict: true })
migrate(sqlite, migrationsFolder())
// The tests of the storage, which may run in this process, declare statements on tables of their own.
sqlite.run(entrySchema['0000_entry'])
afterAll(() => sqlite.close())

describe('a tagged query', () => {
  const db = { sqlite, orm: drizzle(sqlite) }
  test('binds values, and puts pieces and raw text where they stand', () => {
    const one = sql`SELECT ${1} AS a`
    const whole = sql({ a: INTEGER, b: TEXT })`SELECT a, ${'b'} AS ${raw('b')} FROM (${one}) WHERE a = ${1}`
    expect(whole.text).toBe('SELECT a, ? AS b FROM (SELECT ? AS a) WHERE a = ?')
    expect([whole.values, whole.get(db)]).toEqual([['b', 1, 1], { a: 1, b: 'b' }])
  })
  test('is prepared once at its place, and once for each text that is put together', () => {
    const prepared: string[] = []
    const { prepared: check } = watchStatements
    watchStatements.prepared = (_, text) => void prepared.push(text)
    for (const value of [1, 2]) sql({ a: INTEGER })`SELECT ${value} AS a`.all(db)
    for (const name of ['a', 'b', 'a']) sql({ [name]: INTEGER })`SELECT 1 AS ${raw(name)}`.all(db)
    watchStatements.prepared = check
    expect(prepared).toEqual(['SELECT ? AS a', 'SELECT 1 AS a', 'SELECT 1 AS b'])
  })
  test('binds what somebody sent, whatever it looks like', () => {
    for (const sent of [{ raw: '1' }, ['1'], {}])
      expect(() => sql({ a: INTEGER })`SELECT ${sent as never} AS a`.get(db)).toThrow()
  })
  test('stays prepared while it is used, beside any number of other texts', () => {
    const prepared: string[] = []
    const { prepared: check } = watchStatements
    watchStatements.prepared = (_, text) => void prepared.push(text)
    const use = (name: string) => sql({ [name]: INTEGER })`SELECT 2 AS ${raw(name)}`.all(db)
    for (let at = 0; at < 1_200; at++) {
      use('used')
      use(`c${at}`)
    }
    use('c0')
    watchStatements.prepared = check
    expect([prepared.length, prepared.filter((text) => text === 'SELECT 2 AS used').length]).toEqual([1_202, 1])
  })
  test('is one statement', () => {
    expect(() => sql`DELETE FROM posts; DELETE FROM users`.run(db)).toThrow('One statement at a time')
    expect(sql({ a: INTEGER })`SELECT 1 AS a;`.get(db)).toEqual({ a: 1 })
  })
  test('inserts a row by the names of its columns', () => {
    const { text, values } = insertInto(postsTable, { id: 'a', isPrivate: 1 })
    expect([text, values]).toEqual(['INSERT INTO posts (id,is_private) VALUES (?, ?)', ['a', 1]])
  })
  test('no row is undefined', () => expect(sql({ a: INTEGER })`SELECT 1 AS a WHERE ${0}`.get(db)).toBeUndefined())
})

describe('the check', () => {
  const text = 'SELECT p.id, p.is_private AS isPrivate, created_at AS createdAt FROM posts p WHERE id = $id'
  const columns = { id: postsTable.id, isPrivate: postsTable.isPrivate, createdAt: postsTable.createdAt }
  const check = (returns: SqlTypes, params: SqlTypes = { id: postsTable.id }, of = text) =>
    wrongDeclarations(sqlite, { text: of, returns, params })

  test.each<[string, SqlTypes, SqlTypes]>([
    ['title is not returned', { ...columns, title: postsTable.title }, { id: TEXT }],
    ['createdAt is returned and not declared', { id: postsTable.id, isPrivate: postsTable.isPrivate }, { id: TEXT }],
    ['createdAt is TEXT, not INTEGER', { ...columns, createdAt: postsTable.key }, { id: TEXT }],
    ['createdAt is not the column updated_at', { ...columns, createdAt: postsTable.updatedAt }, { id: TEXT }],
    ['$id is bound and not declared', columns, {}],
    ['$limit is not bound', columns, { id: TEXT, limit: INTEGER }],
  ])('notices that %s', (fault, returns, params) => expect(check(returns, params)).toEqual([fault]))
  test('notices a column of an outer join that is not declared to be null at times', () => {
    const joined = 'SELECT p.id, v.value AS vote FROM posts p LEFT JOIN post_votes v ON v.post = p.key'
    expect(check({ id: postsTable.id, vote: postVotes.value }, {}, joined)).toEqual(['vote may be null'])
  })
  test('notices a name that hides another', () => {
    expect(check({ id: postsTable.id }, {}, 'SELECT p.id, q.id FROM posts p JOIN posts q')).toEqual([
      'id is returned twice',
    ])
  })
})
