import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { createCollege } from '../../../src/campus/colleges/colleges'
import { collegeByDomain, findCollegeSummary } from '../../../src/campus/colleges/directory'
import { systemActor } from '../../../src/ground/audit/audit'
import { minuteId } from '../../../src/lib/crypto/ids'
import { execute, ids, publish, select } from '../../support/content'
import type { Branch, College } from '../../support/contract'
import {
  administrator,
  atOnce,
  CAMPUS,
  expectData,
  fails,
  MISSING_ID,
  type Person,
  statuses,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditActions, auditEntries } from '../../support/traces'

await useQuad({ hasRawRows: true })
const [admin, root] = [await administrator(), await administrator('superadmin')]
const pupil = await student()
const hobbyist = await student({ branch: 'Free text' })

// From a hundred on: names sort as numbers do.
let count = 100
const college = (more: object = {}) => {
  count++
  return { name: `College ${count}`, emailDomain: `college${count}.edu`, city: 'Rivertown', state: 'Iowa', ...more }
}
const create = async (more: object = {}): Promise<College> => (await admin.post('colleges', college(more))).college
const branch = async (more: object = {}): Promise<Branch> => {
  count++
  return await admin.post('admin/branches/create', { name: `Studies ${count}`, code: `ST${count}`, ...more })
}
const branches = (): Promise<Branch[]> => admin.get('admin/branches/all')
const patchBranch = (id: string, changes: object) => admin.visitor.patch(`admin/branches/update/${id}`, changes)
const removeBranch = (id: string) => admin.visitor.delete(`admin/branches/delete/${id}`)
const read = async (id: string): Promise<College> => expectData(await new Visitor().get(`colleges/${id}`))
const names = async (query: string): Promise<string[]> =>
  expectData(await new Visitor().get(`colleges?${query}`)).colleges.map(({ name }: { name: string }) => name)

describe('reading', () => {
  test('a stranger reads the list, by name, and how many there are', async () => {
    await create({ name: 'zebra college' })
    await create({ name: 'Aardvark College' })
    const { colleges, count } = expectData(await new Visitor().get('colleges'))
    expect(count).toBe(colleges.length)
    const listed = colleges.map(({ name }: { name: string }) => name.toLowerCase())
    expect(listed).toEqual([...listed].sort())
  })
  test('a college is shown whole, with the ids of its branches and null for no picture; an administrator lists it', async () => {
    const { id: branchId } = await branch()
    const made = await create({ branches: [branchId] })
    const shown = await read(made.id)
    expect(shown).toEqual(made)
    const names = 'accentHue branches city coverLine createdAt emailDomain id name profile state updatedAt'
    expect(Object.keys(shown).sort().join(' ')).toBe(names)
    expect([shown.branches, shown.profile]).toEqual([[branchId], null])
    expect(await admin.get('admin/colleges/get/all')).toContainEqual(made)
  })
  test('city and state are matched whole, in any case, accents included; an empty one is none', async () => {
    const name = (await create({ city: 'École-Ville', state: 'Québec' })).name
    const other = (await create({ city: 'École-Ville', state: 'Ontario' })).name
    expect((await names('city=%C3%A9COLE-ville')).sort()).toEqual([name, other].sort())
    expect(await names('city=%C3%A9cole-ville&state=QU%C3%89BEC')).toEqual([name])
    expect(await names('city=%C3%A9cole')).toEqual([])
    expect(await names('city=&state=Ontario')).toEqual([other])
  })
  test('branches of a college, by name; none for a college that offers none', async () => {
    const [b, a] = [await branch(), await branch()]
    const { id } = await create({ branches: [a.id, b.id] })
    expect(expectData(await new Visitor().get(`colleges/${id}/branches`))).toEqual([b, a])
    const plain = await create()
    expect(expectData(await new Visitor().get(`colleges/${plain.id}/branches`))).toEqual([])
  })
  test('no UUID is 400, nothing there 404', async () => {
    for (const rest of ['', '/branches']) {
      await fails(new Visitor().get(`colleges/42${rest}`), 'VALIDATION_FAILED')
      await fails(new Visitor().get(`colleges/${MISSING_ID}${rest}`), 'NOT_FOUND')
    }
  })
})

