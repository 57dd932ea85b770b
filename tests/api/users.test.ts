import { describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { minuteId } from '../../src/lib/ids'
import { enroll, execute, select, students } from '../support/content'
import {
  type Answer,
  administrator,
  collegeId,
  expectData,
  fails,
  later,
  MISSING_ID,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../support/kit'

const PUBLIC = ['branch', 'collegeId', 'createdAt', 'id', 'karma', 'updatedAt', 'username']
const OWN = [
  'blocked',
  'college',
  'draftKey',
  'email',
  'hasPassword',
  'isAcceptedTerms',
  'membership',
  'language',
  'namesLeft',
  'permissions',
  'role',
  'status',
  'suspension',
  'unreadNotices',
]
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

const anonymous = new Visitor()

await useQuad({ hasRawRows: true })
await offerBranches('polytech.edu', { CSE: 'Computer Science', MECH: 'Mechanical Engineering' })
const [reader, other] = await students(2)
const fresh = await student({ onboard: false })

/** Makes the college and lets its users choose from the branches. */
async function offerBranches(domain: string, branches: Record<string, string>): Promise<void> {
  const id = await collegeId(domain)
  const now = new Date().toISOString()
  await storage.write(async (tx) => {
    for (const [code, name] of Object.entries(branches)) {
      tx.sqlite.run('INSERT INTO branches (id, name, code, created_at, updated_at) VALUES (?1, ?2, ?1, ?3, ?3)', [
        code,
        name,
        now,
      ])
      tx.sqlite.run('INSERT INTO college_branches (college_id, branch_id) VALUES (?, ?)', [id, code])
    }
  })
}

async function post(by: Person): Promise<string> {
  const id = minuteId()
  await execute(
    `INSERT INTO posts (id, author_id, college_id, branch, branch_id, title, content, topic, created_at, updated_at)
       SELECT ?, id, college_id, branch, branch_id, 'A walk', 'Along the river.', 'Off-topic', created_at, created_at FROM users WHERE id = ?`,
    id,
    by.id,
  )
  return id
}
const row = (table: string, id: string) =>
  storage.reader.sqlite.query(`SELECT * FROM ${table} WHERE id = ?`).get(id) as Record<string, unknown>

const entriesOf = ({ id }: Person) =>
  select(
    "SELECT action, entity_id, before, after FROM audit_log WHERE actor_id = ? AND entity_type = 'user' ORDER BY id",
    id,
  ).filter(({ action }) => /^user:(updated:profile|accepted:terms)$/.test(action))

/** What no answer about others may hold: the address, whole or in part, and what only the server knows. */
function expectNothingPrivate({ text }: Answer, ...people: Person[]): void {
  const never = people.flatMap(({ id, email }) => [email, email.split('@')[0] ?? '', String(row('users', id).auth_id)])
  for (const forbidden of [
    ...never,
    '"email"',
    '"role"',
    '"authId"',
    '"auth_id"',
    '"status"',
    '"suspension"',
    'passwordHash',
  ])
    expect(text).not.toContain(forbidden)
}

const search = async (by: Person, query: string) =>
  (await by.get(`users/search/${encodeURIComponent(query)}`)) as { id: string; username: string }[]

describe('reading a user', () => {
  test('the public fields, and nothing else', async () => {
    const answer = await reader.visitor.get(`users/id/${other.id}`)
    const { user } = expectData(answer)
    expect(Object.keys(user).sort()).toEqual(PUBLIC)
    expect(user).toMatchObject({ id: other.id, username: other.user.username, karma: 0 })
    expectNothingPrivate(answer, other, reader)
  })
  test('nobody has a profile, is found or is blocked before onboarding is finished', async () => {
    const joining = await student({ onboard: false })
    const admin = await administrator()
    await fails(reader.visitor.get(`users/id/${joining.id}`), 'NOT_FOUND')
    await admin.get(`users/id/${joining.id}`)
    expect(await search(reader, joining.user.username)).toEqual([])
    await fails(reader.visitor.post(`users/block/${joining.id}`), 'NOT_FOUND')
    await fails(reader.visitor.post(`users/unblock/${joining.id}`), 'NOT_FOUND')
    await joining.post('auth/onboarding/complete', { branch: 'CSE' })
    await reader.get(`users/id/${joining.id}`)
    expect(await search(reader, joining.user.username)).toHaveLength(1)
    await reader.post(`users/block/${joining.id}`)
  })
  test('an administrator gets no more of it, and is shown like anybody', async () => {
    const admin = await administrator('superadmin')
    expectNothingPrivate(await admin.visitor.get(`users/id/${reader.id}`), reader)
    expectNothingPrivate(await reader.visitor.get(`users/id/${admin.id}`), admin)
  })
  test('what must not be there would be noticed', async () => {
    const own = await reader.visitor.get('users/me')
    expect(() => expectNothingPrivate(own, reader)).toThrow()
  })
  test('a session is enough, and needed', async () => {
    await fresh.get(`users/id/${reader.id}`)
    await fails(anonymous.get(`users/id/${reader.id}`), 'UNAUTHENTICATED')
    await fails(anonymous.get(`users/id/${MISSING_ID}`), 'UNAUTHENTICATED')
  })
  test.each(NO_IDS)('%p names nobody: 404', async (id) => {
    await fails(reader.visitor.get(`users/id/${id}`), 'NOT_FOUND')
  })
})

describe('searching users', () => {
  test('by beginning and by part, in any case, with the public fields alone', async () => {
    const { username } = other.user
    for (const query of [username.slice(0, -1), username.slice(2), username.toUpperCase(), ` ${username} `]) {
      expect((await search(reader, query)).map(({ id }) => id)).toContain(other.id)
    }
    const answer = await fresh.visitor.get(`users/search/${reader.user.username}`)
    for (const user of expectData(answer)) expect(Object.keys(user).sort()).toEqual(PUBLIC)
    expectNothingPrivate(answer, reader)
  })
  test('ten at most', async () => {
    await storage.write(async (tx) => {
      const college = String(row('users', reader.id).college_id)
      for (let n = 0; n < 12; n++) await enroll(tx, college)
    })
    expect(await search(reader, 'member-')).toHaveLength(10)
  })
  test('not by one character, though many names have it', async () => {
    for (const query of ['-', 'm', ' e ']) expect(await search(reader, query)).toEqual([])
    expect((await search(reader, 'me')).length).toBeGreaterThan(0)
  })
  test('not by the address', async () => {
    for (const query of [other.email, other.email.split('@')[0] ?? '', 'campus.edu'])
      expect(await search(reader, query)).toEqual([])
  })
  test.each([
    'zzqqxx',
    '%',
    '_',
    '*',
    '"',
    "' OR 1=1--",
    '\0',
    'a\0',
    '/',
    '?',
    '#',
    '\u{1F9A6}',
    'a b',
    'x'.repeat(500),
  ])('%p finds nobody', async (query) => {
    expect(await search(reader, query)).toEqual([])
  })
  test('what is no text at all is refused, not a fault', async () => {
    for (const path of ['%20', '%09%0A', '%C2%A0'])
      await fails(reader.visitor.get(`users/search/${path}`), 'VALIDATION_FAILED')
    await fails(reader.visitor.get('users/search/'), 404)
    for (const path of ['%FF', '%', '%ED%A0%80', '%E0%A4'])
      expect((await reader.visitor.get(`users/search/${path}`)).status).toBeLessThan(500)
  })
  test('a session is needed', async () => {
    await fails(anonymous.get('users/search/a'), 'UNAUTHENTICATED')
    await fails(anonymous.get('users/search/%20'), 'UNAUTHENTICATED')
  })
})

describe('oneself', () => {
  test('with everything that only oneself sees', async () => {
    const { user } = await reader.get('users/me')
    expect(Object.keys(user).sort()).toEqual([...PUBLIC, ...OWN].sort())
    expect(user).toEqual((await reader.get('auth/me')).user)
    expect(user).toMatchObject({
      id: reader.id,
      email: reader.email,
      role: 'user',
      status: 'ACTIVE',
      isAcceptedTerms: true,
      hasPassword: true,
    })
  })
  test('never the id of the identity', async () => {
    expect((await reader.visitor.get('users/me')).text).not.toContain(String(row('users', reader.id).auth_id))
  })
  test('an onboarded user is needed', async () => {
    await fails(fresh.visitor.get('users/me'), 'NOT_ONBOARDED')
    await fails(anonymous.get('users/me'), 'UNAUTHENTICATED')
  })
})

describe('changing the branch', () => {
  test('changes it everywhere at once, in the spelling that is configured', async () => {
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
  })
  test("takes the author's posts along and no others", async () => {
    const [self, other] = await students(2, { domain: 'polytech.edu', branch: 'CSE' })
    const [own, foreign] = [await post(self), await post(other)]
    const { updated_at } = row('posts', own)
    await self.patch('users/me', { branch: 'MECH' })
    expect(row('posts', own)).toMatchObject({ branch: 'MECH', branch_id: 'MECH', updated_at })
    expect(row('posts', foreign)).toMatchObject({ branch: 'CSE', branch_id: 'CSE' })
  })
  test.each([
    {},
    { branch: '' },
    { branch: '  ' },
    { branch: null },
    { branch: 7 },
    { branch: ['MECH'] },
    { branch: 'Astrology' },
    { branch: 'x'.repeat(101) },
    { branch: 'CSE\0' },
  ])('%p is refused and changes nothing', async (body) => {
    const self = await student({ domain: 'polytech.edu', branch: 'CSE' })
    expect(await self.visitor.patch('users/me', body)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      body: { errors: [{ field: 'branch' }] },
    })
    expect((await self.get('users/me')).user).toEqual(self.user)
    expect(entriesOf(self).map(({ action }) => action)).toEqual(['user:accepted:terms'])
  })
  test('changes nothing but the branch', async () => {
    const self = await student({ domain: 'polytech.edu', branch: 'CSE' })
    const more = {
      username: 'king',
      karma: 999,
      role: 'superadmin',
      status: 'ONBOARDING',
      isAcceptedTerms: false,
      collegeId: MISSING_ID,
      id: MISSING_ID,
      email: 'king@campus.edu',
    }
    const { user } = await self.patch('users/me', { branch: 'MECH', ...more })
    expect({ ...user, branch: 'CSE', updatedAt: self.user.updatedAt }).toEqual(self.user)
  })
  test('is in the log, without the branches; without a change it is not', async () => {
    const self = await student({ domain: 'polytech.edu', branch: 'CSE' })
    await self.patch('users/me', { branch: 'MECH' })
    const { user } = await self.patch('users/me', { branch: 'MECH' })
    expect(user.branch).toBe('MECH')
    expect(entriesOf(self).filter(({ action }) => action === 'user:updated:profile')).toEqual([
      { action: 'user:updated:profile', entity_id: self.id, before: null, after: null },
    ])
  })
  test('an onboarded user is needed, before the body is looked at', async () => {
    await fails(fresh.visitor.patch('users/me', {}), 'NOT_ONBOARDED')
    await fails(anonymous.patch('users/me', {}), 'UNAUTHENTICATED')
  })
})

describe('accepting the terms', () => {
  test('once; a second time changes nothing', async () => {
    const self = await student({ terms: false })
    expect(self.user.isAcceptedTerms).toBe(false)
    const first = await self.visitor.post('users/accept-terms')
    expect([first.status, first.body.success, 'data' in first.body]).toEqual([200, true, false])
    const accepted = row('users', self.id)
    expect((await self.get('auth/me')).user.isAcceptedTerms).toBe(true)
    await self.post('users/accept-terms')
    expect(row('users', self.id)).toEqual(accepted)
    expect(entriesOf(self).map(({ action }) => action)).toEqual(['user:accepted:terms'])
  })
  test('an onboarded user is needed', async () => {
    await fails(fresh.visitor.post('users/accept-terms'), 'NOT_ONBOARDED')
    expect(row('users', fresh.id).terms_accepted_at).toBeNull()
    await fails(anonymous.post('users/accept-terms'), 'UNAUTHENTICATED')
  })
})
