import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { inMinutes, minuteOf, monthOf } from '../../../src/lib/text/coarse-time'
import { cursorText, readCursor } from '../../../src/lib/text/cursor'
import { postPage } from '../../../src/pages/post-page'
import { comment, ids, publish, report, select } from '../../support/content'
import { administrator, expectData, fails, later, type Person, student, useQuad, Visitor } from '../../support/kit'

await useQuad()
const [ann, ben] = [await student(), await student()]
const [admin, root] = [await administrator(), await administrator('superadmin')]
const anyone = new Visitor()

const HOUR_MS = 3_600_000
const COMING_HOUR = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
/** Before long, so that sessions last. */
const at = (minutes: number, seconds = 0) => new Date(COMING_HOUR + minutes * 60_000 + seconds * 1000).toISOString()
/** Half past and some seconds, not at the beginning of anything. */
const NOW = at(30, 27.813)
const MINUTE = at(30)
/** A part of every exact time of these tests, and of no coarse one. */
const EXACT = /T\d\d:\d\d:(?!00\.000)\d\d\.\d{3}Z/
const timeOf = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()

beforeEach(async () => {
  for (const who of [ann, ben])
    for (const { id } of (await who.get(`posts/user/${who.id}?limit=50`)).posts) await who.delete(`posts/${id}`)
})

async function written() {
  setSystemTime(new Date(NOW))
  const post = await publish(ann)
  const remark = await comment(ben, post.id)
  return { post, remark }
}

describe('posts and comments', () => {
  test('have whole minutes for others, wherever they show', async () => {
    const reader = await student()
    const { post, remark } = await written()
    await reader.post('bookmarks', { postId: post.id })
    const paths = [
      'posts',
      'posts?sortBy=updatedAt',
      `posts/${post.id}`,
      `posts/user/${ann.id}`,
      `posts/college/${ann.user.collegeId}`,
      `comments/post/${post.id}`,
    ]
    for (const path of paths) {
      const { text, status } = await anyone.get(path)
      expect([path, status, text.includes(MINUTE)]).toEqual([path, 200, true])
      expect([path, EXACT.exec(text)]).toEqual([path, null])
    }
    const page = JSON.stringify(await postPage(post.id))
    expect([page.includes(MINUTE), EXACT.exec(page)]).toEqual([true, null])
    for (const path of ['bookmarks/user', `posts/${post.id}`, 'posts'])
      expect([path, EXACT.exec((await reader.visitor.get(path)).text)]).toEqual([path, null])
    expect(EXACT.exec((await ann.visitor.get(`comments/${remark.id}`)).text)).toBeNull()
  })
  test('have exact times for their author and for administrators', async () => {
    const { post, remark } = await written()
    const times = { createdAt: NOW, updatedAt: NOW }
    expect(post).toMatchObject(times)
    expect(remark).toMatchObject(times)
    for (const { visitor } of [ann, admin, root])
      expect(expectData(await visitor.get(`posts/${post.id}`)).post).toMatchObject(times)
    for (const { visitor } of [ben, admin, root])
      expect(expectData(await visitor.get(`comments/${remark.id}`)).comment).toMatchObject(times)
  })
})

test('ids of what others see carry the minute, or no time at all', async () => {
  const { post, remark } = await written()
  const { id: reported } = await report(ben, post.id)
  const feedback = { type: 'bug', title: 'A fault', content: 'Something is broken.' }
  const told = (await ben.post('feedbacks', feedback)).feedback
  for (const id of [post.id, remark.id, reported, told.id]) expect(timeOf(id)).toBe(MINUTE)
  const vote = { targetType: 'post', targetId: post.id, voteType: 'upvote' }
  const cast = await ben.visitor.post('votes', vote)
  const { sessions } = await ben.get('auth/sessions')
  const requests = [cast.headers.get('x-request-id'), (await anyone.get('posts')).headers.get('x-request-id')]
  for (const id of [expectData(cast).vote.id, ...requests, ...ids(sessions)])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48]/)
})

test('accounts show the month of joining and the day of change, to everybody and to themselves', async () => {
  setSystemTime(new Date(NOW))
  const joined = await student()
  const times = { createdAt: `${NOW.slice(0, 7)}-01T00:00:00.000Z`, updatedAt: `${NOW.slice(0, 10)}T00:00:00.000Z` }
  expect(joined.user).toMatchObject(times)
  expect((await ben.get(`users/id/${joined.id}`)).user).toMatchObject(times)
  expect(await ben.get(`users/search/${joined.user.username}`)).toMatchObject([times])
  const managed = await root.visitor.get(`moderation/users/search?username=${joined.user.username}`)
  expect(expectData(managed).users).toMatchObject([times])
  expect(select('SELECT created_at FROM users WHERE id = ?', joined.id)).toEqual([{ created_at: monthOf(NOW) }])
})

