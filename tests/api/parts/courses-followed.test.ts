import { describe, expect, setSystemTime, test } from 'bun:test'
import { addKey } from '../../../src/lib/crypto/keys'
import { tellFollowers } from '../../../src/parts/notifications/follow-news'
import { block, ids, judgePost, publish, select } from '../../support/content'
import {
  collegeId,
  expectData,
  expectWithout,
  inHours,
  later,
  type Person,
  sanction,
  student,
  useCampus,
  useNotifications,
  Visitor,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'

const { ann, admin } = await useCampus()
useNotifications()
const stranger = new Visitor()
const home = await collegeId('campus.edu')

let serial = 0
const add = async (): Promise<{ id: string; code: string; name: string }> =>
  (await admin.post('admin/courses', { code: `EE ${++serial}`, name: `Circuits ${serial}`, collegeId: home })).course
const follow = (by: Person, kind: string, target: string) => by.put('follows', { kind, target })
const event = (over: object = {}) => ({ topic: 'Community Event', startsAt: inHours(24), ...over })

describe('a followed course', () => {
  const told = async (by: Person) =>
    (await by.get('notifications/list')).notifications.filter(({ type }: { type: string }) => type === 'posted')
  async function afterwards() {
    later(20 * 60_000)
    await tellFollowers()
    setSystemTime()
  }
  test('tells of new posts in one line, and not of what is told of its topic; listed by its name, it can be let go', async () => {
    const [reader, both, { id, code, name }] = [await student(), await student(), await add()]
    for (const by of [reader, both]) await follow(by, 'course', id)
    await follow(both, 'topic', 'Showcase')
    expect((await reader.get('follows')).courses).toEqual([{ id, code, name }])
    for (let n = 0; n < 2; n++) await publish(ann, { course: id })
    await afterwards()
    const { topic: _, ...news } = (await told(reader))[0]
    expect(news).toMatchObject({ content: `2 new posts in ${code}`, course: { id, code }, postId: null })
    expect((await told(both)).map(({ content }: { content: string }) => content)).toEqual(['2 new posts in Showcase'])
    await reader.delete('follows', { kind: 'course', target: id })
    await publish(ann, { course: id })
    await afterwards()
    expect(await told(reader)).toHaveLength(1)
    await expectRefused(() => reader.visitor.put('mutes', { kind: 'course', target: id }), 'VALIDATION_FAILED')
  })
})

test('an event that names a course is a date of it', async () => {
  const [one, other] = [await add(), await add()]
  const exam = await publish(ann, event({ course: one.id }))
  await publish(ann, event({ course: other.id }))
  await publish(ann, { course: one.id })
  const dates = expectData(await stranger.get(`events?course=${one.id}`))
  expect(ids(dates.posts)).toEqual([exam.id])
})

describe('a private calendar', () => {
  const made = async (by: Person): Promise<string> => new URL((await by.post('calendar')).url).pathname
  const open = (path: string) => stranger.get(path)
  const titles = async (path: string) =>
    [...(await open(path)).text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title)

  test('has the coming events of what its owner follows and may read, for whoever has the address', async () => {
    const [reader, author, { id: course }] = [await student(), await student(), await add()]
    const { id: own } = reader
    const path = await made(reader)
    const send = (title: string, over: object) => publish(author, event({ title, ...over }))
    await send('Of the course', { course })
    const post = await send('Of a post', {})
    await send('Of nothing', {})
    await send('For one college', { course, isPrivate: true })
    await send('Long ago', { course, startsAt: '2020-01-01T10:00:00Z' })
    const removed = await send('Removed', { course })
    await judgePost(removed.id, 'banned')
    expect(await titles(path)).toEqual([])
    await follow(reader, 'course', course)
    await follow(reader, 'post', post.id)
    expect((await titles(path)).sort()).toEqual(['For one college', 'Of a post', 'Of the course'])
    const answer = await open(path)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expectWithout(answer.text, own, author.id)
    await block(reader, author.id)
    expect(await titles(path)).toEqual([])
  })
  test('has one address, told once and stored as a hash, until another one replaces it, it is revoked or its owner may not read', async () => {
    const reader = await student()
    expect(await reader.get('calendar')).toEqual({ since: null })
    const first = await made(reader)
    expect((await reader.get('calendar')).since).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
    expectWithout(select('SELECT * FROM calendars'), first.slice(10, 53))
    const missing = async (path: string) => {
      const { status, headers } = await open(path)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
    const second = await made(reader)
    await missing(first)
    addKey()
    expect((await open(second)).status).toBe(200)
    for (const wrong of [
      '/calendar/x.ics',
      `/calendar/${'A'.repeat(43)}.ics`,
      second.replace('.ics', ''),
      `${second}x`,
    ])
      await missing(wrong)
    await sanction(reader.id, { kind: 'suspension', reason: 'spam', endsAt: inHours(24) })
    await missing(second)
    expectData(await reader.visitor.delete('calendar'))
    await missing(second)
    expect(await reader.get('calendar')).toEqual({ since: null })
  })
})
