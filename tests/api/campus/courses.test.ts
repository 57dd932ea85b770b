import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { ids, judgePost, newWords, publish } from '../../support/content'
import { collegeId, expectData, MISSING_ID, student, useCampus, Visitor } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions } from '../../support/traces'

const { ann, ben, admin } = await useCampus()
const stranger = new Visitor()
const home = await collegeId('campus.edu')
const elsewhere: { id: string } = await admin.post('admin/colleges/create', {
  ...{ name: 'Hill College', emailDomain: 'hill.edu', city: 'Rivertown', state: 'Iowa', branches: [] },
})

let serial = 0
const words = () => ({ code: `CS ${++serial}`, name: `Computing ${serial}` })
type Course = { id: string; code: string; name: string; state: string }
const add = async (over: object = {}): Promise<Course> =>
  (await admin.post('admin/courses', { ...words(), collegeId: home, ...over })).course
const change = (id: string, body: object) => admin.visitor.patch(`admin/courses/${id}`, body)
const listed = async (by: Visitor, query = ''): Promise<Course[]> =>
  expectData(await by.get(`courses?collegeId=${home}${query}`)).courses
const named = async (id: string) => expectData(await stranger.get(`posts/${id}`)).post.course
const postsOf = async (query: string, by = stranger) => expectData(await by.get(`posts?${query}`))

describe('a list of courses', () => {
  test('is found by code and name, and kept by moderators, whose acts are in the log', async () => {
    const course = await add({ code: 'MA 101', name: 'Linear Algebra' })
    for (const q of ['ma1', 'MA 10', 'linear', 'ALGEBRA'])
      expect(ids(await listed(stranger, `&q=${encodeURIComponent(q)}`))).toEqual([course.id])
    expect(await listed(stranger, '&q=physics')).toEqual([])
    expect(expectData(await change(course.id, { name: 'Algebra I' })).course).toEqual({ ...course, name: 'Algebra I' })
    expect(expectData(await change(course.id, { state: 'closed' })).course.state).toBe('closed')
    expect(expectData(await stranger.get(`courses/${course.id}`)).course.state).toBe('closed')
    await change(course.id, { state: 'open' })
    expectData(await admin.visitor.delete(`admin/courses/${course.id}`))
    await expectRefused(() => stranger.get(`courses/${course.id}`), 'NOT_FOUND')
    expect(auditActions(admin.id).slice(-5)).toEqual([
      'admin:created:course',
      ...Array.from({ length: 3 }, () => 'admin:updated:course'),
      'admin:deleted:course',
    ])
  })
  test('has a code once, in any case and with any spaces, and none that only looks like another', async () => {
    const { code } = await add({ code: 'PH 1O1' })
    const refused: [over: object, outcome: Parameters<typeof expectRefused>[1]][] = [
      [{ code: 'ph1o1' }, 'CONFLICT'],
      [{ code: ` P H 1O1 ` }, 'CONFLICT'],
      [{ code: 'PH 101' }, [400, 'VALIDATION_FAILED', 'code']],
      [{ code: 'PНY' }, [400, 'VALIDATION_FAILED', 'code']],
      [{ name: 'Phys\u200bics' }, [400, 'VALIDATION_FAILED', 'name']],
      [{ code: '' }, [400, 'VALIDATION_FAILED', 'code']],
      [{ code: 'C'.repeat(31) }, [400, 'VALIDATION_FAILED', 'code']],
      [{ name: 'A' }, [400, 'VALIDATION_FAILED', 'name']],
      [{ collegeId: MISSING_ID }, [400, 'VALIDATION_FAILED', 'collegeId']],
    ]
    for (const [over, outcome] of refused)
      await expectRefused(() => admin.visitor.post('admin/courses', { ...words(), collegeId: home, ...over }), outcome)
    expect((await add({ code, collegeId: elsewhere.id })).code).toBe(code)
    const other = await add()
    await expectRefused(() => change(other.id, { code: 'ph 1o1' }), 'CONFLICT')
    await expectRefused(() => change(other.id, {}), [400, 'VALIDATION_FAILED'])
    await expectRefused(() => change(MISSING_ID, { state: 'open' }), 'NOT_FOUND')
  })
})

