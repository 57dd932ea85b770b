import { describe, expect, test } from 'bun:test'
import { storage, type Tx } from '../../db/storage'
import * as bookmarks from '../../src/core/bookmarks/queries'
import * as threads from '../../src/core/comments/queries'
import { countedPosts, FACETS, type Facet, totalText } from '../../src/core/posts/counts'
import { KARMA_TEXTS } from '../../src/core/posts/karma'
import * as lists from '../../src/core/posts/queries'
import { marksText } from '../../src/core/posts/record'
import { minuteId } from '../../src/lib/ids'
import { enroll } from '../support/content'
import { collegeId, useQuad } from '../support/kit'

const POSTS = 6000
const COMMENTS = 12_000
const VOTES = 20_000
const MEMBERS = 400
const TOPICS = ['Ask Campus', 'Showcase', 'Off-topic']

await useQuad({ hasRawRows: true })
const colleges = [await collegeId('campus.edu'), await collegeId('away.edu'), await collegeId('third.edu')]
await storage.write((tx) => seed(tx, colleges))
// The planner goes by statistics: without them, and with old ones, it has chosen differently before.
await storage.optimize()

async function seed(tx: Tx, colleges: string[]): Promise<void> {
  const members: [id: string, college: string][] = []
  for (let n = 0; n < MEMBERS; n++) {
    const college = colleges[n % colleges.length] as string
    members.push([await enroll(tx, college), college])
  }
  const insertPost = tx.sqlite.prepare(
    `INSERT INTO posts (id, author_id, college_id, branch, title, content, topic, is_private, moderation_state, views, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, 'A title', 'Some content', ?5, ?6, ?7, ?8, ?9, ?9)`,
  )
  const posts: string[] = []
  for (let n = 0; n < POSTS; n++) {
    const [author, college] = members[(n * 7) % MEMBERS] as [string, string]
    const id = minuteId()
    posts.push(id)
    const state = n % 50 === 0 ? 'shadow_banned' : 'active'
    const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
    insertPost.run(
      id,
      author,
      college,
      n % 2 === 0 ? 'CSE' : 'ECE',
      TOPICS[n % TOPICS.length] as string,
      Number(n % 9 === 0),
      state,
      n % 97,
      at,
    )
  }
  const insertComment = tx.sqlite.prepare(
    `INSERT INTO comments (id, post_id, parent_comment_id, author_id, content, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, 'c', ?5, ?5)`,
  )
  let last: string | null = null
  for (let n = 0; n < COMMENTS; n++) {
    const id = minuteId()
    const post = posts[Math.floor(n / 20)] as string
    const [author] = members[(n * 11) % MEMBERS] as [string, string]
    insertComment.run(
      id,
      post,
      n % 20 === 0 || n % 3 === 0 ? null : last,
      author,
      new Date(Date.UTC(2026, 1, 1) + n * 1000).toISOString(),
    )
    last = id
  }
  const insertVote = tx.sqlite.prepare(
    "INSERT OR IGNORE INTO post_votes (user_id, post_id, id, value, created_at) VALUES (?1, ?2, ?3, ?4, '2026-03-01T00:00:00.000Z')",
  )
  const insertBookmark = tx.sqlite.prepare(
    "INSERT OR IGNORE INTO bookmarks (user_id, post_id, id, created_at) VALUES (?1, ?2, ?3, '2026-03-01T00:00:00.000Z')",
  )
  for (let n = 0; n < VOTES; n++) {
    const [voter] = members[(n * 13) % MEMBERS] as [string, string]
    const post = posts[(n * 17) % POSTS] as string
    insertVote.run(voter, post, Bun.randomUUIDv7(), n % 5 === 0 ? -1 : 1)
    if (n % 4 === 0) insertBookmark.run(voter, post, Bun.randomUUIDv7())
  }
  tx.sqlite.run(`INSERT INTO comment_votes (user_id, comment_id, id, value, created_at)
    SELECT author_id, id, 'v' || id, 1, created_at FROM comments`)
  tx.sqlite.run(`INSERT INTO post_counts (facet, value, audience, count) ${countedPosts('true')}`)
  tx.sqlite.run(
    'UPDATE comments SET replies_count = (SELECT count(*) FROM comments c WHERE c.parent_comment_id = comments.id)',
  )
}

