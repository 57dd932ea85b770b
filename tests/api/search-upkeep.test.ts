import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { countSegments, fillSearch } from '../../src/core/search/upkeep'
import { newWords, publish } from '../support/content'
import { expectData, student, useQuad } from '../support/kit'

await useQuad()
const ann = await student()
const found = async (word: string): Promise<number> =>
  expectData(await ann.visitor.get(`search?q=${word}`)).posts.length

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
  expectData(await ann.visitor.patch(`posts/${id}`, { content: edited }))
  expectData(await ann.visitor.delete(`posts/${other.id}`))
  const later = newWords()
  await publish(ann, { content: later })
  expect(await found(later)).toBe(1)
  await fillSearch()
  expect(await Promise.all([kept, edited, deleted, later].map(found))).toEqual([1, 1, 0, 1])
  await storage.write(async ({ sqlite }) =>
    sqlite.run("INSERT INTO posts_search (posts_search, rank) VALUES ('integrity-check', 1)"),
  )
})

test('many segments become few, and everything is still found', async () => {
  const words = Array.from({ length: 40 }, newWords)
  for (const content of words)
    await storage.write(async ({ sqlite }) =>
      sqlite.run(
        `INSERT INTO posts (id, college_id, branch, topic, title, content, created_at, updated_at)
         SELECT ?, college_id, '', 't', 'A title', ?, created_at, created_at FROM posts LIMIT 1`,
        [Bun.randomUUIDv7(), content],
      ),
    )
  expect(countSegments(storage.reader, 'posts')).toBeGreaterThan(12)
  await fillSearch()
  expect(countSegments(storage.reader, 'posts')).toBeLessThanOrEqual(12)
  expect(await Promise.all(words.map(found))).toEqual(words.map(() => 1))
  await storage.write(async ({ sqlite }) => sqlite.run("DELETE FROM posts WHERE topic = 't'"))
})