describe('a proposal', () => {
  test('waits where only moderators see it, without whose it is, and is accepted or refused', async () => {
    const [first, second] = [words(), words()]
    const { course } = await ann.post('courses/proposals', first)
    expect(course).toMatchObject({ ...first, state: 'proposed' })
    const refused = (await ann.post('courses/proposals', second)).course
    expect(ids(await listed(ann.visitor))).not.toContain(course.id)
    await expectRefused(() => ann.visitor.get(`courses/${course.id}`), 'NOT_FOUND')
    await expectRefused(() => ann.visitor.put('follows', { kind: 'course', target: course.id }), 'NOT_FOUND')
    const waiting = await admin.get(`admin/courses?collegeId=${home}`)
    expect(waiting.courses.slice(0, 2)).toEqual([course, refused])
    expect(JSON.stringify(waiting)).not.toContain(ann.id)
    const again = () => ben.visitor.post('courses/proposals', { ...first, name: 'Another' })
    await expectRefused(again, 'CONFLICT')
    expect((await again()).text).not.toContain(first.name)
    await expectRefused(() => change(course.id, { state: 'closed' }), 'CONFLICT')
    await change(course.id, { state: 'open' })
    expectData(await admin.visitor.delete(`admin/courses/${refused.id}`))
    expect(ids(await listed(ann.visitor))).toContain(course.id)
    expect(auditActions(admin.id).slice(-2)).toEqual(['admin:approved:course', 'admin:refused:course'])
    expect(auditActions(ann.id).some((action) => action.includes('course'))).toBe(false)
  })
  test('is one of three in a day', async () => {
    config.rateLimits = true
    const eager = await student()
    for (let n = 0; n < 3; n++) await eager.post('courses/proposals', words())
    await expectRefused(() => eager.visitor.post('courses/proposals', words()), 'RATE_LIMITED')
    config.rateLimits = false
  })
})

describe('an import', () => {
  const send = (csv: string) => admin.visitor.post('admin/courses/csv', { collegeId: home, csv })
  const codes = async () => (await listed(stranger, '&limit=1000')).map(({ code, name }) => `${code}|${name}`)

  test('takes quotes, a byte order mark, any line ends, tabs and a heading; again, it adds nothing', async () => {
    const csv = '\uFEFFCode,Name\r\nIM1,"Data, and ""more"""\r\n\r\nIM2\tNetworks, wired\nIM3 , हिन्दी साहित्य \n'
    expect(expectData(await send(csv))).toEqual({ added: 3, unchanged: 0 })
    expect(expectData(await send(csv))).toEqual({ added: 0, unchanged: 3 })
    const expected = ['IM1|Data, and "more"', 'IM2|Networks, wired', 'IM3|हिन्दी साहित्य']
    expect((await codes()).filter((each) => each.startsWith('IM'))).toEqual(expected)
  })
  test('adds nothing where a line is wrong, and tells each by its number', async () => {
    const taken = await add()
    const before = await codes()
    const wrong: [line: string, message: string][] = [
      ['ZZ1', 'a comma between'],
      ['ZZ2,Data, Structures', 'a comma between'],
      ['ZZ3,"Open', 'a comma between'],
      [',No code', '1 to 30'],
      ['ZZ4,A', '1 to 30'],
      [`ZZ5,${'x'.repeat(151)}`, '1 to 30'],
      ['zz6,First again', 'line 2'],
      [`${taken.code.toLowerCase()},Renamed`, 'already here'],
      ['ZZ7,Phys\u200bics', 'hidden'],
      ['ZZб7,Mixed', 'alphabet'],
    ]
    const { body } = await send(['code,name', 'ZZ 6,Fine', ...wrong.map(([line]) => line)].join('\n'))
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(wrong.map((_, n) => `csv.${n + 3}`))
    for (const [n, [, message]] of wrong.entries()) expect(body.errors[n].message).toContain(message)
    expect(await codes()).toEqual(before)
    for (const csv of ['code,name', ' \n ']) await expectRefused(() => send(csv), [400, 'VALIDATION_FAILED'])
    await expectRefused(() => send('x'.repeat(100_001)), 'PAYLOAD_TOO_LARGE')
    await expectRefused(() => ann.visitor.post('admin/courses/csv', { collegeId: home, csv: 'ZZ8,Fine' }), 'FORBIDDEN')
  })
  test('of a thousand lines, or of one with very many commas, is quick enough for one request', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `BULK${n},Course number ${n}`)
    expect(expectData(await send(lines.join('\n')))).toEqual({ added: 1000, unchanged: 0 })
    await expectRefused(() => send(','.repeat(100_000)), [400, 'VALIDATION_FAILED', 'csv.1'])
  })
})