test('what moderators read of students is in minutes: reports, feedback, college requests', async () => {
  const { post } = await written()
  await report(ben, post.id)
  await ben.post('feedbacks', { type: 'bug', title: 'A fault', content: 'It is broken.' })
  const place = { name: 'Wished College', emailDomain: 'wished.edu', city: 'Rivertown', state: 'Iowa' }
  expectData(await anyone.post('colleges/requests', { ...place, requestedByEmail: '1@wished.edu' }))
  for (const path of ['reports', 'admin/manage/reports', 'feedbacks', 'admin/college-requests']) {
    const { text, status } = await root.visitor.get(path)
    expect([path, status, text.includes(MINUTE), EXACT.exec(text)]).toEqual([path, 200, true, null])
  }
})

test('notifications are in minutes, and so are their ids', async () => {
  config.notifications = true
  const { remark } = await written()
  const [reply] = (await ann.get('notifications/list')).notifications
  expect(reply).toMatchObject({ commentId: remark.id, createdAt: MINUTE })
  expect(timeOf(reply.id)).toBe(MINUTE)
})

/** Nothing of the process before is left but the file. */
async function restart() {
  const file = storage.reader.sqlite.filename
  await storage.close()
  await storage.open({ file, synchronous: 'normal', checkpointer: false })
  dropAllCaches()
}

describe('cursors', () => {
  const decoded = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const cursorAt = (value: string | number, id = crypto.randomUUID()) => cursorText({ value, id })
  test('show the minute and the id, and hold the exact time for the server alone', () => {
    for (const value of [NOW, MINUTE, at(30, 59.999), 17]) {
      const id = crypto.randomUUID()
      const cursor = cursorAt(value, id)
      expect(readCursor(cursor)).toEqual({ value, id })
      expect(decoded(cursor).slice(0, 2)).toEqual([typeof value === 'string' ? minuteOf(value) : null, id])
    }
    const hidden = new Set(Array.from({ length: 200 }, () => decoded(cursorAt(NOW))[3]))
    expect(hidden.size).toBeGreaterThan(150)
  })
  test('of one’s own making are refused: they would ask what is older than a given second', async () => {
    const [value, id, signature, hidden] = decoded(cursorAt(NOW))
    const forged = [
      [NOW, id],
      [MINUTE, id],
      [value, id, signature, Number(hidden) ^ 1],
      [value, crypto.randomUUID(), signature, hidden],
      [at(31), id, signature, hidden],
      [value, id, 'x'.repeat(22), hidden],
      [17, id],
      [17, id, signature],
    ]
    for (const fields of forged) {
      const cursor = Buffer.from(JSON.stringify(fields)).toString('base64url')
      expect(() => readCursor(cursor)).toThrow()
      await fails(anyone.get(`posts?cursor=${cursor}`), 400)
    }
  })
  test('walk each post of a minute once, in the order of making and of editing, whoever asks, across restarts', async () => {
    setSystemTime(new Date(at(120)))
    const made: { id: string; by: Person }[] = []
    for (let n = 0; n < 24; n++) {
      later(Math.floor(Math.random() * 2_400))
      if (n % 8 === 7) await restart()
      const by = n % 3 === 0 ? ann : ben
      made.unshift({ id: (await publish(by)).id, by })
    }
    later(1_000)
    const edited = made[7]
    await edited!.by.patch(`posts/${edited!.id}`, { content: 'Edited' })
    for (const visitor of [anyone, ann.visitor, admin.visitor])
      for (const sortBy of ['createdAt', 'updatedAt']) {
        const walked: string[] = []
        let cursor = ''
        while (walked.length < made.length) {
          const { posts, meta } = expectData(await visitor.get(`posts?sortBy=${sortBy}&limit=5${cursor}`))
          expect(EXACT.exec(Buffer.from(meta.nextCursor ?? '', 'base64url').toString())).toBeNull()
          walked.push(...ids(posts))
          cursor = `&cursor=${meta.nextCursor}`
          await restart()
        }
        const last = sortBy === 'updatedAt' ? [edited!.id] : []
        const others = ids(made).filter((id) => !last.includes(id))
        expect(walked.slice(0, made.length)).toEqual([...last, ...others])
      }
  })
})

test('what is cut off a time', () => {
  expect(inMinutes({ createdAt: NOW, updatedAt: '2026-12-31T23:59:59.999Z' })).toEqual({
    createdAt: MINUTE,
    updatedAt: '2026-12-31T23:59:00.000Z',
  })
  expect(monthOf('2026-11-22T10:30:27.813Z')).toBe('2026-11-01T00:00:00.000Z')
})
