import { describe, expect, test } from 'bun:test'
import { isPseudonym } from '../../../src/ground/names/pseudonyms'
import { execute, select, students } from '../../support/content'
import {
  type Answer,
  administrator,
  atOnce,
  collegeId,
  expectData,
  expectWithout,
  fails,
  later,
  MISSING_ID,
  meOf,
  type Person,
  statuses,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

const PUBLIC = 'branch collegeId createdAt id karma updatedAt username'.split(' ')
const OWN =
  `blocked college draftKey email hasPassword isAcceptedTerms membership language namesLeft permissions role status
  suspension unreadNotices`.split(/\s+/)
/** Ids that name nobody, in every form a client may send. */
const NO_IDS = [
  MISSING_ID,
  'nobody',
  '1',
  '%00',
  `${MISSING_ID}%00`,
  '%F0%9F%A6%A6',
  '%27%20OR%201=1--',
  '%2e%2e',
  'x'.repeat(300),
]

await useQuad({ hasRawRows: true })
await offerBranches('polytech.edu', { CSE: 'Computer Science', MECH: 'Mechanical Engineering' })
const [reader, other] = await students(2)
const fresh = await student({ onboard: false })

/** Makes the college and lets its users choose from the branches. */
async function offerBranches(domain: string, branches: Record<string, string>) {
  const id = await collegeId(domain)
  for (const [code, name] of Object.entries(branches)) {
    await execute(
      "INSERT INTO branches (id, name, code, created_at, updated_at) VALUES (?1, ?2, ?1, '', '')",
      code,
      name,
    )
    await execute('INSERT INTO college_branches (college_id, branch_id) VALUES (?, ?)', id, code)
  }
}

const row = (table: string, id: string) => select(`SELECT * FROM ${table} WHERE id = ?`, id)[0]

const entriesOf = ({ id }: Person) =>
  auditEntries(id)
    .filter(({ action, actorId }) => actorId === id && /^user:(updated:profile|accepted:terms)$/.test(action))
    .map(({ action, entityId, before, after }) => ({ action, entity_id: entityId, before, after }))

/** What no answer about others may hold: the address, whole or in part, and what only the server knows. */
function expectNothingPrivate({ text }: Answer, ...people: Person[]) {
  const never = people.flatMap(({ id, email }) => [email, email.split('@')[0] ?? '', String(row('users', id).auth_id)])
  expectWithout(
    text,
    ...never,
    '"email"',
    '"role"',
    '"authId"',
    '"auth_id"',
    '"status"',
    '"suspension"',
    'passwordHash',
  )
}

const search = async (by: Person, query: string) =>
  (await by.get(`users/search/${encodeURIComponent(query)}`)) as { id: string; username: string }[]

describe('reading a user', () => {
  test('the public fields, and nothing else, for administrators and of them too', async () => {
    const answer = await reader.visitor.get(`users/id/${other.id}`)
    const { user } = expectData(answer)
    expect(Object.keys(user).sort()).toEqual(PUBLIC)
    expect(user).toMatchObject({ id: other.id, username: other.user.username, karma: 0 })
    expectNothingPrivate(answer, other, reader)
    const admin = await administrator('superadmin')
    expectNothingPrivate(await admin.visitor.get(`users/id/${reader.id}`), reader)
    expectNothingPrivate(await reader.visitor.get(`users/id/${admin.id}`), admin)
    const own = await reader.visitor.get('users/me')
    expect(() => expectNothingPrivate(own, reader)).toThrow()
  })
  test('nobody has a profile, is found or is blocked before onboarding is finished', async () => {
    const joining = await student({ onboard: false })
    const admin = await administrator()
    await fails(reader.get(`users/id/${joining.id}`), 'NOT_FOUND')
    await admin.get(`users/id/${joining.id}`)
    expect(await search(reader, joining.user.username)).toEqual([])
    await fails(reader.post(`users/block/${joining.id}`), 'NOT_FOUND')
    await fails(reader.post(`users/unblock/${joining.id}`), 'NOT_FOUND')
    await joining.post('auth/onboarding/complete', { branch: 'CSE' })
    await reader.get(`users/id/${joining.id}`)
    expect(await search(reader, joining.user.username)).toHaveLength(1)
    await reader.post(`users/block/${joining.id}`)
  })
  test.each(NO_IDS)('%p names nobody: 404', async (id) => {
    await fails(reader.get(`users/id/${id}`), 'NOT_FOUND')
  })
})

describe('searching users', () => {
  test('by beginning and by part, in any case, with the public fields alone; not by the address', async () => {
    const { username } = other.user
    for (const query of [username.slice(0, -1), username.slice(2), username.toUpperCase(), ` ${username} `]) {
      expect((await search(reader, query)).map(({ id }) => id)).toContain(other.id)
    }
    const answer = await fresh.visitor.get(`users/search/${reader.user.username}`)
    for (const user of expectData(answer)) expect(Object.keys(user).sort()).toEqual(PUBLIC)
    expectNothingPrivate(answer, reader)
    for (const query of [other.email, other.email.split('@')[0] ?? '', 'campus.edu'])
      expect(await search(reader, query)).toEqual([])
  })
  test('what is no text at all is refused, not a fault', async () => {
    for (const path of ['%20', '%09%0A', '%C2%A0']) await fails(reader.get(`users/search/${path}`), 'VALIDATION_FAILED')
    await fails(reader.get('users/search/'), 404)
    for (const path of ['%FF', '%', '%ED%A0%80', '%E0%A4'])
      expect((await reader.visitor.get(`users/search/${path}`)).status).toBeLessThan(500)
  })
})

test('oneself with everything that only oneself sees, and never the id of the identity', async () => {
  const { user } = await reader.get('users/me')
  expect(Object.keys(user).sort()).toEqual([...PUBLIC, ...OWN].sort())
  expect(user).toEqual(await meOf(reader))
  expect(user).toMatchObject({
    id: reader.id,
    email: reader.email,
    role: 'user',
    status: 'ACTIVE',
    isAcceptedTerms: true,
    hasPassword: true,
  })
  expectWithout((await reader.visitor.get('users/me')).text, String(row('users', reader.id).auth_id))
})

describe('changing the branch', () => {
  test('changes it everywhere at once, in the spelling that is configured; the log has each change, without the branches', async () => {
    const self = await student({ domain: 'polytech.edu', branch: 'CSE' })
    later(2 * 86_400_000)
    const { user } = await self.patch('users/me', { branch: ' mech ' })
    expect(user).toMatchObject({ id: self.id, branch: 'MECH', email: self.email })
    expect(user.updatedAt > self.user.updatedAt).toBe(true)
    expect((await self.get('users/me')).user).toEqual(user)
    expect((await reader.get(`users/id/${self.id}`)).user.branch).toBe('MECH')
    expect(row('users', self.id)).toMatchObject({ branch: 'MECH', branch_id: 'MECH' })
    expect((await self.patch('users/me', { branch: 'computer science' })).user.branch).toBe('Computer Science')
    expect(row('users', self.id)).toMatchObject({ branch: 'Computer Science', branch_id: 'CSE' })
    await self.patch('users/me', { branch: 'Computer Science' })
    expect(entriesOf(self).filter(({ action }) => action === 'user:updated:profile')).toEqual(
      Array(2).fill({ action: 'user:updated:profile', entity_id: self.id, before: null, after: null }),
    )
  })
  test.each([{}, { branch: '' }, { branch: 'Astrology' }, { branch: 'CSE\0' }])(
    '%p is refused and changes nothing',
    async (body) => {
      const self = await student({ domain: 'polytech.edu', branch: 'CSE' })
      expect(await self.visitor.patch('users/me', body)).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        body: { errors: [{ field: 'branch' }] },
      })
      expect((await self.get('users/me')).user).toEqual(self.user)
      expect(entriesOf(self)).toEqual([])
    },
  )
})