describe('a post', () => {
  test('names an open course of its college; renamed, it reads anew, closed, it stays; whatever goes with it does not', async () => {
    const course = await add()
    const { id } = await publish(ann, { course: course.id })
    const shown = ({ id, code, name }: Course) => ({ id, code, name })
    expect(await named(id)).toEqual(shown(course))
    await change(course.id, { name: 'Renamed' })
    expect(await named(id)).toEqual(shown({ ...course, name: 'Renamed' }))
    await change(course.id, { state: 'closed' })
    expect((await ann.patch(`posts/${id}`, { title: 'Edited', course: course.id })).post.course.id).toBe(course.id)
    await expectRefused(() => admin.visitor.delete(`admin/courses/${course.id}`), 'CONFLICT')
    const [other, closed] = [await add(), course.id]
    const foreign = (await add({ collegeId: elsewhere.id })).id
    const proposed = (await ann.post('courses/proposals', words())).course.id
    const bare = await publish(ann)
    expect('course' in bare).toBe(false)
    const send = (course: unknown) => ({ title: 'A title', content: newWords(), topic: 'Showcase', course })
    for (const refused of [closed, foreign, proposed, MISSING_ID, 'CS 1', 7]) {
      for (const path of ['posts', 'posts/delayed'])
        await expectRefused(() => ann.visitor.post(path, send(refused)), [400, 'VALIDATION_FAILED', 'course'])
      await expectRefused(() => ann.visitor.patch(`posts/${bare.id}`, { course: refused }), [400, 'VALIDATION_FAILED'])
    }
    expect((await ann.patch(`posts/${bare.id}`, { course: other.id })).post.course).toEqual(shown(other))
    await expectRefused(() => ben.visitor.patch(`posts/${bare.id}`, { course: null }), 'NOT_OWNER')
    expect('course' in (await ann.patch(`posts/${bare.id}`, { course: null })).post).toBe(false)
    expect((await ann.post('posts/delayed', send(other.id))).delayedPost.course).toEqual(shown(other))
    const aliased = (await ann.post('posts', { ...send(other.id), alias: true })).post
    expect([aliased.course, aliased.postedBy.alias]).toEqual([shown(other), 'own'])
  })
  test('names no course that goes while it is checked', async () => {
    const { id } = await add()
    const gate = Promise.withResolvers<void>()
    const before = storage.write(() => gate.promise)
    const deleted = admin.visitor.delete(`admin/courses/${id}`)
    await listed(stranger)
    const sent = ['posts', 'posts/delayed'].map((path) =>
      ann.visitor.post(path, { title: 'A title', content: newWords(), topic: 'Showcase', course: id }),
    )
    await listed(stranger)
    gate.resolve()
    await before
    expectData(await deleted)
    for (const each of sent) await expectRefused(() => each, [400, 'VALIDATION_FAILED', 'course'])
  })
  test('is listed with its course in every order, by pages and cursors, for those who may read it', async () => {
    const course = await add()
    const posts: string[] = []
    for (let n = 0; n < 5; n++) posts.push((await publish(ann, { course: course.id })).id)
    await publish(ann)
    const hidden = await publish(ben, { course: course.id, isPrivate: true })
    const of = `course=${course.id}`
    for (const sortBy of ['createdAt', 'updatedAt', 'views', 'hot', 'top']) {
      const page = await postsOf(`${of}&sortBy=${sortBy}&limit=3`)
      const next = await postsOf(`${of}&sortBy=${sortBy}&limit=3&cursor=${page.meta.nextCursor}`)
      expect([page.meta.total, page.pinned]).toEqual([5, undefined])
      expect([...ids(page.posts), ...ids(next.posts)].sort()).toEqual(posts.toSorted())
    }
    expect((await postsOf(of, ann.visitor)).meta.total).toBe(6)
    expect((await postsOf(`${of}&topic=Ask%20Campus`)).meta.total).toBe(0)
    expect((await postsOf(`${of}&topic=Showcase&collegeId=${home}`)).meta.total).toBe(5)
    expect((await postsOf(`${of}&sortBy=top&window=day`)).meta.total).toBe(5)
    await judgePost(posts[0]!, 'banned')
    await ann.patch(`posts/${posts[1]}`, { course: null })
    expect(ids((await postsOf(of)).posts).sort()).toEqual(posts.slice(2).sort())
    expect(ids((await postsOf(of, ann.visitor)).posts)).toContain(hidden.id)
    expect((await postsOf(`course=${MISSING_ID}`)).posts).toEqual([])
    expect((await stranger.get('posts?course=CS1')).code).toBe('VALIDATION_FAILED')
  })
  test('is not singled out by its course together with a branch, until as many wrote as make a group', async () => {
    const course = await add()
    const minGroup = config.minGroup
    config.minGroup = 3
    const people = [await student(), await student(), await student()]
    const { branch } = (await people[0]!.get('users/me')).user
    const found = async () => (await postsOf(`course=${course.id}&branch=${branch}`)).meta.total
    for (const person of people.slice(0, 2)) for (let n = 0; n < 2; n++) await publish(person, { course: course.id })
    await people[0]!.post('posts', {
      title: 'A title',
      content: newWords(),
      topic: 'Showcase',
      course: course.id,
      alias: true,
    })
    expect(await found()).toBe(0)
    await publish(people[2]!, { course: course.id })
    expect(await found()).toBeGreaterThanOrEqual(5)
    config.minGroup = minGroup
  })
})

test('a course says how many follow it from five up', async () => {
  const course = await add()
  const followers = async () => expectData(await stranger.get(`courses/${course.id}`)).course.followers
  for (let n = 0; n < 5; n++) {
    expect(await followers()).toBeNull()
    await (await student()).put('follows', { kind: 'course', target: course.id })
  }
  expect(await followers()).toBe(5)
})
