import { expect, mock, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { indexNext, takeThreadOutOfSearch } from '../../../src/ground/search-index'
import { indexNew } from '../../../src/parts/search/upkeep'
import { addCounts, comment, newWords, publish } from '../../support/content'
import { student, useQuad } from '../../support/kit'
import { checkSearch } from '../../support/search-index'

await useQuad()
const ann = await student()
const found = async (word: string, type: 'posts' | 'comments' = 'posts'): Promise<number> =>
  (await ann.get(`search?q=${word}&type=${type}`))[type].length

const check = () => storage.write(async (tx) => checkSearch(tx))

const copies = (...contents: string[]) =>
  storage.write(async (tx) => {
    for (const content of contents)
      tx.sqlite.run(
        `INSERT INTO posts (id, college_id, branch, topic, title, content, created_at, updated_at)
         SELECT ?, college_id, '', 't', 'A title', ?, created_at, created_at FROM posts LIMIT 1`,
        [Bun.randomUUIDv7(), content],
      )
    addCounts(tx)
  })

test('a search finds what was committed before it, by its present words', async () => {
  const [first, second, said, corrected] = [newWords(), newWords(), newWords(), newWords()]
  const { id } = await publish(ann, { content: first })
  const { id: commentId } = await comment(ann, id, { content: said })
  expect(await Promise.all([found(first), found(said, 'comments')])).toEqual([1, 1])
  await ann.patch(`posts/${id}`, { content: second })
  await ann.patch(`comments/${commentId}`, { content: corrected })
  expect(await Promise.all([first, second].map((word) => found(word)))).toEqual([0, 1])
  expect(await Promise.all([said, corrected].map((word) => found(word, 'comments')))).toEqual([0, 1])
  await ann.delete(`comments/${commentId}`)
  await ann.delete(`posts/${id}`)
  expect(await Promise.all([found(second), found(corrected, 'comments')])).toEqual([0, 0])
  await check()
})

test('so do suggestions', async () => {
  const title = newWords()
  const { id } = await publish(ann, { title })
  expect((await ann.get(`search/suggestions?q=${title}`)).posts).toEqual([{ id, title }])
})

test('what is changed or deleted before it is indexed is found as it is', async () => {
  const [before, after, deleted] = [newWords(), newWords(), newWords()]
  const [{ id }, gone] = [await publish(ann, { content: before }), await publish(ann, { content: deleted })]
  await ann.patch(`posts/${id}`, { content: after })
  await ann.delete(`posts/${gone.id}`)
  expect(await Promise.all([before, after, deleted].map((word) => found(word)))).toEqual([0, 1, 0])
  await check()
})

test('a comment is deleted with its post, and an account’s texts with it', async () => {
  const [leaver, post] = [await student(), await publish(ann)]
  const [said, replied, written] = [newWords(), newWords(), newWords()]
  const { id: parentCommentId } = await comment(leaver, post.id, { content: said })
  await comment(ann, post.id, { content: replied, parentCommentId })
  const left = await publish(leaver, { content: written })
  await comment(ann, left.id)
  expect(await Promise.all([found(said, 'comments'), found(written)])).toEqual([1, 1])
  await leaver.delete('auth/account')
  expect(await Promise.all([found(said, 'comments'), found(written), found(replied, 'comments')])).toEqual([0, 0, 1])
  await check()
  await ann.delete(`posts/${post.id}`)
  expect(await found(replied, 'comments')).toBe(0)
  await check()
})

test('a long thread is deleted in steps, and its words with it', async () => {
  const { id } = await publish(ann)
  const words = Array.from({ length: 12 }, newWords)
  for (const content of words) await comment(ann, id, { content })
  expect(await Promise.all(words.map((word) => found(word, 'comments')))).toEqual(words.map(() => 1))
  await ann.delete(`posts/${id}`)
  await check()
})

test('a batch that fails leaves the index as it was, and the next one has it all', async () => {
  const word = newWords()
  await publish(ann, { content: word })
  const failing = storage.write(async (tx) => {
    indexNext(tx, 'posts')
    throw new Error('half way')
  })
  await expect(failing).rejects.toThrow('half way')
  await check()
  expect(await found(word)).toBe(1)
})

test('where nobody can write, a search finds what is indexed', async () => {
  const [indexed, later] = [newWords(), newWords()]
  await publish(ann, { content: indexed })
  expect(await found(indexed)).toBe(1)
  await publish(ann, { content: later })
  spyOn(storage, 'write').mockRejectedValue(new StorageUnavailable('full'))
  expect(await Promise.all([indexed, later].map((word) => found(word)))).toEqual([1, 0])
  mock.restore()
  expect(await found(later)).toBe(1)
})

test('a search waits for more than one write takes, and searches that come together for the same writes', async () => {
  const words = Array.from({ length: 45 }, newWords)
  await publish(ann)
  await indexNew('posts')
  await copies(...words)
  const write = spyOn(storage, 'write')
  expect(await Promise.all(words.map((word) => found(word)))).toEqual(words.map(() => 1))
  expect(write.mock.calls.length).toBe(3)
  await storage.write(async (tx) => {
    const made = tx.sqlite.query<{ id: string }, []>("SELECT id FROM posts WHERE topic = 't'").all()
    for (const { id } of made) takeThreadOutOfSearch(tx, id)
    tx.sqlite.run("DELETE FROM posts WHERE topic = 't'")
  })
})