describe('creating', () => {
  test.each(['colleges', 'admin/colleges/create'])(
    'POST /%s stores it trimmed, the domain in lower case',
    async (path) => {
      const given = college({ name: '  Padded College ', emailDomain: ` Padded${count}.EDU ` })
      const data = await admin.post(path, given)
      const made = data.college ?? data
      expect([made.name, made.emailDomain]).toEqual(['Padded College', `padded${count - 1}.edu`])
      expect((await collegeByDomain(`PADDED${count - 1}.edu`))?.id).toBe(made.id)
    },
  )
  test.each<[field: string, values: unknown[]]>([
    ['name', [' x ']],
    ['emailDomain', ['someone@campus.edu', 'https://campus.edu', 'nodots', '-a.edu']],
    ['profile', ['javascript:alert(1)', 'data:image/png;base64,AAAA', '/uploads/../secret']],
    ['branches.0', [[MISSING_ID], ['NOSUCH']]],
  ])('400 on the %s %j, nothing stored', async (field, values) => {
    const before = await names('')
    for (const path of ['colleges', 'admin/colleges/create'])
      for (const value of values)
        await fails(admin.visitor.post(path, college({ [field.split('.')[0]!]: value })), 'VALIDATION_FAILED', field)
    expect(await names('')).toEqual(before)
  })
  test('409 for a domain that a college has, in any case', async () => {
    for (const emailDomain of [CAMPUS, CAMPUS.toUpperCase()])
      await fails(admin.visitor.post('colleges', college({ emailDomain })), 'CONFLICT')
  })
  test('two at once for one domain: one is made', async () => {
    const given = college()
    const answers = await atOnce(3, () => admin.visitor.copy().post('colleges', given))
    expect(statuses(answers)).toEqual([201, 409, 409])
  })
  test('branches by id and by code in any case, each once', async () => {
    const [a, b] = [await branch(), await branch()]
    const made = await create({ branches: [a.id, b.code.toLowerCase(), a.code] })
    expect([...made.branches].sort()).toEqual([a.id, b.id].sort())
  })
})

describe.each(['colleges', 'admin/colleges/update'])('PATCH /%s/:id', (base) => {
  const patch = (id: string, changes: object) => admin.visitor.patch(`${base}/${id}`, changes)
  test('changes what is given, leaves the rest, and is seen at once, as is who belongs to it by a changed domain; its own domain again is no change', async () => {
    const made = await create()
    await read(made.id)
    const changed = expectData(await patch(made.id, { name: 'Renamed College' }))
    expect(changed).toEqual({ ...made, name: 'Renamed College', updatedAt: changed.updatedAt })
    expect(await read(made.id)).toEqual(changed)
    expect(await findCollegeSummary(made.id)).toEqual({ id: made.id, name: 'Renamed College', profile: null })
    expect(expectData(await patch(made.id, { emailDomain: made.emailDomain.toUpperCase() }))).toEqual(changed)
    expectData(await patch(made.id, { emailDomain: `Moved${count}.EDU` }))
    expect(await collegeByDomain(made.emailDomain)).toBeUndefined()
    expect((await collegeByDomain(`moved${count}.edu`))?.id).toBe(made.id)
    expect(auditActions(made.id)).toEqual(['created', 'updated', 'updated'].map((verb) => `admin:${verb}:college`))
  })
  test('replaces branches, and takes a picture away with null', async () => {
    const [a, b] = [await branch(), await branch()]
    const profile = 'https://images.example/logo.png'
    const made = await create({ branches: [a.id], profile })
    expect(made.profile).toBe(profile)
    const changed = expectData(await patch(made.id, { branches: [b.code], profile: null }))
    expect([changed.branches, changed.profile]).toEqual([[b.id], null])
    expect(expectData(await patch(made.id, { branches: [] })).branches).toEqual([])
  })
  test('takes a hue and a cover line, which the student sees as the own college has them, and takes them away', async () => {
    const own = (await pupil.get('auth/me')).user.college
    expect(own).toMatchObject({ accentHue: null, coverLine: null })
    const changed = expectData(await patch(own.id, { accentHue: 210, coverLine: ' सत्यमेव जयते ' }))
    expect(changed).toMatchObject({ accentHue: 210, coverLine: 'सत्यमेव जयते' })
    expect((await pupil.get('auth/me')).user.college).toMatchObject({ accentHue: 210 })
    expect(await findCollegeSummary(own.id)).not.toHaveProperty('accentHue')
    for (const wrong of [{ accentHue: 360 }, { coverLine: 'x'.repeat(121) }]) await fails(patch(own.id, wrong), 400)
    const plain = expectData(await patch(own.id, { accentHue: null, coverLine: null }))
    expect(plain).toMatchObject({ accentHue: null, coverLine: null })
  })
  test('400 for nothing, or nothing known, to change; 409 for the domain of another; 404', async () => {
    const [one, two] = [await create(), await create()]
    for (const body of [{}, { president: 'Ada' }]) await fails(patch(one.id, body), 'VALIDATION_FAILED')
    await fails(patch(one.id, { emailDomain: two.emailDomain }), 'CONFLICT')
    await fails(patch(MISSING_ID, { name: 'Renamed' }), 'NOT_FOUND')
    await fails(patch('42', { name: 'Renamed' }), 'VALIDATION_FAILED')
    expect(await read(one.id)).toEqual(one)
  })
})

