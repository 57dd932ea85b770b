import { describe, expect, test } from 'bun:test'
import { challenges } from '../../../src/campus/auth/passkeys'
import { Authenticator, type Lie } from '../../support/authenticator'
import { select, students } from '../../support/content'
import {
  administrator,
  bearer,
  expectData,
  expectWithout,
  fails,
  later,
  meOf,
  PASSWORD,
  type Person,
  statuses,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries, queuedFor, refused } from '../../support/traces'

await useQuad()

const FIVE_MINUTES = 300_000
const UNFIT = 'INVALID_CREDENTIALS'
const REQUIRED = 'PASSKEY_REQUIRED'
const PROOF = 'REAUTHENTICATION_REQUIRED'

const optionsFor = async (visitor: Visitor, path: string) =>
  expectData(await visitor.post(`auth/${path}/options`)).options
const add = async (visitor: Visitor, device: Authenticator, name = 'Phone', lie: Lie = {}) =>
  visitor.post('auth/passkeys', { name, response: device.create(await optionsFor(visitor, 'passkeys'), lie) })
const verify = (response: unknown, visitor = new Visitor()) => visitor.post('auth/passkeys/login/verify', { response })
const signIn = async (device: Authenticator, lie: Lie = {}, visitor = new Visitor()) =>
  verify(device.answer(await optionsFor(visitor, 'passkeys/login'), lie), visitor)
const listed = async (visitor: Visitor) => expectData(await visitor.get('auth/passkeys')).passkeys

async function withPasskey(person?: Person): Promise<Person & { device: Authenticator }> {
  const owner = person ?? (await student())
  const device = new Authenticator()
  expectData(await add(owner.visitor, device))
  return { ...owner, device }
}

describe('adding a passkey', () => {
  test('201, under its name, with the days alone; the log names the act', async () => {
    const person = await student()
    const { visitor, id, device } = await withPasskey(person)
    const day = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
    expect(await listed(visitor)).toEqual([{ id: device.id, name: 'Phone', createdAt: day, lastUsedAt: null }])
    expect(auditEntries(id).at(-1)).toMatchObject({ action: 'user:added:passkey', actorId: id })
    expectData(await visitor.patch(`auth/passkeys/${device.id}`, { name: 'Laptop' }))
    expect(await listed(visitor)).toMatchObject([{ name: 'Laptop' }])
    expectData(await visitor.delete(`auth/passkeys/${device.id}`))
    const subjects = queuedFor(person.email).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringContaining('added'), expect.stringContaining('removed')])
  })
  test('the options tell the authenticator neither id nor email, and the same random handle each time', async () => {
    const { visitor, id, email, device } = await withPasskey()
    const other = await withPasskey()
    const options = await optionsFor(visitor, 'passkeys')
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
    const decoded = `${JSON.stringify(options)} ${Buffer.from(options.user.id, 'base64url').toString()}`
    expectWithout(decoded, id, email)
    expect((await optionsFor(visitor, 'passkeys')).user.id).toBe(options.user.id)
    expect((await optionsFor(other.visitor, 'passkeys')).user.id).not.toBe(options.user.id)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  })
  test('401 for a challenge that was used, of another session, for a sign-in, or of more than five minutes', async () => {
    const [{ visitor }, other] = await students(2)
    const post = (response: unknown, by = visitor) => by.post('auth/passkeys', { name: 'Phone', response })
    const device = new Authenticator()
    const options = await optionsFor(visitor, 'passkeys')
    await fails(post(device.create(options), other.visitor), UNFIT)
    await fails(post(device.create(options)), UNFIT)
    await fails(post(device.create({ ...options, ...(await optionsFor(visitor, 'passkeys/login')) })), UNFIT)
    const old = await optionsFor(visitor, 'passkeys')
    later(FIVE_MINUTES)
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    await fails(post(device.create(old)), UNFIT)
    expectData(await add(visitor, device))
  })
  test('400 for a name of nothing and for an answer that is none; 409 for the twenty-first', async () => {
    const { visitor } = await student()
    const response = new Authenticator().create(await optionsFor(visitor, 'passkeys'))
    for (const body of [
      { name: '', response },
      { name: 'Phone', response: {} },
    ])
      await refused(() => visitor.post('auth/passkeys', body), 'VALIDATION_FAILED')
    await times(20, async () => expectData(await add(visitor, new Authenticator())))
    await refused(() => visitor.post('auth/passkeys/options'), 'CONFLICT')
  })
})

