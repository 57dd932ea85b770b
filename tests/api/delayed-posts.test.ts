import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { startDelayedTexts } from '../../src/core/delayed/delayed'
import { waitingPosts } from '../../src/core/posts/delayed'
import { execute, newWords, select } from '../support/content'
import {
  administrator,
  BLOCK,
  type Data,
  expectData,
  fails,
  HOUR,
  later,
  type Person,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { auditEntries } from '../support/traces'

await useQuad()
const anyone = new Visitor()
const [ben, admin, root] = [await student(), await administrator(), await administrator('superadmin')]
let ann: Person
beforeEach(async () => {
  ann = await student()
})

const words = () => ({ title: 'From the reading room', content: newWords(), topic: 'Showcase' })
const delay = async (by: Person, over: object = {}): Promise<Data> =>
  (await by.post('posts/delayed', { ...words(), ...over })).delayedPost
const waiting = async (by: Person): Promise<Data[]> => (await by.get('posts/delayed')).delayedPosts
const published = async ({ id }: Person): Promise<Data[]> => expectData(await anyone.get(`posts/user/${id}`)).posts
const stored = (id: string) => select('SELECT publish_at FROM delayed_posts WHERE id = ?', id)[0]

describe('a delayed post', () => {
  test('is changed a little once it has appeared, and written again once it was deleted', async () => {
    const content = `${newWords()} ${newWords()}`
    const { id } = await delay(ann, { content })
    const { post } = await ann.post(`posts/delayed/${id}/publish`)
    await fails(ann.visitor.post('posts', { ...words(), content }), 'DUPLICATE')
    await ann.patch(`posts/${post.id}`, { title: 'From the reading rooms' })
    const other = await delay(ann)
    await ann.delete(`posts/delayed/${other.id}`)
    const { title, content: again, topic } = other
    await ann.post('posts', { title, content: again, topic })
  })
  test('waits where its author alone sees it', async () => {
    const made = await delay(ann)
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      title: 'From the reading room',
      content: expect.any(String),
      topic: 'Showcase',
      isPrivate: false,
      alias: false,
      state: 'waiting',
    })
    expect(await waiting(ann)).toEqual([made])
    for (const other of [ben, admin, root]) {
      expect(await waiting(other)).toEqual([])
      await fails(other.visitor.get(`posts/${made.id}`), 404)
      await fails(other.visitor.post(`posts/delayed/${made.id}/publish`), 'NOT_FOUND')
      await fails(other.visitor.delete(`posts/delayed/${made.id}`), 'NOT_FOUND')
      for (const path of ['posts?limit=50', `posts/user/${ann.id}`, 'posts?sortBy=updatedAt&limit=50'])
        expect((await other.visitor.get(path)).text).not.toContain(made.content)
    }
    expect(await waiting(ann)).toEqual([made])
  })
  test('appears within the hour, once, with the time and the id of that moment', async () => {
    const written = Math.ceil(Date.now() / 60_000) * 60_000 + 27_813
    setSystemTime(new Date(written))
    const made = await delay(ann)
    const dueAt = Date.parse(stored(made.id)?.publish_at ?? '')
    expect(dueAt).toBeWithin(written, written + HOUR + 1)
    setSystemTime(new Date(dueAt - 1))
    await waitingPosts.publishDue()
    expect(await published(ann)).toEqual([])
    setSystemTime(new Date(dueAt + 61_000))
    await waitingPosts.publishDue()
    await waitingPosts.publishDue()
    const [post, ...others] = await published(ann)
    expect(others).toEqual([])
    const minute = new Date(dueAt + 61_000).toISOString().slice(0, 16)
    expect(post).toMatchObject({ content: made.content, postedBy: { id: ann.id } })
    expect([post.createdAt, post.updatedAt]).toEqual([`${minute}:00.000Z`, `${minute}:00.000Z`])
    const idTime = Number.parseInt(post.id.slice(0, 8) + post.id.slice(9, 13), 16)
    expect(new Date(idTime).toISOString()).toBe(`${minute}:00.000Z`)
    expect(await waiting(ann)).toEqual([])
  })
  test('appears at moments that differ; ten wait at most', async () => {
    const moments = new Set<string | null | undefined>()
    for (let n = 0; n < 8; n++) moments.add(stored((await delay(ann)).id)?.publish_at?.slice(0, 16))
    expect(moments.size).toBeGreaterThan(3)
    for (let n = 0; n < 2; n++) await delay(ann)
    await fails(ann.visitor.post('posts/delayed', words()), 'CONFLICT')
    expect(await waiting(ann)).toHaveLength(10)
  })
  test('is published at once, or deleted, by its author', async () => {
    const [one, two] = [await delay(ann), await delay(ann, { isPrivate: true })]
    const { post } = await ann.post(`posts/delayed/${one.id}/publish`)
    expect(post).toMatchObject({ title: one.title, content: one.content, isPrivate: false })
    expectData(await anyone.get(`posts/${post.id}`))
    await fails(ann.visitor.post(`posts/delayed/${one.id}/publish`), 'NOT_FOUND')
    await ann.delete(`posts/delayed/${two.id}`)
    await fails(ann.visitor.delete(`posts/delayed/${two.id}`), 'NOT_FOUND')
    expect(await waiting(ann)).toEqual([])
    later(HOUR)
    await waitingPosts.publishDue()
    expect(await published(ann)).toHaveLength(1)
  })
  test('that was due while nobody looked appears at another moment of the hour: two of one author must not come together', async () => {
    const made = [await delay(ann), await delay(ann), await delay(ann)]
    later(HOUR)
    const began = Date.now()
    await startDelayedTexts([waitingPosts])()
    const times = select('SELECT publish_at AS at FROM delayed_posts WHERE author_id = ?', ann.id).map(
      ({ at }) => Date.parse(at) - began,
    )
    expect([times.length, new Set(times).size]).toEqual([3, 3])
    expect(times.every((ms) => ms >= 0 && ms < 3_660_000)).toBe(true)
    later(HOUR)
    await waitingPosts.publishDue()
    const contents = (await published(ann)).map(({ content }) => content)
    expect(contents.toSorted()).toEqual(made.map(({ content }) => content).toSorted())
  })
  test('is checked when it is written', async () => {
    await fails(ann.visitor.post('posts/delayed', { ...words(), topic: 'None' }), 'VALIDATION_FAILED')
    const content = 'You should kill yourself'
    await fails(ann.visitor.post('posts/delayed', { ...words(), content }), 'CONTENT_POLICY_VIOLATION')
    const body = words()
    await ann.post('posts/delayed', body)
    await fails(ann.visitor.post('posts', body), 'DUPLICATE')
    expect(await waiting(ann)).toHaveLength(1)
  })
})