/** The steps of the plan. What is bound does not matter to it. */
const planOf = (text: string): string[] =>
  storage.reader.sqlite
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text.replace(/\$\w+/g, 'NULL')}`)
    .all()
    .map(({ detail }) => detail)

/** Steps that read a whole table or sort; `walked` may be read along, since what reads it stops when it has a page. */
function faults(text: string, walked?: string): string[] {
  return planOf(text).filter((step) => {
    if (/TEMP B-TREE/.test(step)) return true
    if (!/^SCAN/.test(step) || /^SCAN (page|json_each VIRTUAL TABLE.*)$/.test(step)) return false
    return walked === undefined || !new RegExp(` USING (COVERING )?INDEX ${walked}$`).test(step)
  })
}

const AUDIENCES = ['anyone', 'member', 'member_with_aliases', 'administrator', 'active', 'all'] as const
const ORDERS = ['asc', 'desc'] as const
const FILTERS = [...Object.values(FACETS), ['topic', 'branchKey'], ['collegeId', 'branchKey', 'topic']] as const
const SUFFIX = {
  createdAt: 'newest',
  updatedAt: 'updated',
  views: 'viewed',

  best: 'best',
  top: 'highest',
} as const
/** Changed comments by their last change, merged with the order of writing. */
const MERGED = ['edited', 'newest'] as const
const FACET = { authorId: 'author_', branchKey: 'branch_', topic: 'topic_', collegeId: 'college_' } as const

describe('every list of posts', () => {
  for (const filters of FILTERS)
    for (const sortBy of filters[0] === 'authorId'
      ? (['createdAt'] as const)
      : (['createdAt', 'updatedAt', 'views'] as const))
      test(`by ${filters.join(' and ') || 'nothing'}, sorted by ${sortBy}, walks the index made for it`, () => {
        const index = `posts_${filters[0] === undefined ? '' : FACET[filters[0]]}${SUFFIX[sortBy]}`
        for (const sortOrder of ORDERS)
          for (const audience of AUDIENCES)
            for (const withoutBlocked of [false, 'near', 'deep'] as const) {
              const text = lists.pageText({ filters, sortBy, sortOrder, audience, withoutBlocked })
              expect(faults(text, filters.length === 0 ? index : undefined)).toEqual([])
              expect(planOf(text).filter((step) => step.includes(` ${index}`) && / p USING/.test(step))).toHaveLength(1)
              const further = lists.pageText({
                filters,
                sortBy,
                sortOrder,
                audience,
                withoutBlocked,
                afterCursor: true,
              })
              expect(faults(further)).toEqual([])
              expect(planOf(further).join('\n')).toMatch(new RegExp(`SEARCH p USING (COVERING )?INDEX ${index} \\(`))
            }
      })
  test.each(['updatedAt', 'views', 'hot', 'top'] as const)('of an author by %s is sorted from the few', (sortBy) => {
    const list = {
      filters: ['authorId'],
      audience: 'member',
      sortBy,
      sortOrder: 'desc',
      withoutBlocked: false,
      isSorted: true,
    } as const
    expect(planOf(lists.pageText(list)).map((step) => step.trim())).toEqual([
      'SEARCH p USING INDEX posts_author_newest (author_id=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ])
  })
  test('by hot walks the one index, from the cursor or the highest score that a post of the list can have', () => {
    for (const filters of [[], ['topic'], ['branchKey', 'collegeId']] as const) {
      const list = { filters, audience: 'member', sortBy: 'hot', sortOrder: 'desc', withoutBlocked: false } as const
      expect(planOf(lists.pageText(list))).toEqual(['SCAN p USING INDEX posts_hot'])
      expect(planOf(lists.pageText({ ...list, belowHot: true }))).toEqual([
        'SEARCH p USING INDEX posts_hot (hot_score<?)',
      ])
      expect(planOf(lists.pageText({ ...list, afterCursor: true }))).toEqual([
        'SEARCH p USING INDEX posts_hot ((hot_score,id)<(?,?))',
      ])
    }
  })
  test('by top walks one week, in its order', () => {
    for (const filters of [[], ['topic'], ['branchKey', 'collegeId']] as const)
      for (const audience of AUDIENCES) {
        const shape = { filters, audience, sortBy: 'top', sortOrder: 'desc', withoutBlocked: 'near' } as const
        const first = planOf(lists.weekText({ ...shape, isFull: false }))
        expect(first[0]).toBe('SEARCH p USING INDEX posts_top (week=?)')
        const later = planOf(lists.weekText({ ...shape, isFull: true }))
        expect(later[0]).toBe('SEARCH p USING INDEX posts_top (week=? AND (top_score,id)>(?,?))')
        expect([...first, ...later].join()).not.toContain('TEMP')
      }
  })
  test('looks its total up, and counts the posts of blocked authors by an index', () => {
    for (const audience of AUDIENCES)
      for (const [facet, filters] of Object.entries(FACETS)) {
        const total = planOf(totalText(facet as Facet, audience))
        // The readable audiences of a member with aliases are a list, read once.
        expect(total).toHaveLength(audience === 'member_with_aliases' ? 3 : 1)
        expect(total[0]).toMatch(
          /^SEARCH post_counts USING INDEX sqlite_autoindex_post_counts_1 \(facet=\? AND value=\?/,
        )
        const blocked = lists.blockedCountText({ filters, audience })
        expect(planOf(blocked)[0]).toBe('SEARCH p USING INDEX posts_author_newest (author_id=?)')
        expect(faults(blocked)).toEqual([])
      }
  })
})

describe('every list of comments', () => {
  for (const scope of ['post', 'top', 'replies'] as const)
    for (const sortBy of scope === 'post'
      ? (['createdAt', 'updatedAt'] as const)
      : (['createdAt', 'best', 'top'] as const))
      test(`of ${scope}, sorted by ${sortBy}, searches the index made for it`, () => {
        for (const sortOrder of ORDERS)
          for (const filter of ['visible', 'all', 'active', 'banned'] as const) {
            const text = threads.pageText({ scope, sortBy, sortOrder, filter })
            expect(faults(text)).toEqual([])
            const plan = planOf(text).join('\n')
            for (const suffix of sortBy === 'updatedAt' ? MERGED : [SUFFIX[sortBy]])
              expect(plan).toContain(`comments_${scope}_${suffix} (`)
            expect(faults(threads.pageText({ scope, sortBy, sortOrder, filter, afterCursor: true }))).toEqual([])
          }
        expect(faults(threads.countText(scope))).toEqual([])
      })
})

describe('the list of bookmarked posts', () => {
  test.each(['member', 'administrator'] as const)('of a %s walks the bookmarks of one user', (readers) => {
    const text = bookmarks.pageText(readers)
    expect(faults(text)).toEqual([])
    expect(planOf(text).join('\n')).toContain('bookmarks_newest (user_id=?)')
    expect(faults(bookmarks.countText(readers))).toEqual([])
  })
})

describe('what depends on the reader', () => {
  const thread = threads.pageText({ scope: 'post', sortBy: 'createdAt', sortOrder: 'desc', filter: 'visible' })
  test.each([
    ['posts', 'post_votes', marksText],
    ['posts', 'bookmarks', marksText],
    ['thread', 'comment_votes', thread],
  ])('is looked up by key for each row that is shown: %s, %s', (_, table, text) => {
    const plan = planOf(text).join('\n')
    const both = '(user_id=\\? AND (post|comment)_id=\\?|post_id=\\? AND user_id=\\?)'
    expect(plan).toMatch(new RegExp(`SEARCH ${table} USING (PRIMARY KEY|COVERING INDEX bookmarks_post) \\(${both}\\)`))
    expect(plan).not.toContain('BLOOM')
  })
})

describe('taking votes back', () => {
  test.each(Object.entries(KARMA_TEXTS))('%s reads what concerns it alone', (_, text) => {
    // Grouping by author sorts what was found, which is no table.
    expect(
      faults(text).filter((step) => !/^USE TEMP B-TREE FOR GROUP BY$|^SCAN (lost|v|\(subquery-\d+\))$/.test(step)),
    ).toEqual([])
  })
})

describe('what a foreign key has to look up', () => {
  test.each([
    'SELECT 1 FROM post_votes WHERE post_id = ?',
    'SELECT 1 FROM post_votes WHERE user_id = ?',
    'SELECT 1 FROM comment_votes WHERE comment_id = ?',
    'SELECT 1 FROM comment_votes WHERE user_id = ?',
    'SELECT 1 FROM bookmarks WHERE post_id = ?',
    'SELECT 1 FROM bookmarks WHERE user_id = ?',
    'SELECT 1 FROM comments WHERE parent_comment_id = ?',
    'SELECT 1 FROM comments WHERE post_id = ?',
    'SELECT 1 FROM comments WHERE author_id = ?',
    'SELECT 1 FROM posts WHERE author_id = ?',
    'SELECT 1 FROM posts WHERE college_id = ?',
    'SELECT 1 FROM posts WHERE branch_id = ?',
    'SELECT 1 FROM reports WHERE reporter_id = ?',
    'SELECT 1 FROM reports WHERE resolved_by = ?',
  ])('%s', (text) => {
    expect(faults(text)).toEqual([])
  })
})

describe('the check', () => {
  test.each([
    ['SELECT * FROM posts WHERE title = ?'],
    ['SELECT * FROM posts ORDER BY title'],
    ['SELECT * FROM posts WHERE author_id = ? ORDER BY title'],
    ['SELECT * FROM comments WHERE content = ?'],
    ['SELECT p.id FROM users u JOIN posts p ON p.author_id = u.id'],
  ])('notices %s', (text) => {
    expect(faults(text)).not.toEqual([])
  })
  test('and does not let one index pass for another', () => {
    expect(faults('SELECT id FROM posts INDEXED BY posts_updated ORDER BY updated_at', 'posts_newest')).not.toEqual([])
    expect(faults('SELECT id FROM posts INDEXED BY posts_newest ORDER BY created_at', 'posts_newest')).toEqual([])
  })
})