describe('signing in with a passkey', () => {
  test('200 without an email: a session, by cookie, and tokens where they are asked for', async () => {
    const { id, device } = await withPasskey()
    const visitor = new Visitor()
    expect(expectData(await signIn(device, {}, visitor))).toEqual({ userId: id })
    expect((await meOf(visitor)).id).toBe(id)
    expect((await listed(visitor))[0].lastUsedAt).not.toBeNull()
    // It is a proof of identity, too.
    expectData(await visitor.post('auth/passkeys/options'))
    const response = device.answer(await optionsFor(visitor, 'passkeys/login'))
    const { accessToken } = expectData(
      await new Visitor().post('auth/passkeys/login/verify', { response, tokens: true }),
    )
    expectData(await bearer(accessToken).get('auth/me'))
  })
  test('the options are the same for everybody but for the challenge', async () => {
    const { visitor } = await withPasskey()
    const [one, other] = [
      await optionsFor(visitor, 'passkeys/login'),
      await optionsFor(new Visitor(), 'passkeys/login'),
    ]
    expect({ ...one, challenge: '' }).toEqual({ ...other, challenge: '' })
    expect(one).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    expect(one.challenge).not.toBe(other.challenge)
  })
  test.each([
    ['another origin', { origin: 'https://evil.example' }, { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }, { rpId: 'evil.example' }],
    ['no verified user', { isVerified: false }, { isVerified: false }],
    ['a challenge of nobody', { challenge: 'AAAA' }, { challenge: 'AAAA' }],
    ['the answer to another question', { type: 'webauthn.create' }, { type: 'webauthn.get' }],
    ['a counter that stands still', { counter: 1 }, null],
    ['a counter that goes back', { counter: 0 }, null],
    ['another user', { userHandle: 'c29tZWJvZHk' }, null],
  ] as [string, Lie, Lie | null][])('401 for %s, and no session; nor is one added so', async (_, lie, added) => {
    const owner = await withPasskey()
    expectData(await signIn(owner.device))
    const visitor = new Visitor()
    await fails(signIn(owner.device, lie, visitor), UNFIT)
    expect(visitor.cookies.size).toBe(0)
    if (added) await fails(add(owner.visitor, new Authenticator(), 'Phone', added), UNFIT)
    expect(await listed(owner.visitor)).toHaveLength(1)
  })
  test('401 for a replayed answer, one of five minutes ago, and a passkey that is not known or was removed', async () => {
    const { visitor, device } = await withPasskey()
    const answer = device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    expectData(await verify(answer))
    await fails(verify(answer), UNFIT)
    const old = device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    later(FIVE_MINUTES)
    await fails(verify(old), UNFIT)
    const stranger = new Authenticator()
    stranger.create({ challenge: 'AAAA', user: { id: 'AAAA' } })
    await fails(signIn(stranger), UNFIT)
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    expectData(await visitor.delete(`auth/passkeys/${device.id}`))
    await fails(signIn(device), UNFIT)
  })
  test('a cloned authenticator is noticed: the counter of one is behind; the signature of another passkey proves nothing', async () => {
    const { device } = await withPasskey()
    const clone = device.cloned()
    await times(2, async () => expectData(await signIn(device)))
    await fails(signIn(clone), UNFIT)
    // At once, both may find the old count; the write decides.
    const [visitor, twin] = [new Visitor(), device.cloned()]
    const [one, other] = [await optionsFor(visitor, 'passkeys/login'), await optionsFor(visitor, 'passkeys/login')]
    const answers = await Promise.all([verify(device.answer(one)), verify(twin.answer(other))])
    expect(statuses(answers)).toEqual([200, 401])
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    const answer = ben.device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    await fails(verify({ ...answer, id: ann.device.id, rawId: ann.device.id }), UNFIT)
  })
})

