import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { migrate, migrationsFolder } from '../../../db/migrate'
import type { Tx } from '../../../db/storage'
import {
  indexNext,
  keepingSearch,
  type Subject,
  takeOutOfSearch,
  takeThreadOutOfSearch,
  waitingForSearch,
} from '../../../src/ground/search-index'
import { asTx, checkSearch, indexAll } from '../../support/search-index'

// What those who write do, against what a search of all texts finds.

const empty = (() => {
  using sqlite = new Database(':memory:', { strict: true })
  migrate(sqlite, migrationsFolder())
  sqlite.run(
    "INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at) VALUES ('c', 'C', 'c.edu', '', '', '', '')",
  )
  return sqlite.serialize()
})()

function openEmpty(): Tx {
  const sqlite = Database.deserialize(empty, { strict: true })
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run('PRAGMA ignore_check_constraints = ON')
  return asTx(sqlite)
}

const addPost = ({ sqlite }: Tx, id: string, title: string, content: string) =>
  sqlite.run(
    `INSERT INTO posts (id, college_id, branch, topic, title, content, created_at, updated_at)
     VALUES (?, 'c', '', 't', ?, ?, '', '')`,
    [id, title, content],
  )
const addComment = ({ sqlite }: Tx, id: string, content: string) =>
  sqlite.run(
    "INSERT INTO comments (id, post, content, created_at, updated_at) SELECT ?, key, ?, 0, 0 FROM posts WHERE id = 'p1'",
    [id, content],
  )
function deletePost(tx: Tx, id: string): void {
  takeThreadOutOfSearch(tx, id)
  tx.sqlite.run('DELETE FROM posts WHERE id = ?', [id])
}

const matching = ({ sqlite }: Tx, word: string): string[] =>
  sqlite
    .query<{ id: string }, [string]>(
      'SELECT p.id FROM posts_search s CROSS JOIN posts p ON p.key = s.rowid WHERE posts_search MATCH ? ORDER BY p.id',
    )
    .all(word)
    .map(({ id }) => id)

const count = ({ sqlite }: Tx, from: string) =>
  sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()?.n

describe('the search index', () => {
  const words = fc.array(fc.constantFrom('ant', 'bee', 'cat', 'dogs', 'किताब', 'kitab'), { maxLength: 6 })
  const step = fc.record({
    kind: fc.constantFrom('add', 'edit', 'delete', 'move', 'vacuum', 'index'),
    row: fc.nat(9),
    title: words.map((list) => list.join(' ')),
    content: words.map((list) => list.join(' ')),
  })
  test('follows every change of a post, whenever that is indexed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const tx = openEmpty()
        const { sqlite } = tx
        const expected = new Map<string, string>()
        for (const { kind, row, title, content } of steps) {
          const id = `p${row}`
          if (kind === 'vacuum') sqlite.run('VACUUM')
          else if (kind === 'index') indexNext(tx, 'posts')
          else if (kind === 'delete') {
            deletePost(tx, id)
            expected.delete(id)
          } else if (kind === 'move') sqlite.run("UPDATE posts SET moderation_state = 'banned' WHERE id = ?", [id])
          else if (expected.has(id)) {
            keepingSearch(tx, 'posts', id, () =>
              sqlite.run('UPDATE posts SET title = ?, content = ? WHERE id = ?', [title, content, id]),
            )
            expected.set(id, `${title} ${content}`)
          } else {
            addPost(tx, id, title, content)
            expected.set(id, `${title} ${content}`)
          }
        }
        checkSearch(tx)
        for (const word of ['ant', 'bee', 'dogs', 'किताब', 'kitab']) {
          const found = [...expected].filter(([, text]) => text.split(' ').includes(word)).map(([id]) => id)
          expect(matching(tx, word)).toEqual(found.sort())
        }
        sqlite.close()
      }),
      { numRuns: 20 },
    )
  })
  test('has a row that comes after the newest was deleted', () => {
    const tx = openEmpty()
    addPost(tx, 'p1', 'ant', 'bee')
    indexAll(tx)
    deletePost(tx, 'p1')
    addPost(tx, 'p2', 'cat', 'dogs')
    expect(waitingForSearch(tx, 'posts').first).not.toBeNull()
    indexAll(tx)
    expect(matching(tx, 'cat')).toEqual(['p2'])
  })
  test('stays in few segments', () => {
    const tx = openEmpty()
    for (let n = 0; n < 100; n++) {
      addPost(tx, `p${n}`, 'ant', `word${n}`)
      indexNext(tx, 'posts')
    }
    expect(count(tx, '(SELECT DISTINCT segid FROM posts_search_idx)')).toBeLessThanOrEqual(16)
    expect(matching(tx, 'word7')).toEqual(['p7'])
    checkSearch(tx)
  })
  test('keeps vowel signs within their words, and folds what only looks different', () => {
    const tx = openEmpty()
    addPost(tx, 'p1', 'हिन्दी की किताबें', 'Café résumé')
    indexAll(tx)
    expect(matching(tx, 'हिन्दी')).toEqual(['p1'])
    for (const part of ['ह', 'न', 'द', 'हिन', 'किताब']) expect(matching(tx, part)).toEqual([])
    for (const word of ['किताब*', 'cafe', 'RÉSUMÉ', 'resume']) expect(matching(tx, word)).toEqual(['p1'])
  })
  test.each<[Subject, (tx: Tx) => void, number]>([
    ['posts', (tx) => deletePost(tx, 'p1'), 0],
    [
      'comments',
      (tx) => {
        takeOutOfSearch(tx, 'comments', 'm1')
        tx.sqlite.run("DELETE FROM comments WHERE id = 'm1'")
      },
      1,
    ],
  ])('loses what goes: %s', (_subject, remove, left) => {
    const tx = openEmpty()
    addPost(tx, 'p1', 'ant', 'bee')
    addComment(tx, 'm1', 'a word')
    addComment(tx, 'm2', 'another word')
    indexAll(tx)
    expect(count(tx, "comments_words WHERE term = 'word'")).toBe(2)
    addComment(tx, 'm3', 'a text that waits')
    remove(tx)
    expect(count(tx, "comments_words WHERE term = 'word'")).toBe(left)
    checkSearch(tx)
  })
  test('erases: no word of a deleted text is left in it', () => {
    const tx = openEmpty()
    const stored = () => JSON.stringify(tx.sqlite.query('SELECT hex(block) AS block FROM posts_search_data').all())
    const hex = Buffer.from('qwzxvk').toString('hex').toUpperCase()
    addPost(tx, 'p1', 'other words', 'qwzxvk')
    indexAll(tx)
    addPost(tx, 'p2', 'more words', 'remain')
    indexAll(tx)
    expect(stored()).toContain(hex)
    deletePost(tx, 'p1')
    expect(stored()).not.toContain(hex)
  })
})
