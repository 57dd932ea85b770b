import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { migrate, migrationsFolder } from '../../db/migrate'

// The triggers of the migration, against what a search of all texts finds.

const empty = (() => {
  using sqlite = new Database(':memory:', { strict: true })
  migrate(sqlite, migrationsFolder())
  sqlite.run(
    "INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at) VALUES ('c', 'C', 'c.edu', '', '', '', '')",
  )
  return sqlite.serialize()
})()

function openEmpty(): Database {
  const sqlite = Database.deserialize(empty, { strict: true })
  sqlite.run('PRAGMA foreign_keys = ON')
  return sqlite
}

const addPost = (sqlite: Database, id: string, title: string, content: string) =>
  sqlite.run(
    `INSERT INTO posts (id, college_id, branch, topic, title, content, created_at, updated_at)
     VALUES (?, 'c', '', 't', ?, ?, '', '')`,
    [id, title, content],
  )

const matching = (sqlite: Database, word: string): string[] =>
  sqlite
    .query<{ id: string }, [string]>(
      'SELECT p.id FROM posts_search s CROSS JOIN posts p ON p.rowid = s.rowid WHERE posts_search MATCH ? ORDER BY p.id',
    )
    .all(word)
    .map(({ id }) => id)

/** Throws when the index does not say what the rows do. */
function check(sqlite: Database): void {
  for (const table of ['posts', 'comments'])
    sqlite.run(`INSERT INTO ${table}_search (${table}_search, rank) VALUES ('integrity-check', 1)`)
}

describe('the search index', () => {
  const words = fc.array(fc.constantFrom('ant', 'bee', 'cat', 'dogs', 'किताब', 'kitab'), { maxLength: 6 })
  const step = fc.record({
    kind: fc.constantFrom('add', 'edit', 'delete', 'move', 'vacuum'),
    row: fc.nat(9),
    title: words.map((list) => list.join(' ')),
    content: words.map((list) => list.join(' ')),
  })
  test('follows every change of a post', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const sqlite = openEmpty()
        const expected = new Map<string, string>()
        for (const { kind, row, title, content } of steps) {
          const id = `p${row}`
          if (kind === 'vacuum') sqlite.run('VACUUM')
          else if (kind === 'delete') {
            sqlite.run('DELETE FROM posts WHERE id = ?', [id])
            expected.delete(id)
          } else if (kind === 'move') sqlite.run("UPDATE posts SET moderation_state = 'banned' WHERE id = ?", [id])
          else if (expected.has(id)) {
            sqlite.run('UPDATE posts SET title = ?, content = ? WHERE id = ?', [title, content, id])
            expected.set(id, `${title} ${content}`)
          } else {
            addPost(sqlite, id, title, content)
            expected.set(id, `${title} ${content}`)
          }
        }
        check(sqlite)
        for (const word of ['ant', 'bee', 'dogs', 'किताब', 'kitab']) {
          const found = [...expected].filter(([, text]) => text.split(' ').includes(word)).map(([id]) => id)
          expect(matching(sqlite, word)).toEqual(found.sort())
        }
        sqlite.close()
      }),
      { numRuns: 30 },
    )
  })
  test('keeps vowel signs within their words, and folds what only looks different', () => {
    const sqlite = openEmpty()
    addPost(sqlite, 'p1', 'हिन्दी की किताबें', 'Café résumé')
    expect(matching(sqlite, 'हिन्दी')).toEqual(['p1'])
    for (const part of ['ह', 'न', 'द', 'हिन', 'किताब']) expect(matching(sqlite, part)).toEqual([])
    for (const word of ['किताब*', 'cafe', 'RÉSUMÉ', 'resume']) expect(matching(sqlite, word)).toEqual(['p1'])
    sqlite.close()
  })
  test('goes with the thread of a deleted post', () => {
    const sqlite = openEmpty()
    addPost(sqlite, 'p1', 'ant', 'bee')
    sqlite.run('PRAGMA ignore_check_constraints = ON')
    sqlite.run(
      "INSERT INTO comments (id, post_id, content, created_at, updated_at) VALUES ('m1', 'p1', 'a word', '', ''), ('m2', 'p1', 'another word', '', '')",
    )
    const count = () =>
      sqlite.query<{ n: number }, []>("SELECT count(*) AS n FROM comments_words WHERE term = 'word'").get()?.n
    expect(count()).toBe(2)
    sqlite.run("DELETE FROM posts WHERE id = 'p1'")
    expect(count()).toBe(0)
    check(sqlite)
    sqlite.close()
  })
  test('erases: no word of a deleted text is left in it', () => {
    const sqlite = openEmpty()
    const stored = () => JSON.stringify(sqlite.query('SELECT hex(block) AS block FROM posts_search_data').all())
    const hex = Buffer.from('qwzxvk').toString('hex').toUpperCase()
    addPost(sqlite, 'p1', 'other words', 'qwzxvk')
    addPost(sqlite, 'p2', 'more words', 'remain')
    expect(stored()).toContain(hex)
    sqlite.run("DELETE FROM posts WHERE id = 'p1'")
    expect(stored()).not.toContain(hex)
    sqlite.close()
  })
})
