import { describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { publish } from '../support/content'
import { administrator, expectData, MISSING_ID, type Person, student, useQuad, Visitor } from '../support/kit'
import type { Branch, College } from '../support/records'
import { auditEntries } from '../support/traces'

await useQuad({ hasRawRows: true })
const admin = await administrator()
const pupil = await student({ branch: 'Free text' })

let count = 0
const create = async (more: object = {}): Promise<Branch> => {
  count++
  return expectData(
    await admin.visitor.post('admin/branches/create', { name: `Studies ${count}`, code: `ST${count}`, ...more }),
    201,
  )
}
const all = async (): Promise<Branch[]> => expectData(await admin.visitor.get('admin/branches/all'))
const patch = (id: string, changes: object) => admin.visitor.patch(`admin/branches/update/${id}`, changes)
const remove = (id: string) => admin.visitor.delete(`admin/branches/delete/${id}`)
const collegeWith = async (branches: string[]): Promise<College> => {
  count++
  const college = {
    name: `College ${count}`,
    emailDomain: `college${count}.edu`,
    city: 'Rivertown',
    state: 'Iowa',
    branches,
  }
  return expectData(await admin.visitor.post('admin/colleges/create', college), 201)
}

describe('creating', () => {
  test('a branch is stored trimmed and listed by name', async () => {
    const made = await create({ name: '  Botany  ', code: ' BOT ' })
    expect([made.name, made.code]).toEqual(['Botany', 'BOT'])
    await create({ name: 'anatomy' })
    const listed = (await all()).map(({ name }) => name.toLowerCase())
    expect(listed).toEqual([...listed].sort())
    expect(await all()).toContainEqual(made)
  })
  test.each([
    {},
    { name: 'Xylology' },
    { code: 'XY' },
    { name: 'x', code: 'XX' },
    { name: 'Xylology', code: ' X ' },
    { name: 1, code: 2 },
    { name: 'a'.repeat(101), code: 'LONG' },
    { name: 'Long', code: 'A'.repeat(21) },
  ])('%j is 400', async (body) => {
    const before = await all()
    expect((await admin.visitor.post('admin/branches/create', body)).code).toBe('VALIDATION_FAILED')
    expect(await all()).toEqual(before)
  })
  test('a code or a name that there is, in any case, is 409', async () => {
    const { name, code } = await create()
    for (const body of [
      { name: 'Another', code: code.toLowerCase() },
      { name: name.toUpperCase(), code: 'ANOTHER' },
    ])
      expect((await admin.visitor.post('admin/branches/create', body)).code).toBe('CONFLICT')
  })
})

describe('changing', () => {
  test('name or code, the other stays, the time moves', async () => {
    const made = await create()
    await Bun.sleep(2)
    const renamed = expectData(await patch(made.id, { name: `Renamed ${count}` }))
    expect(renamed).toEqual({ ...made, name: `Renamed ${count}`, updatedAt: renamed.updatedAt })
    expect(renamed.updatedAt > made.updatedAt).toBe(true)
    expect(expectData(await patch(made.id, { code: `RE${count}` })).name).toBe(renamed.name)
  })
  test('its own spelling in another case is no clash', async () => {
    const made = await create()
    expect(expectData(await patch(made.id, { code: made.code.toLowerCase() })).code).toBe(made.code.toLowerCase())
  })
  test('400 for nothing or bad values, 409 for what another has, 404', async () => {
    const [one, two] = [await create(), await create()]
    for (const body of [{}, { colour: 'red' }, { name: 'x' }, { code: null }])
      expect((await patch(one.id, body)).code).toBe('VALIDATION_FAILED')
    for (const body of [{ code: two.code }, { name: two.name }])
      expect((await patch(one.id, body)).code).toBe('CONFLICT')
    expect((await patch(MISSING_ID, { name: 'Renamed' })).code).toBe('NOT_FOUND')
    expect((await patch('42', { name: 'Renamed' })).code).toBe('VALIDATION_FAILED')
    expect(await all()).toContainEqual(one)
  })
  test('users and their posts follow in the form that they read in; free text does not', async () => {
    const made = await create()
    const { emailDomain } = await collegeWith([made.id])
    const [byCode, byName] = [
      await student({ domain: emailDomain, branch: made.code }),
      await student({ domain: emailDomain, branch: made.name }),
    ]
    const post = async (by: Person) => (await publish(by)).id
    const posts = [await post(byCode), await post(byName)]
    // Code and name exchange their spellings: in two steps one would be taken for the other.
    expectData(await patch(made.id, { name: made.code, code: made.name }))
    const branchOf = async (by: Person) => expectData(await by.visitor.get('users/me')).user.branch
    expect([await branchOf(byCode), await branchOf(byName), await branchOf(pupil)]).toEqual([
      made.name,
      made.code,
      'Free text',
    ])
    const shown = posts.map(async (id) => expectData(await new Visitor().get(`posts/${id}`)).post.postedBy.branch)
    expect(await Promise.all(shown)).toEqual([made.name, made.code])
    const stored = storage.reader.sqlite.query<{ branch: string }, [string]>('SELECT branch FROM posts WHERE id = ?')
    expect(posts.map((id) => stored.get(id)?.branch)).toEqual([made.name, made.code])
  })
  test('a college shows the new spelling at once', async () => {
    const made = await create()
    const { id } = await collegeWith([made.id])
    const offered = async () => expectData(await new Visitor().get(`colleges/${id}/branches`))
    await offered()
    expectData(await patch(made.id, { name: `Renamed ${count}` }))
    expect((await offered())[0].name).toBe(`Renamed ${count}`)
  })
})

describe('deleting', () => {
  test('what nobody uses goes', async () => {
    const { id } = await create()
    expectData(await remove(id))
    expect((await all()).map((each) => each.id)).not.toContain(id)
    expect((await remove(id)).code).toBe('NOT_FOUND')
    expect((await remove('42')).code).toBe('VALIDATION_FAILED')
  })
  test('409 while a college offers it; then it goes', async () => {
    const made = await create()
    const college = await collegeWith([made.id])
    expect((await remove(made.id)).code).toBe('CONFLICT')
    expect(await all()).toContainEqual(made)
    expectData(await admin.visitor.patch(`colleges/${college.id}`, { branches: [] }))
    expectData(await remove(made.id))
  })
  test('409 while users have it, although no college offers it', async () => {
    const made = await create()
    const college = await collegeWith([made.id])
    await student({ domain: college.emailDomain, branch: made.code })
    expectData(await admin.visitor.patch(`colleges/${college.id}`, { branches: [] }))
    expect((await remove(made.id)).code).toBe('CONFLICT')
  })
  test('409 while a post of somebody who has left has it', async () => {
    const made = await create()
    await storage.write(async (tx) => {
      tx.sqlite.run(
        `INSERT INTO posts (id, college_id, branch, branch_id, title, content, topic, created_at, updated_at)
         SELECT ?, id, 'CSE', ?, 'A title', '[deleted]', 'Showcase', created_at, created_at FROM colleges LIMIT 1`,
        [Bun.randomUUIDv7(), made.id],
      )
    })
    expect((await remove(made.id)).code).toBe('CONFLICT')
  })
})

describe('choosing one', () => {
  test('a branch added to a college can be chosen at once, and one taken away no longer', async () => {
    const [a, b] = [await create(), await create()]
    const college = await collegeWith([a.id])
    const fresh = await student({ domain: college.emailDomain, onboard: false })
    const choose = (branch: string) => fresh.visitor.post('auth/onboarding/complete', { branch })
    expect((await choose(b.code)).code).toBe('VALIDATION_FAILED')
    expectData(await admin.visitor.patch(`colleges/${college.id}`, { branches: [b.id] }))
    const refused = await choose(a.code)
    expect([refused.code, refused.body.errors[0].field]).toEqual(['VALIDATION_FAILED', 'branch'])
    expectData(await choose(b.name.toUpperCase()))
    expect(expectData(await fresh.visitor.get('users/me')).user.branch).toBe(b.name)
  })
})

test('every change is in the log', async () => {
  const made = await create()
  expectData(await patch(made.id, { name: `Renamed ${count}` }))
  expectData(await patch(made.id, { name: `Renamed ${count}` }))
  expectData(await remove(made.id))
  expect(auditEntries(made.id).map(({ action, actorId }) => [action, actorId])).toEqual(
    ['created', 'updated', 'deleted'].map((verb) => [`admin:${verb}:branch`, admin.id]),
  )
})