test('accepting the terms once; a second time changes nothing', async () => {
  const self = await student({ terms: false })
  expect(self.user.isAcceptedTerms).toBe(false)
  const first = await self.visitor.post('users/accept-terms')
  expect([first.status, first.body.success, 'data' in first.body]).toEqual([200, true, false])
  const accepted = row('users', self.id)
  expect((await meOf(self)).isAcceptedTerms).toBe(true)
  await self.post('users/accept-terms')
  expect(row('users', self.id)).toEqual(accepted)
  expect(entriesOf(self).map(({ action }) => action)).toEqual(['user:accepted:terms'])
})

const draw = (person: Person) => person.visitor.post('users/me/name')
const me = async (person: Person) => await meOf(person)
const rename = (id: string, username: string) => execute('UPDATE users SET username = ? WHERE id = ?', username, id)
const animal = (name: string) => name.split('-')[1]
const auditOf = (id: string) =>
  auditEntries(id).filter(({ action, entityId }) => action === 'user:updated:profile' && entityId === id)

describe('whoever joins', () => {
  test('draws another name three times, with another face each time, and no fourth time', async () => {
    const person = await student({ onboard: false })
    let before = await me(person)
    expect(before.namesLeft).toBe(3)
    const names = [before.username]
    for (const left of [2, 1, 0]) {
      const { user } = expectData(await draw(person))
      expect(isPseudonym(user.username)).toBe(true)
      expect(animal(user.username)).not.toBe(animal(before.username))
      expect(user.namesLeft).toBe(left)
      expect(await me(person)).toEqual(user)
      before = user
      names.push(user.username)
    }
    expect(new Set(names).size).toBe(4)
    await fails(draw(person), 'CONFLICT')
    expect((await me(person)).username).toBe(before.username)
    const entries = auditOf(person.id)
    const noted = { before: null, after: null, metadata: '{"fields":"username"}' }
    expect(entries).toMatchObject(Array(3).fill(noted))
    expectWithout(entries, ...names)
  })
  test('keeps the name with the end of the onboarding, whatever was left; draws three times even if the requests come at once', async () => {
    const person = await student({ onboard: false })
    const { username } = await me(person)
    await person.post('auth/onboarding/complete', { branch: 'CSE' })
    expect((await me(person)).namesLeft).toBe(0)
    await fails(draw(person), 'CONFLICT')
    expect((await me(person)).username).toBe(username)
    const hurried = await student({ onboard: false })
    const answers = await atOnce(6, () => draw(hurried))
    expect(statuses(answers)).toEqual([200, 200, 200, 409, 409, 409])
  })
})