describe('an author who may not write when it is due', () => {
  test('decides after the sanction: it is held, and not published by itself', async () => {
    const made = await delay(ann)
    await sanction(ann.id, BLOCK, admin.id)
    later(HOUR)
    await waitingPosts.publishDue()
    expect(await published(ann)).toEqual([])
    expect(await waiting(ann)).toEqual([{ ...made, state: 'held' }])
    await fails(ann.visitor.post(`posts/delayed/${made.id}/publish`), 403)
    await execute('DELETE FROM sanctions')
    await waitingPosts.publishDue()
    expect(await published(ann)).toEqual([])
    await ann.delete(`posts/delayed/${made.id}`)
  })
  test('takes it along when the account is deleted', async () => {
    const made = await delay(ann)
    await ann.delete('auth/account')
    expect(stored(made.id)).toBeUndefined()
    later(HOUR)
    await waitingPosts.publishDue()
    expect((await anyone.get('posts?limit=50')).text).not.toContain(made.content)
  })
})

test('nothing tells administrators when it was written', async () => {
  const made = await delay(ann)
  const log = async ({ visitor }: Person) => (await visitor.get('admin/manage/logs?limit=100')).text
  for (const who of [admin, root]) expect(await log(who)).not.toMatch(new RegExp(`${made.id}|delayed`))
  later(HOUR)
  await waitingPosts.publishDue()
  const [post] = await published(ann)
  const entry = auditEntries(post.id).at(-1)
  expect(entry).toMatchObject({ action: 'user:created:post', actorId: ann.id, ip: null, requestId: null })
  expect(JSON.stringify(entry)).not.toContain(made.id)
})
