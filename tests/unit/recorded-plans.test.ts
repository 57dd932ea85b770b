import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describePlans, faultsIn, listQueries, PLANS, planOf, recordedStatistics, schemaWith } from '../support/plans'

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
    // Nobody administers a seeded campus, so that this one has no row.
    const unknown = indices.filter(({ tbl, idx }) => !known.has(`${tbl} ${idx}`)).map(({ idx }) => idx)
    expect(unknown).toEqual(['users_role'])
  })
})

describe('every list query on a large campus', () => {
  const queries = [...listQueries()]

  test('reads no whole table and sorts nothing', () => {
    expect(queries.length).toBeGreaterThan(300)
    const found = queries.flatMap(({ name, variant, text, walked }) =>
      faultsIn(planOf(sqlite, text), walked).map((fault) => `${name} (${variant}): ${fault}`),
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

describe('the check', () => {
  test.each([
    'SELECT * FROM posts WHERE title = ?',
    'SELECT * FROM posts ORDER BY title',
    'SELECT * FROM posts WHERE author_id = ? ORDER BY title',
    'SELECT p.id FROM users u JOIN posts p ON p.author_id = u.id',
    "SELECT count(*) FROM comments WHERE content LIKE '%a%'",
  ])('notices %s', (text) => {
    expect(faultsIn(planOf(sqlite, text))).not.toEqual([])
  })
  test('goes by the statistics: with those of a small table the planner would read it whole', () => {
    const text = 'SELECT p.id FROM posts p CROSS JOIN users u WHERE u.college_id = p.college_id AND p.author_id = ?'
    const small = recordedStatistics().map((each) => (each.tbl === 'users' ? { ...each, stat: '3 3 1' } : each))
    const other = schemaWith(small)
    expect(planOf(other, text)).not.toEqual([])
    other.close()
  })
})
