import { describe, expect, test } from 'bun:test'
import { addKey } from '../../../src/lib/crypto/keys'
import { ids, judgePost, newWords, publish } from '../../support/content'
import { type Data, expectData, expectWithout, fails, inHours, student, useCampus, Visitor } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'

const { ann, ben, admin } = await useCampus()
const stranger = new Visitor()

const minute = (time: string) => `${time.slice(0, 16)}:00.000Z`
const event = (over: object = {}) => ({ topic: 'Community Event', startsAt: inHours(24), place: 'Hall 4', ...over })
const written = (over: object) => ({ title: 'A title', content: newWords(), ...event(), ...over })
const idsOf = ({ posts }: Data) => ids(posts)
const agenda = async (by: Visitor, query = '') => expectData(await by.get(`events${query}`))
/** The lines of a calendar, unfolded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('date and place of a post', () => {
  test('are read where the post is, in UTC and to the minute, and other posts have neither', async () => {
    const post = await publish(ann, event({ startsAt: '2098-12-01T18:30:29.5+05:30', place: '  Hall 4 ' }))
    expect(post).toMatchObject({ startsAt: '2098-12-01T13:00:00.000Z', place: 'Hall 4' })
    const both = { startsAt: '2098-12-01T13:00:00.000Z', place: 'Hall 4' }
    for (const by of [stranger, ben.visitor]) {
      expect(expectData(await by.get(`posts/${post.id}`)).post).toMatchObject(both)
      expect(expectData(await by.get('posts?topic=community%20event')).posts[0]).toMatchObject(both)
    }
    const other = await publish(ann, { topic: 'Community Event' })
    expect('startsAt' in other || 'place' in other).toBe(false)
  })
  test('change, go one by one, and go with the topic', async () => {
    const { id } = await publish(ann, event({ startsAt: '2098-12-01T13:00:00Z' }))
    const change = async (body: object) => (await ann.patch(`posts/${id}`, body)).post
    expect(await change({ title: 'Another' })).toMatchObject({ startsAt: '2098-12-01T13:00:00.000Z', place: 'Hall 4' })
    expect(await change({ place: 'Lawn' })).toMatchObject({ startsAt: '2098-12-01T13:00:00.000Z', place: 'Lawn' })
    expect(await change({ startsAt: '2098-12-02T13:00:00Z' })).toMatchObject({ place: 'Lawn' })
    expect('place' in (await change({ place: null }))).toBe(false)
    expect('startsAt' in (await change({ topic: 'Showcase' }))).toBe(false)
    expect('startsAt' in (await change({ topic: 'Community Event' }))).toBe(false)
    await change({ startsAt: '2098-12-02T13:00:00Z', place: 'Lawn' })
    const emptied = await change({ startsAt: null })
    expect('startsAt' in emptied || 'place' in emptied).toBe(false)
    await expectRefused(() => ben.visitor.patch(`posts/${id}`, { startsAt: inHours(1) }), 'NOT_OWNER')
  })
  test('are kept as they were, for the author and moderators, when they or the texts change', async () => {
    const post = await publish(ann, event({ startsAt: '2098-12-01T13:00:00Z' }))
    const [title, both] = [post.title, { startsAt: '2098-12-01T13:00:00.000Z', place: 'Hall 4' }]
    const change = (body: object) => ann.patch(`posts/${post.id}`, body)
    const history = async (by: Visitor) => expectData(await by.get(`posts/${post.id}/history`)).versions
    await change({ place: 'Hall 4' })
    await change({ startsAt: '2098-12-01T13:00:00Z', topic: 'Community Event', isPrivate: false })
    expect(await history(ann.visitor)).toEqual([])
    await change({ place: 'Lawn' })
    await change({ title: 'Another' })
    await change({ topic: 'Showcase' })
    await change({ title: 'A third' })
    const versions = [
      { title: 'Another' },
      { title: 'Another', ...both, place: 'Lawn' },
      { title, ...both, place: 'Lawn' },
      { title, ...both },
    ].map((version) => ({ ...version, content: post.content, writtenAt: expect.any(String) }))
    for (const by of [ann.visitor, admin.visitor]) expect(await history(by)).toEqual(versions)
  })
  test('belong to the topic of events alone, which the refusal says', async () => {
    const send = (over: object) => () => ann.visitor.post('posts', written(over))
    const { body } = await expectRefused(send({ topic: 'Showcase' }), [400, 'VALIDATION_FAILED', 'startsAt'])
    expect(JSON.stringify(body)).toContain('Community Event')
    await expectRefused(send({ topic: 'Showcase', startsAt: null }), [400, 'VALIDATION_FAILED', 'place'])
    await expectRefused(send({ startsAt: null }), [400, 'VALIDATION_FAILED', 'startsAt'])
    const { id } = await publish(ann)
    await expectRefused(
      () => ann.visitor.patch(`posts/${id}`, { startsAt: inHours(1) }),
      [400, 'VALIDATION_FAILED', 'startsAt'],
    )
    await ann.post('posts', written({ topic: 'Showcase', startsAt: null, place: null }))
  })
  test('are a time that there is, with its zone, and a short place that the content policy allows', async () => {
    const times = ['2098-12-01', '2098-12-01T13:00:00', '2098-02-30T13:00:00Z', '1998-12-01T13:00:00Z']
    for (const startsAt of times)
      await expectRefused(
        () => ann.visitor.post('posts', written({ startsAt })),
        [400, 'VALIDATION_FAILED', 'startsAt'],
      )
    await expectRefused(
      () => ann.visitor.post('posts', written({ place: 'x'.repeat(201) })),
      [400, 'VALIDATION_FAILED', 'place'],
    )
    const shouted = written({ place: 'Heeeeeeeeeeeeeeeeeeeeeere' })
    await fails(ann.visitor.post('posts', shouted), 'CONTENT_POLICY_VIOLATION', 'place')
  })
  test('of a delayed post appear with it, and not before', async () => {
    const person = await student()
    const { delayedPost } = await person.post('posts/delayed', written({ place: 'Hidden grove' }))
    expect(delayedPost).toMatchObject({ place: 'Hidden grove' })
    for (const path of ['events', 'events.ics'])
      for (const by of [stranger, ben.visitor, person.visitor]) expectWithout((await by.get(path)).text, 'Hidden grove')
    await expectRefused(() => person.visitor.get(`posts/${delayedPost.id}/event.ics`), 'NOT_FOUND')
    const { post } = await person.post(`posts/delayed/${delayedPost.id}/publish`)
    expect(post.place).toBe('Hidden grove')
    expect((await stranger.get('events')).text).toContain('Hidden grove')
  })
})

test('GET /events has what begins from an hour on, the first first, page by page, and no posts without a date', async () => {
  const times = [50, 48, 49].map(inHours)
  const posts = []
  for (const startsAt of times) posts.push(await publish(ann, event({ startsAt, place: null })))
  const past = await publish(ann, event({ startsAt: inHours(-3) }))
  const plain = await publish(ann, { topic: 'Community Event' })
  const [last, first, second] = ids(posts)
  const span = `from=${minute(inHours(47))}&to=${inHours(51)}`
  expect(idsOf(await agenda(stranger, `?${span}`))).toEqual([first, second, last] as string[])
  const upcoming = idsOf(await agenda(stranger, '?limit=50'))
  expect(upcoming).not.toContain(past.id)
  expect(upcoming).not.toContain(plain.id)
  expect(idsOf(await agenda(stranger, `?from=${inHours(-4)}&to=${inHours(-2)}`))).toEqual([past.id])
  for (const end of ['9999-12-31', '9999-12-31T23:59:59-10:00'])
    expect(idsOf(await agenda(stranger, `?limit=50&to=${end}`))).toEqual(upcoming)
  const page = await agenda(stranger, `?limit=2&${span}`)
  expect(idsOf(page)).toEqual([first, second] as string[])
  const next = await agenda(stranger, `?limit=2&${span}&cursor=${page.meta.nextCursor}`)
  expect([idsOf(next), next.meta.nextCursor]).toEqual([[last], null])
  await expectRefused(() => stranger.get('events?cursor=x'), [400, 'VALIDATION_FAILED', 'cursor'])
  await expectRefused(() => stranger.get('events?from=soon'), [400, 'VALIDATION_FAILED', 'from'])
})

describe('calendars', () => {
  test('of one event: its texts, escaped, whoever wrote line breaks', async () => {
    const title = 'Tea; cake, and\r\nATTENDEE:mailto:x@y'
    const post = await publish(ann, event({ title, startsAt: '2098-12-01T13:00:00Z', place: 'Hall\nEND:VCALENDAR' }))
    const answer = await stranger.get(`posts/${post.id}/event.ics`)
    expect(answer.headers.get('content-type')).toBe('text/calendar;charset=utf-8')
    const lines = linesOf(answer.text)
    expect(lines).toContain('SUMMARY:Tea\\; cake\\, and\\nATTENDEE:mailto:x@y')
    expect(lines).toContain('LOCATION:Hall\\nEND:VCALENDAR')
    expect(lines).toContain('DTSTART:20981201T130000Z')
    expect(lines.filter((line) => /^(ATTENDEE|END:VCALENDAR)/.test(line))).toHaveLength(1)
    expectWithout(answer.text, ann.user.username)
    const plain = await publish(ann)
    await expectRefused(() => stranger.get(`posts/${plain.id}/event.ics`), 'NOT_FOUND')
  })
  test('name an event the same before and after a key is rotated, in its own and in that of all', async () => {
    const [post, other] = [await publish(ann, event()), await publish(ann, event())]
    const uids = async (path: string) => linesOf((await stranger.get(path)).text).filter((line) => /^UID:/.test(line))
    const before = await uids(`posts/${post.id}/event.ics`)
    addKey()
    expect(await uids(`posts/${post.id}/event.ics`)).toEqual(before)
    expect(await uids('events.ics')).toContain(before[0]!)
    expect(await uids(`posts/${other.id}/event.ics`)).not.toEqual(before)
  })
  test('of all public ones: no hidden one even for its author, and a tag that changes with them', async () => {
    const open = await publish(ann, event())
    const read = (by: Visitor, headers = {}) => by.get('events.ics', { headers })
    const first = await read(stranger)
    const etag = first.headers.get('etag') ?? ''
    expect((await read(stranger, { 'if-none-match': etag })).status).toBe(304)
    await ann.patch(`posts/${open.id}`, { place: 'Lawn' })
    const changed = await read(stranger, { 'if-none-match': etag })
    expect([changed.status, changed.text.includes('LOCATION:Lawn')]).toEqual([200, true])
    await judgePost(open.id, 'shadow_banned')
    expectWithout((await read(ann.visitor)).text, open.id.slice(-12))
  })
})
