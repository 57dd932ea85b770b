import { describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { agrees, emptyIndexThatDisagrees } from '../../src/core/search/agreement'
import { countSegments, fillSearch, nextAmount } from '../../src/core/search/upkeep'
import { execute, newWords, publish } from '../support/content'
import { student, useQuad } from '../support/kit'

await useQuad()
const ann = await student()
const found = async (word: string): Promise<number> => (await ann.get(`search?q=${word}`)).posts.length

test('what was written before is indexed beside changes of it, and found', async () => {
  const [kept, edited, deleted] = [newWords(), newWords(), newWords()]
  const other = await publish(ann, { content: deleted })
  const { id } = await publish(ann, { content: newWords() })
  await publish(ann, { content: kept })
  await storage.write(async ({ sqlite }) => {
    for (const table of ['posts', 'comments'])
      sqlite.run(`INSERT INTO ${table}_search (${table}_search) VALUES ('delete-all')`)
    sqlite.run('UPDATE search_progress SET below = (SELECT max(rowid) + 1 FROM posts)')
  })
  expect(await found(kept)).toBe(0)
  // Neither is in the index, so that its triggers must leave them alone.
  await ann.patch(`posts/${id}`, { content: edited })
  await ann.delete(`posts/${other.id}`)
  const later = newWords()
  await publish(ann, { content: later })
  expect(await found(later)).toBe(1)
  await fillSearch()
  expect(await Promise.all([kept, edited, deleted, later].map(found))).toEqual([1, 1, 0, 1])
  await execute("INSERT INTO posts_search (posts_search, rank) VALUES ('integrity-check', 1)")
})

test('many segments become few, and everything is still found', async () => {
  await publish(ann)
  await fillSearch()
  const words = Array.from({ length: 40 }, newWords)
  for (const content of words)
    await execute(
      `INSERT INTO posts (id, college_id, branch, topic, title, content, created_at, updated_at)
         SELECT ?, college_id, '', 't', 'A title', ?, created_at, created_at FROM posts LIMIT 1`,
      Bun.randomUUIDv7(),
      content,
    )
  expect(countSegments(storage.reader, 'posts')).toBeGreaterThan(12)
  await fillSearch()
  expect(countSegments(storage.reader, 'posts')).toBeLessThanOrEqual(12)
  expect(await Promise.all(words.map(found))).toEqual(words.map(() => 1))
  await execute("DELETE FROM posts WHERE topic = 't'")
})

test('a step that took long is followed by a smaller one, and one that took no time by a larger one', () => {
  expect([nextAmount(8, 5, 32), nextAmount(8, 1.5, 32), nextAmount(8, 0.1, 32)]).toEqual([4, 8, 16])
  expect([nextAmount(1, 1000, 32), nextAmount(32, 0, 32)]).toEqual([1, 32])
})

describe('row numbers that were given anew', () => {
  /** As a restore from the dump of the sqlite3 shell gives them: one after the other. */
  const renumber = (table: string) =>
    storage.write(async ({ sqlite }) => {
      const rows = sqlite.query<{ id: string }, []>(`SELECT id FROM ${table} ORDER BY rowid`).all()
      for (const [at, { id }] of rows.entries()) sqlite.run(`UPDATE ${table} SET rowid = ? WHERE id = ?`, [at + 1, id])
    })
  const restart = () => storage.write(async (tx) => emptyIndexThatDisagrees(tx))
  test('empty the index at the next start: nothing is found by the words of another row', async () => {
    const [gone, ...words] = Array.from({ length: 4 }, newWords)
    const first = await publish(ann, { title: gone!, content: gone! })
    const other = await publish(ann, {})
    const reply = { content: newWords(), parentCommentId: null }
    const { comment } = await ann.post(`comments/post/${other.id}`, reply)
    for (const word of words) {
      const { id } = await publish(ann, { title: word, content: word })
      for (const content of [word, newWords()])
        await ann.post(`comments/post/${id}`, { content, parentCommentId: null })
    }
    await ann.delete(`comments/${comment.id}`)
    await ann.delete(`posts/${first.id}`)
    await restart()
    // An index that fits is left as it is.
    expect(await Promise.all(words.map(found))).toEqual([1, 1, 1])
    for (const table of ['posts', 'comments'] as const) {
      expect(agrees(storage.reader, table)).toBe(true)
      await renumber(table)
      expect(agrees(storage.reader, table)).toBe(false)
    }
    await restart()
    expect(await Promise.all(words.map(found))).toEqual([0, 0, 0])
    await fillSearch()
    expect(await Promise.all([gone!, ...words].map(found))).toEqual([0, 1, 1, 1])
    const { comments } = await ann.get(`search?q=${words[2]}&type=comments`)
    expect(comments.map((each: { comment: { content: string } }) => each.comment.content)).toEqual([words[2]!])
    for (const table of ['posts', 'comments'] as const) expect(agrees(storage.reader, table)).toBe(true)
    for (const table of ['posts', 'comments'])
      await execute(`INSERT INTO ${table}_search (${table}_search, rank) VALUES ('integrity-check', 1)`)
  })
  test('are not feared where texts have no words, or are long, quoted or of other letters', async () => {
    const titles = ['!!!', '😀😀', `"quoted" AND (NOT) ${'long '.repeat(20)}`, 'क्या यह सही है?', 'xyz'.repeat(34)]
    for (const title of titles) await publish(ann, { title, content: title })
    expect(agrees(storage.reader, 'posts')).toBe(true)
  })
})