describe('deleting', () => {
  test('what nobody uses goes, with the branches that it offered', async () => {
    const { id } = await create({ branches: [(await branch()).id] })
    await admin.delete(`colleges/${id}`)
    await fails(new Visitor().get(`colleges/${id}`), 404)
    await fails(admin.visitor.delete(`colleges/${id}`), 'NOT_FOUND')
  })
  test('409 with users, and nothing is lost', async () => {
    await fails(admin.visitor.delete(`colleges/${pupil.user.collegeId}`), 'CONFLICT')
    expect((await read(pupil.user.collegeId)).emailDomain).toBe(CAMPUS)
  })
  test('409 with a post of somebody who has left', async () => {
    const { id } = await create()
    await execute(
      `INSERT INTO posts (id, college_id, branch, title, content, topic, created_at, updated_at)
         VALUES (?, ?, 'CSE', 'A title', '[deleted]', 'Showcase', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
      minuteId(),
      id,
    )
    await fails(admin.visitor.delete(`colleges/${id}`), 'CONFLICT')
  })
})

test('every change is in the log, with the fields that changed', async () => {
  const { id } = await create()
  await admin.patch(`colleges/${id}`, { city: 'Newtown', state: 'Iowa' })
  await admin.delete(`colleges/${id}`)
  const entries = auditEntries(admin.id).slice(-3)
  expect(entries.map(({ action }) => action)).toEqual([
    'admin:created:college',
    'admin:updated:college',
    'admin:deleted:college',
  ])
  expect(entries.map((entry) => entry.entityId)).toEqual([id, id, id])
  expect([entries[1]?.before, entries[1]?.after]).toEqual(['{"city":"Rivertown"}', '{"city":"Newtown"}'])
})

describe('creating a branch', () => {
  test('a branch is stored trimmed and listed by name', async () => {
    const made = await branch({ name: '  Botany  ', code: ' BOT ' })
    expect([made.name, made.code]).toEqual(['Botany', 'BOT'])
    await branch({ name: 'anatomy' })
    const listed = (await branches()).map(({ name }) => name.toLowerCase())
    expect(listed).toEqual([...listed].sort())
    expect(await branches()).toContainEqual(made)
  })
  test.each([{ name: 'Xylology' }, { name: 'Xylology', code: ' X ' }, { name: 'a'.repeat(101), code: 'LONG' }])(
    '%j is 400',
    async (body) => {
      const before = await branches()
      await fails(admin.visitor.post('admin/branches/create', body), 'VALIDATION_FAILED')
      expect(await branches()).toEqual(before)
    },
  )
  test('a code or a name that there is, in any case, is 409', async () => {
    const { name, code } = await branch()
    for (const body of [
      { name: 'Another', code: code.toLowerCase() },
      { name: name.toUpperCase(), code: 'ANOTHER' },
    ])
      await fails(admin.visitor.post('admin/branches/create', body), 'CONFLICT')
  })
})

describe('changing a branch', () => {
  test('name or code, also to another case of its own; the other stays, the time moves, and every change is in the log', async () => {
    const made = await branch()
    await Bun.sleep(2)
    const renamed = expectData(await patchBranch(made.id, { name: `Renamed ${count}` }))
    expect(renamed).toEqual({ ...made, name: `Renamed ${count}`, updatedAt: renamed.updatedAt })
    expect(renamed.updatedAt > made.updatedAt).toBe(true)
    expect(expectData(await patchBranch(made.id, { code: `RE${count}` })).name).toBe(renamed.name)
    const code = made.code.toLowerCase()
    expect(expectData(await patchBranch(made.id, { code })).code).toBe(code)
    expectData(await patchBranch(made.id, { code }))
    expectData(await removeBranch(made.id))
    expect(auditEntries(made.id).map(({ action, actorId }) => [action, actorId])).toEqual(
      ['created', 'updated', 'updated', 'updated', 'deleted'].map((verb) => [`admin:${verb}:branch`, admin.id]),
    )
  })
  test('400 for nothing or bad values, 409 for what another has, 404', async () => {
    const [one, two] = [await branch(), await branch()]
    for (const body of [{}, { name: 'x' }]) await fails(patchBranch(one.id, body), 'VALIDATION_FAILED')
    for (const body of [{ code: two.code }, { name: two.name }]) await fails(patchBranch(one.id, body), 'CONFLICT')
    await fails(patchBranch(MISSING_ID, { name: 'Renamed' }), 'NOT_FOUND')
    await fails(patchBranch('42', { name: 'Renamed' }), 'VALIDATION_FAILED')
    expect(await branches()).toContainEqual(one)
  })
  test('users, their posts and their college follow in the form that they read in; free text does not', async () => {
    const made = await branch()
    const { id, emailDomain } = await create({ branches: [made.id] })
    const offered = async () => expectData(await new Visitor().get(`colleges/${id}/branches`))
    expect(await offered()).toEqual([made])
    const [byCode, byName] = [
      await student({ domain: emailDomain, branch: made.code }),
      await student({ domain: emailDomain, branch: made.name }),
    ]
    const post = async (by: Person) => (await publish(by)).id
    const posts = [await post(byCode), await post(byName)]
    // Code and name exchange their spellings: in two steps one would be taken for the other.
    expectData(await patchBranch(made.id, { name: made.code, code: made.name }))
    expect((await offered())[0].name).toBe(made.code)
    const branchOf = async (by: Person) => (await by.get('users/me')).user.branch
    expect([await branchOf(byCode), await branchOf(byName), await branchOf(hobbyist)]).toEqual([
      made.name,
      made.code,
      'Free text',
    ])
    const shown = posts.map(async (id) => expectData(await new Visitor().get(`posts/${id}`)).post.postedBy.branch)
    expect(await Promise.all(shown)).toEqual([made.name, made.code])
    const stored = posts.map((id) => select('SELECT branch FROM posts WHERE id = ?', id))
    expect(stored).toEqual([[{ branch: made.name }], [{ branch: made.code }]])
  })
})

describe('deleting a branch', () => {
  test('409 while a college offers it; then it goes', async () => {
    const made = await branch()
    const college = await create({ branches: [made.id] })
    await fails(removeBranch(made.id), 'CONFLICT')
    expect(await branches()).toContainEqual(made)
    await admin.patch(`colleges/${college.id}`, { branches: [] })
    expectData(await removeBranch(made.id))
    expect(ids(await branches())).not.toContain(made.id)
    await fails(removeBranch(made.id), 'NOT_FOUND')
    await fails(removeBranch('42'), 'VALIDATION_FAILED')
  })
  test('409 while users have it, although no college offers it', async () => {
    const made = await branch()
    const college = await create({ branches: [made.id] })
    await student({ domain: college.emailDomain, branch: made.code })
    await admin.patch(`colleges/${college.id}`, { branches: [] })
    await fails(removeBranch(made.id), 'CONFLICT')
  })
  test('409 while a post of somebody who has left has it', async () => {
    const made = await branch()
    await execute(
      `INSERT INTO posts (id, college_id, branch, branch_id, title, content, topic, created_at, updated_at)
         SELECT ?, id, 'CSE', ?, 'A title', '[deleted]', 'Showcase', created_at, created_at FROM colleges LIMIT 1`,
      minuteId(),
      made.id,
    )
    await fails(removeBranch(made.id), 'CONFLICT')
  })
})

test('choosing a branch a branch added to a college can be chosen at once, and one taken away no longer', async () => {
  const [a, b] = [await branch(), await branch()]
  const college = await create({ branches: [a.id] })
  const fresh = await student({ domain: college.emailDomain, onboard: false })
  const choose = (branch: string) => fresh.visitor.post('auth/onboarding/complete', { branch })
  await fails(choose(b.code), 'VALIDATION_FAILED')
  await admin.patch(`colleges/${college.id}`, { branches: [b.id] })
  await fails(choose(a.code), 'VALIDATION_FAILED')
  expectData(await choose(b.name.toUpperCase()))
  expect((await fresh.get('users/me')).user.branch).toBe(b.name)
})

describe('a name that deceives', () => {
  const storedColleges = () => select('SELECT name, email_domain, city, state FROM colleges ORDER BY id')
  test.each([
    ['name', 'Nоrthern School'],
    ['city', 'Рune'],
    ['state', 'Mahaराष्ट्र'],
    ['emailDomain', 'xn--ampus-0ye.edu'],
  ])(
    'a %s of %j is 400: for moderators, for a stranger who asks for a college, and for the operator',
    async (field, text) => {
      const input = () => college({ [field]: text })
      const made = (await root.post('colleges', college())).college
      const before = storedColleges()
      for (const { visitor } of [root, admin]) {
        await fails(visitor.post('colleges', input()), 'VALIDATION_FAILED', field)
        await fails(visitor.patch(`colleges/${made.id}`, { [field]: text }), 'VALIDATION_FAILED', field)
      }
      const wish = input()
      const asked = { ...wish, requestedByEmail: `1@${wish.emailDomain}` }
      await fails(new Visitor().post('colleges/requests', asked), 'VALIDATION_FAILED', field)
      const create = storage.write((tx) => createCollege(tx, systemActor('cli'), input()))
      await expect(create).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      expect(storedColleges()).toEqual(before)
    },
  )
  test('a name or domain that looks like another college’s is 400, and says which; its own is not', async () => {
    const nit = await root.post('colleges', college({ name: 'NIT Goa', emailDomain: 'nit1.edu' }))
    const twin = await root.visitor.post('colleges', college({ name: 'NlT Goa', emailDomain: 'nitl.edu' }))
    await fails(Promise.resolve(twin), 'VALIDATION_FAILED', 'name', 'emailDomain')
    expect(twin.body.errors[1].message).toBe('It looks just like “nit1.edu”, which is already here')
    await root.patch(`colleges/${nit.college.id}`, { name: 'NlT Goa', emailDomain: 'nitl.edu' })
    await root.post('colleges', college({ name: 'N1T Gob' }))
  })
  test('what was stored before stays until it is changed', async () => {
    const { id } = (await root.post('colleges', college())).college
    await execute("UPDATE colleges SET name = 'Cаmpus' WHERE id = ?", id)
    await root.patch(`colleges/${id}`, { city: 'Nashik' })
    await root.patch(`colleges/${id}`, { name: 'Cаmpus', city: 'Pune' })
    await fails(root.visitor.patch(`colleges/${id}`, { name: 'Cаmpus 2' }), 400)
  })
  test('branches are held to it as well', async () => {
    const create = (name: string, code: string) => admin.visitor.post('admin/branches/create', { name, code })
    await fails(create('Zоology', 'ZOO'), 'VALIDATION_FAILED', 'name')
    await fails(create('Zoology', 'ZОO'), 'VALIDATION_FAILED', 'code')
    const { id } = expectData(await create('Zoology वनस्पति', 'ZOO'))
    await fails(admin.visitor.patch(`admin/branches/update/${id}`, { name: 'Z\u202eoology' }), 400)
  })
})