test('an account whose name is not on the list changes it once, everywhere, says so to nobody else, and nobody finds it by the former one', async () => {
  const [person, reader] = await students(2)
  await rename(person.id, 'racial-donkey-1234')
  const { post } = await person.post('posts', { title: 'Lost keys', content: 'By the library', topic: 'Ask Campus' })
  expect((await me(person)).namesLeft).toBe(1)
  const { user } = expectData(await draw(person))
  expect(isPseudonym(user.username)).toBe(true)
  expect(user.namesLeft).toBe(0)
  expect((await reader.get(`posts/${post.id}`)).post.postedBy.username).toBe(user.username)
  expect(expectData(await new Visitor().get('posts')).posts[0].postedBy.username).toBe(user.username)
  expect(await reader.get('users/search/racial-donkey-1234')).toEqual([])
  expect(await reader.get(`users/search/${user.username}`)).toHaveLength(1)
  await fails(draw(person), 'CONFLICT')
  expect(auditOf(person.id)).toMatchObject([{ before: null, after: null, metadata: '{"fields":"username"}' }])
  const admin = await administrator('superadmin')
  await rename(person.id, 'racial-donkey-5678')
  expect((await reader.get(`users/id/${person.id}`)).user).not.toHaveProperty('namesLeft')
  const listed = await admin.visitor.get('auth/users?limit=50')
  expectWithout(listed.body, 'namesLeft')
})
