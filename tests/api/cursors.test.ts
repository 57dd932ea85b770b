import { describe, expect, test } from 'bun:test'
import { readCursor } from '../../src/lib/cursor'
import { publish } from '../support/content'
import { type Data, expectData, student, useQuad, Visitor } from '../support/kit'

let postId = ''
const anybody = new Visitor()
await useQuad()
const author = await student()
for (let n = 0; n < 23; n++) {
  const body = { title: `Post ${n}`, content: 'Words.', topic: n % 2 ? 'Showcase' : 'Off-topic' }
  postId = (await publish(author, body)).id
  if (n % 3 === 0) await anybody.post(`posts/${postId}/view`)
}
for (let n = 0; n < 17; n++)
  expectData(
    await author.visitor.post(`comments/post/${postId}`, { content: `Remark ${n}`, parentCommentId: null }),
    201,
  )

/** Every id that a walk by cursor shows, and the pages it took. */
async function walked(path: string, key: 'posts' | 'comments'): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const data: Data = expectData(await anybody.get(`${path}${cursor === null ? '' : `&cursor=${cursor}`}`))
    ids.push(...data[key].map(({ id }: { id: string }) => id))
    cursor = data.meta.nextCursor
    expect(data.meta.hasMore).toBe(cursor !== null)
    pages++
  } while (cursor !== null && pages < 50)
  return { ids, pages }
}

const all = async (path: string, key: 'posts' | 'comments', limit: number): Promise<string[]> =>
  expectData(await anybody.get(`${path}&limit=${limit}`))[key].map(({ id }: { id: string }) => id)

describe('a walk by cursor shows what the pages show, once each', () => {
  for (const sortBy of ['createdAt', 'updatedAt', 'views'])
    for (const sortOrder of ['asc', 'desc'])
      test(`posts by ${sortBy}, ${sortOrder}`, async () => {
        const list = `posts?sortBy=${sortBy}&sortOrder=${sortOrder}`
        const { ids, pages } = await walked(`${list}&limit=5`, 'posts')
        expect(ids).toEqual(await all(list, 'posts', 50))
        expect([ids.length, pages]).toEqual([23, 5])
      })
  test('posts of a topic, and of an author', async () => {
    for (const list of ['posts?topic=showcase', `posts/user/${author.id}?sortBy=createdAt`])
      expect((await walked(`${list}&limit=4`, 'posts')).ids).toEqual(await all(list, 'posts', 50))
  })
  for (const sortOrder of ['asc', 'desc'])
    test(`comments, ${sortOrder}`, async () => {
      const list = `comments/post/${postId}?sortOrder=${sortOrder}`
      const { ids } = await walked(`${list}&limit=5`, 'comments')
      expect(ids).toEqual(await all(list, 'comments', 100))
      expect(ids.length).toBe(17)
    })
})

test('what is published meanwhile shifts nothing', async () => {
  const first = expectData(await anybody.get('posts?limit=5'))
  await publish(author, { title: 'Just now', content: 'Words.', topic: 'Off-topic' })
  const second = expectData(await anybody.get(`posts?limit=5&cursor=${first.meta.nextCursor}`))
  const ids = [...first.posts, ...second.posts].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(10)
})

test('a cursor that no list has given is refused', async () => {
  for (const cursor of [
    'x',
    'W10',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('{"a":1}').toString('base64url'),
  ]) {
    expect(() => readCursor(cursor)).toThrow('Must be a cursor')
    for (const list of ['posts', `comments/post/${postId}`]) {
      const answer = await anybody.get(`${list}?cursor=${cursor}`)
      expect([answer.status, answer.code, answer.body.errors?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', 'cursor'])
    }
  }
})