describe('an account’s passkeys', () => {
  test('nobody else sees, renames or removes; they go with the account', async () => {
    const [ann, ben] = [await withPasskey(), await student()]
    expect(await listed(ben.visitor)).toEqual([])
    const path = `auth/passkeys/${ann.device.id}`
    await refused(() => ben.patch(path, { name: 'Mine' }), 'NOT_FOUND')
    await refused(() => ben.delete(path), 'NOT_FOUND')
    expect(await listed(ann.visitor)).toMatchObject([{ name: 'Phone' }])
    expectData(await ann.visitor.delete('auth/account'))
    expect(select('SELECT id FROM passkeys WHERE user_id = ?', ann.id)).toEqual([])
  })
  test('re-authenticate, those of others do not', async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    later(FIVE_MINUTES)
    const prove = async (device: Authenticator, visitor = ann.visitor) => {
      const { options } = expectData(await visitor.post('auth/reauthenticate/passkey'))
      return visitor.post('auth/reauthenticate', { passkey: device.answer(options) })
    }
    await fails(prove(ben.device), UNFIT)
    const foreign = (await ben.post('auth/reauthenticate/passkey')).options
    const answer = ann.device.answer(foreign)
    await fails(ann.post('auth/reauthenticate', { passkey: answer }), UNFIT)
    await refused(() => ann.delete('auth/account'), PROOF)
    const { options } = await ann.post('auth/reauthenticate/passkey')
    expect(options.allowCredentials).toMatchObject([{ id: ann.device.id }])
    expectData(await prove(ann.device))
    await ann.delete('auth/account')
    const { visitor } = await student()
    await refused(() => visitor.post('auth/reauthenticate/passkey'), 'CONFLICT')
  })
})

describe('a passkey for administrators', () => {
  const require = ({ visitor }: Person, administratorPasskeys: boolean) =>
    visitor.patch('admin/settings', { administratorPasskeys })
  test('is required by a superadmin who has one, after a proof', async () => {
    const root = await administrator('superadmin')
    await refused(() => require(root, true), 'CONFLICT')
    const { visitor } = await withPasskey(root)
    later(FIVE_MINUTES)
    await refused(() => require(root, true), PROOF)
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    expectData(await require(root, true))
    expectData(await require(root, false))
  })
  test('without one, an administrator, new or not, can sign in and add one, and nothing else; students go on', async () => {
    const root = await withPasskey(await administrator('superadmin'))
    const [admin, ann] = [await administrator(), await student()]
    expectData(await require(root, true))
    const post = { title: 'T', content: 'C', topic: 'Ask Campus' }
    for (const each of ['admin/settings', 'auth/users', 'admin/dashboard/overview'])
      await refused(() => admin.get(each), REQUIRED)
    await refused(() => admin.post('posts', post), REQUIRED)
    // What everybody may read shows no more than to a student.
    await fails(admin.get('posts?state=banned'), 'FORBIDDEN')
    await ann.post('posts', post)
    await meOf(admin)
    await withPasskey(admin)
    await admin.get('auth/users')
    const [{ id }] = await listed(admin.visitor)
    await refused(() => admin.delete(`auth/passkeys/${id}`), 'CONFLICT')
    expectData(await withPasskey(admin).then(() => admin.visitor.delete(`auth/passkeys/${id}`)))
    await root.put(`admin/users/${ann.id}/role`, { role: 'admin' })
    await meOf(ann)
    await refused(() => ann.get('auth/users'), REQUIRED)
    expectData(await require(root, false))
    await ann.get('auth/users')
  })
})

test('open challenges are good once, and for what they were issued for; are bounded for a network, whose oldest go first, and others keep theirs', () => {
  const [one, two] = [challenges.issue('login', null), challenges.issue('add:x', null)]
  expect(challenges.redeem('login', one)).toBeDefined()
  expect(challenges.redeem('login', one)).toBeUndefined()
  expect(challenges.redeem('login', two)).toBeUndefined()
  expect(challenges.redeem('add:x', two)).toBeUndefined()
  const other = challenges.issue('login', '198.51.100.1')
  const [first, ...rest] = Array.from({ length: 1001 }, () => challenges.issue('login', '203.0.113.1'))
  expect(challenges.redeem('login', first ?? '')).toBeUndefined()
  for (const challenge of [other, rest.at(-1) ?? '']) expect(challenges.redeem('login', challenge)).toBeDefined()
})
