import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withStablePlans } from '../../../db/connection'
import { blockedIn } from '../../../src/forum/posts/list-queries'
import { subtractKarma } from '../../../src/forum/posts/votes'
import {
  describePlans,
  faultsIn,
  listQueries,
  PLANS,
  planOf,
  recordedStatistics,
  schemaWith,
} from '../../support/plans'

const sqlite = schemaWith(recordedStatistics())
afterAll(() => sqlite.close())

const LARGE = ['posts', 'comments', 'post_votes', 'comment_votes', 'bookmarks', 'users', 'identities', 'user_blocks']

describe('the statistics', () => {
  const known = new Map(recordedStatistics().map(({ tbl, idx, stat }) => [`${tbl} ${idx}`, stat]))

  test('are those of a million posts', () => {
    expect(Number(known.get('posts posts_newest')?.split(' ')[0])).toBe(1_000_000)
    expect(Number(known.get('comments comments_post_newest')?.split(' ')[0])).toBe(5_000_000)
  })

  test('know every index of the large tables; for a new one see tests/support/record-plans.ts', () => {
    const indices = sqlite
      .query<{ tbl: string; idx: string }, []>(
        `SELECT tbl_name AS tbl, name AS idx FROM sqlite_schema
         WHERE type = 'index' AND name NOT GLOB 'sqlite_autoindex*' AND tbl_name IN (${LARGE.map((table) => `'${table}'`)})`,
      )
      .all()
    expect(indices.length).toBeGreaterThan(25)
    expect(indices.filter(({ tbl, idx }) => !known.has(`${tbl} ${idx}`))).toEqual([])
  })
})

describe('every list query on a large campus', () => {
  const queries = [...listQueries()]

  test('reads no whole table and sorts nothing', () => {
    expect(queries.length).toBeGreaterThan(300)
    const found = queries.flatMap(({ name, variant, text, walked, sorts }) =>
      faultsIn(planOf(sqlite, text), walked, sorts).map((fault) => `${name} (${variant}): ${fault}`),
    )
    expect(found).toEqual([])
  })

  test('goes the way that is recorded; `bun run db:plans` records another one', () => {
    const plans = describePlans(sqlite)
    const recorded = readdirSync(PLANS).filter((name) => name.endsWith('.txt'))
    expect(recorded.sort()).toEqual([...plans.keys()].map((subject) => `${subject}.txt`).sort())
    for (const [subject, text] of plans) expect(readFileSync(join(PLANS, `${subject}.txt`), 'utf8')).toBe(text)
  })
})

describe('a deletion', () => {
  test.each([
    ['a comment', subtractKarma.ofComment('')],
    ['the newest comments', subtractKarma.ofNewestComments('', 1)],
    ['a post with its thread', subtractKarma.ofPostAndThread('')],
    ['a post alone', subtractKarma.ofPost('')],
    ['votes on posts', subtractKarma.bySomeVotes('post', '')],
    ['votes on comments', subtractKarma.bySomeVotes('comment', '')],
  ])('takes votes back by what concerns it alone: %s', (_, { text }) => {
    // Grouping by author sorts what was found, which is no table.
    const found = faultsIn(planOf(sqlite, text), undefined, true)
    expect(found.filter((step) => !/^SCAN (lost|v|\(subquery-\d+\))$/.test(step))).toEqual([])
  })
  test.each(
    Object.entries({
      post_votes: ['post', 'user'],
      comment_votes: ['comment', 'user'],
      bookmarks: ['post', 'user'],
      comments: ['parent_comment', 'post', 'author'],
      posts: ['author_id', 'college_id'],
      reports: ['reporter_id', 'resolved_by'],
    }),
  )('looks up what a foreign key leads to in %s', (table, columns) => {
    for (const column of columns)
      expect(faultsIn(planOf(sqlite, `SELECT 1 FROM ${table} WHERE ${column} = ?`))).toEqual([])
  })
})

describe('the check', () => {
  test.each([
    'SELECT * FROM posts WHERE title = ?',
    'SELECT * FROM posts WHERE author_id = ? ORDER BY title',
    'SELECT p.id FROM users u JOIN posts p ON p.author_id = u.id',
  ])('notices %s', (text) => expect(faultsIn(planOf(sqlite, text))).not.toEqual([]))
  test('notices a join through a Bloom filter, and lets a list of ids have one', () => {
    const walk = 'SCAN p USING COVERING INDEX posts_newest'
    expect(faultsIn([walk, 'BLOOM FILTER ON v (post_id=?)'], 'posts_newest')).toEqual(['BLOOM FILTER ON v (post_id=?)'])
    expect(faultsIn([walk, '  LIST SUBQUERY 1', '    CREATE BLOOM FILTER'], 'posts_newest')).toEqual([])
  })
})

type Step = { opcode: string; p1: number; p2: number }

/**
 * The columns that are read out of rows of `posts`. A plan does not say: it calls no index of a computed column
 * covering.
 */
function columnsRead(text: string): number[] {
  const [posts] = sqlite
    .query<{ page: number }, []>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'posts'")
    .all()
  const steps = sqlite.prepare<Step, []>(`EXPLAIN ${text.replace(/\$\w+/g, 'NULL')}`).all()
  const cursors = steps.filter(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === posts?.page).map(({ p1 }) => p1)
  return steps.filter(({ opcode, p1 }) => opcode === 'Column' && cursors.includes(p1)).map(({ p2 }) => p2)
}

test('what blocked authors have in the feed is counted without reading a post', () => {
  const counted = (kind: 'anyone' | 'member' | 'administrator' | 'active' | 'all') =>
    blockedIn({ filters: [], viewers: { kind } }, '[]').text
  for (const kind of ['anyone', 'member', 'administrator', 'active', 'all'] as const)
    expect(columnsRead(counted(kind))).toEqual([])
  const elsewhere = counted('member').replace('author_newest', 'newest')
  expect(columnsRead(elsewhere)).not.toEqual([])
})

describe('stable plans', () => {
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
})
