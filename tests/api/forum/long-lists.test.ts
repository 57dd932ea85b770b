import { afterEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { blockUser } from '../../../src/campus/accounts/service'
import { type ListFilter, listPosts } from '../../../src/forum/posts/lists'
import type { Viewer } from '../../../src/ground/access/account'
import { recountCounters } from '../../../src/keeping/maintenance/recount'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { readCursor } from '../../../src/lib/text/cursor'
import { comment, enroll, ids, publish, viewerOf } from '../../support/content'
import {
  collegeId,
  type Data,
  expectData,
  fails,
  numberedId,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'

// Lists that are long enough for a page to be far from the beginning, and pairs of filters that few of many posts fit.
const POSTS = 400
const BLOCKED_EVERY = 3
/** Of a college of its own. */
const RARE = [7, 201, 391]

await useQuad()
const home = await collegeId('campus.edu')
const rare = await collegeId('rare.edu')
const [one, other, looker] = await storage.write(async (tx) => [
  await enroll(tx, home),
  await enroll(tx, home),
  await enroll(tx, home),
])
const blocked = other as string
await storage.write(async (tx) => {
  const insert = tx.sqlite.prepare(`
    INSERT INTO posts (id, author_id, college_id, branch, topic, title, content, created_at, updated_at)
    VALUES (?1, ?2, ?3, 'CSE', 'Showcase', 't', 'c', ?4, ?4) RETURNING key`)
  const count = tx.sqlite.prepare('INSERT INTO post_stats (post, views, hot_score) VALUES (?, ?, 0)')
  for (let n = 0; n < POSTS; n++) {
    const [author, college] = [n % BLOCKED_EVERY === 0 ? other : one, RARE.includes(n) ? rare : home]
    const at = new Date(1_770_000_000_000 + n * 1000).toISOString()
    const { key } = insert.get(numberedId(n), author as string, college, at) as { key: number }
    count.run(key, n % 50)
  }
  await recountCounters(tx)
  tx.afterCommit(dropAllCaches)
})
const reader = await viewerOf(looker as string)
await blockUser(reader, blocked)

type SortBy = 'createdAt' | 'views'

async function everyPage(viewer: Viewer | null, filter: ListFilter, sortBy: SortBy, limit = 30) {
  const shown: string[] = []
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const { posts, meta } = await listPosts(viewer, filter, { page, limit, sortBy, sortOrder: 'desc' })
    shown.push(...ids(posts))
    expect(meta.total).toBeGreaterThanOrEqual(shown.length)
    pages = meta.totalPages
  }
  return shown
}

/** The same from the rows themselves, in the order of the list. */
const expected = (sortBy: SortBy, fits: (n: number) => boolean) =>
  Array.from({ length: POSTS }, (_, n) => n)
    .filter(fits)
    .map(numberedId)
    .sort((a, b) => placeOf(sortBy, b) - placeOf(sortBy, a) || (a < b ? 1 : -1))
function placeOf(sortBy: SortBy, id: string): number {
  const n = Number(id.slice(-12))
  return sortBy === 'views' ? n % 50 : n
}

const isRare = (n: number) => RARE.includes(n)
const isByBlocked = (n: number) => n % BLOCKED_EVERY === 0

describe.each(['createdAt', 'views'] as const)('every page of a list by %s', (sortBy) => {
  test('leaves out blocked authors, near the beginning and far from it', async () => {
    for (const filter of [{}, { topic: 'Showcase' }, { topic: 'Showcase', branch: 'CSE' }])
      expect(await everyPage(reader, filter, sortBy)).toEqual(expected(sortBy, (n) => !isByBlocked(n)))
    expect(await everyPage(null, {}, sortBy)).toEqual(expected(sortBy, () => true))
  })
  test('holds the few that fit several filters, whichever of them chooses the index', async () => {
    for (const filter of [
      { topic: 'Showcase', collegeId: rare },
      { branch: 'CSE', collegeId: rare },
      { topic: 'Showcase', branch: 'CSE', collegeId: rare },
    ]) {
      expect(await everyPage(null, filter, sortBy, 2)).toEqual(expected(sortBy, isRare))
      expect(await everyPage(reader, filter, sortBy, 2)).toEqual(expected(sortBy, (n) => isRare(n) && !isByBlocked(n)))
    }
  })
})

const anybody = new Visitor()
const author = await student()
afterEach(async () => {
  for (const { id } of (await author.get(`posts/user/${author.id}`)).posts) await author.delete(`posts/${id}`)
})
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

describe('a walk by cursor shows every record once, in order', () => {
  const pages = Math.ceil(POSTS / 30)
  for (const sortBy of ['createdAt', 'updatedAt', 'views'])
    for (const sortOrder of ['asc', 'desc'])
      test(`posts by ${sortBy}, ${sortOrder}`, async () => {
        const ids = expected(sortBy === 'views' ? sortBy : 'createdAt', () => true)
        if (sortOrder === 'asc') ids.reverse()
        const list = `posts?sortBy=${sortBy}&sortOrder=${sortOrder}&limit=30`
        expect(await walked(list, 'posts')).toEqual({ ids, pages })
      })
  test('posts of a topic, and of an author', async () => {
    await publish(author, { topic: 'Off-topic' })
    const all = expected('createdAt', () => true)
    expect((await walked('posts?topic=showcase&limit=30', 'posts')).ids).toEqual(all)
    const { ids } = await walked(`posts/user/${other}?sortBy=createdAt&limit=30`, 'posts')
    expect(ids).toEqual(expected('createdAt', isByBlocked))
  })
  test('comments', async () => {
    const { id } = await publish(author)
    const ids = await times(17, async () => (await comment(author, id)).id)
    const walk = (sortOrder: string) => walked(`comments/post/${id}?sortOrder=${sortOrder}&limit=5`, 'comments')
    expect(await walk('asc')).toEqual({ ids, pages: 4 })
    expect(await walk('desc')).toEqual({ ids: ids.toReversed(), pages: 4 })
  })
})

test('what is published meanwhile shifts nothing', async () => {
  const first = expectData(await anybody.get('posts?limit=5'))
  await publish(author)
  const second = expectData(await anybody.get(`posts?limit=5&cursor=${first.meta.nextCursor}`))
  const ids = [...first.posts, ...second.posts].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(10)
})

test('a cursor that no list has given is refused', async () => {
  const { id } = await publish(author)
  for (const cursor of [
    'x',
    'W10',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('{"a":1}').toString('base64url'),
  ]) {
    expect(() => readCursor(cursor)).toThrow('Must be a cursor')
    for (const list of ['posts', `comments/post/${id}`]) {
      await fails(anybody.get(`${list}?cursor=${cursor}`), 'VALIDATION_FAILED', 'cursor')
    }
  }
})
