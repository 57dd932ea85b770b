import { describe, expect, test } from 'bun:test'
import { challenges } from '../../src/core/auth/passkey-challenges'
import { Authenticator, type Lie } from '../support/authenticator'
import { select, students } from '../support/content'
import {
  type Answer,
  administrator,
  expectData,
  fails,
  later,
  PASSWORD,
  type Person,
  refusal,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { expectRefused } from '../support/scenarios'
import { auditEntries, queuedFor, refused } from '../support/traces'

await useQuad()

const FIVE_MINUTES = 300_000
const DAY = 86_400_000
const UNFIT = [401, 'INVALID_CREDENTIALS'] as const
const REQUIRED = [403, 'PASSKEY_REQUIRED'] as const
const PROOF = [403, 'REAUTHENTICATION_REQUIRED'] as const

const optionsFor = async (visitor: Visitor, path: string) =>
  expectData(await visitor.post(`auth/${path}/options`)).options
const add = async (visitor: Visitor, device: Authenticator, name = 'Phone', lie: Lie = {}): Promise<Answer> =>
  visitor.post('auth/passkeys', { name, response: device.create(await optionsFor(visitor, 'passkeys'), lie) })
const verify = (response: unknown, visitor = new Visitor()) => visitor.post('auth/passkeys/login/verify', { response })
const signIn = async (device: Authenticator, lie: Lie = {}, visitor = new Visitor()): Promise<Answer> =>
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
    for (const secret of [id, email]) expect(decoded).not.toContain(secret)
    expect((await optionsFor(visitor, 'passkeys')).user.id).toBe(options.user.id)
    expect((await optionsFor(other.visitor, 'passkeys')).user.id).not.toBe(options.user.id)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no verified user', { isVerified: false }],
    ['another challenge', { challenge: 'AAAA' }],
    ['the answer to another question', { type: 'webauthn.get' }],
  ] as [string, Lie][])('401 for %s', async (_, lie) => {
    const { visitor } = await student()
    expect(refusal(await add(visitor, new Authenticator(), 'Phone', lie))).toEqual([...UNFIT])
    expect(await listed(visitor)).toEqual([])
  })

  test('401 for a challenge that was used, of another session, for a sign-in, or of more than five minutes', async () => {
    const [{ visitor }, other] = await students(2)
    const post = (response: unknown, by = visitor) => by.post('auth/passkeys', { name: 'Phone', response })
    const device = new Authenticator()
    const options = await optionsFor(visitor, 'passkeys')
    expect(refusal(await post(device.create(options), other.visitor))).toEqual([...UNFIT])
    expect(refusal(await post(device.create(options)))).toEqual([...UNFIT])
    expect(
      refusal(await post(device.create({ ...options, ...(await optionsFor(visitor, 'passkeys/login')) }))),
    ).toEqual([...UNFIT])
    const old = await optionsFor(visitor, 'passkeys')
    later(FIVE_MINUTES)
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    expect(refusal(await post(device.create(old)))).toEqual([...UNFIT])
    expectData(await add(visitor, device))
  })

  test('needs a proof of the last minutes, as removing does; renaming and listing do not', async () => {
    const { visitor, device } = await withPasskey()
    const options = await optionsFor(visitor, 'passkeys')
    later(FIVE_MINUTES)
    await expectRefused(() => visitor.post('auth/passkeys/options'), PROOF)
    const response = new Authenticator().create(options)
    await expectRefused(() => visitor.post('auth/passkeys', { name: 'Mine', response }), PROOF)
    await expectRefused(() => visitor.delete(`auth/passkeys/${device.id}`), PROOF)
    expectData(await visitor.patch(`auth/passkeys/${device.id}`, { name: 'Laptop' }))
    expect(await listed(visitor)).toMatchObject([{ name: 'Laptop' }])
  })

  test('400 for a name of nothing or of more than 50 characters, and for an answer that is none', async () => {
    const { visitor } = await student()
    const response = new Authenticator().create(await optionsFor(visitor, 'passkeys'))
    for (const body of [
      { name: '', response },
      { name: 'x'.repeat(51), response },
      { name: 'Phone', response: {} },
    ])
      await refused(() => visitor.post('auth/passkeys', body), 'VALIDATION_FAILED')
  })

  test('409 for the twenty-first', async () => {
    const { visitor } = await student()
    for (let count = 0; count < 20; count++) expectData(await add(visitor, new Authenticator()))
    await refused(() => visitor.post('auth/passkeys/options'), 'CONFLICT')
  })
})

describe('signing in with a passkey', () => {
  test('200 without an email: a session, by cookie, and tokens where they are asked for', async () => {
    const { id, device } = await withPasskey()
    const visitor = new Visitor()
    expect(expectData(await signIn(device, {}, visitor))).toEqual({ userId: id })
    expect(expectData(await visitor.get('auth/me')).user.id).toBe(id)
    expect((await listed(visitor))[0].lastUsedAt).not.toBeNull()
    // It is a proof of identity, too.
    expectData(await visitor.post('auth/passkeys/options'))
    const response = device.answer(await optionsFor(visitor, 'passkeys/login'))
    const { accessToken } = expectData(
      await new Visitor().post('auth/passkeys/login/verify', { response, tokens: true }),
    )
    expectData(await new Visitor({ authorization: `Bearer ${accessToken}` }).get('auth/me'))
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
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no verified user', { isVerified: false }],
    ['a counter that stands still', { counter: 1 }],
    ['a counter that goes back', { counter: 0 }],
    ['another user', { userHandle: 'c29tZWJvZHk' }],
    ['a challenge of nobody', { challenge: 'AAAA' }],
    ['the answer to another question', { type: 'webauthn.create' }],
  ] as [string, Lie][])('401 for %s, and no session', async (_, lie) => {
    const { device } = await withPasskey()
    expectData(await signIn(device))
    const visitor = new Visitor()
    expect(refusal(await signIn(device, lie, visitor))).toEqual([...UNFIT])
    expect(visitor.cookies.size).toBe(0)
  })

  test('401 for a replayed answer, one of five minutes ago, and a passkey that is not known or was removed', async () => {
    const { visitor, device } = await withPasskey()
    const answer = device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    expectData(await verify(answer))
    expect(refusal(await verify(answer))).toEqual([...UNFIT])
    const old = device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    later(FIVE_MINUTES)
    expect(refusal(await verify(old))).toEqual([...UNFIT])
    const stranger = new Authenticator()
    stranger.create({ challenge: 'AAAA', user: { id: 'AAAA' } })
    expect(refusal(await signIn(stranger))).toEqual([...UNFIT])
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    expectData(await visitor.delete(`auth/passkeys/${device.id}`))
    expect(refusal(await signIn(device))).toEqual([...UNFIT])
  })

  test('a cloned authenticator is noticed: the counter of one is behind', async () => {
    const { device } = await withPasskey()
    const clone = device.cloned()
    for (let times = 0; times < 2; times++) expectData(await signIn(device))
    expect(refusal(await signIn(clone))).toEqual([...UNFIT])
    // At once, both may find the old count; the write decides.
    const [visitor, twin] = [new Visitor(), device.cloned()]
    const [one, other] = [await optionsFor(visitor, 'passkeys/login'), await optionsFor(visitor, 'passkeys/login')]
    const answers = await Promise.all([verify(device.answer(one)), verify(twin.answer(other))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('the signature of another passkey proves nothing', async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    const answer = ben.device.answer(await optionsFor(new Visitor(), 'passkeys/login'))
    expect(refusal(await verify({ ...answer, id: ann.device.id, rawId: ann.device.id }))).toEqual([...UNFIT])
  })
})

describe('an account’s passkeys', () => {
  test('nobody else sees, renames or removes them', async () => {
    const [ann, ben] = [await withPasskey(), await student()]
    expect(await listed(ben.visitor)).toEqual([])
    const path = `auth/passkeys/${ann.device.id}`
    await refused(() => ben.visitor.patch(path, { name: 'Mine' }), 'NOT_FOUND')
    await refused(() => ben.visitor.delete(path), 'NOT_FOUND')
    await fails(new Visitor().get('auth/passkeys'), 'UNAUTHENTICATED')
    expect(await listed(ann.visitor)).toMatchObject([{ name: 'Phone' }])
  })

  test('go with the account', async () => {
    const { visitor, id } = await withPasskey()
    expectData(await visitor.delete('auth/account'))
    expect(select('SELECT id FROM passkeys WHERE user_id = ?', id)).toEqual([])
  })

  test('re-authenticate, those of others do not', async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    later(FIVE_MINUTES)
    const prove = async (device: Authenticator, visitor = ann.visitor) => {
      const { options } = expectData(await visitor.post('auth/reauthenticate/passkey'))
      return visitor.post('auth/reauthenticate', { passkey: device.answer(options) })
    }
    expect(refusal(await prove(ben.device))).toEqual([...UNFIT])
    const foreign = (await ben.post('auth/reauthenticate/passkey')).options
    const answer = ann.device.answer(foreign)
    expect(refusal(await ann.visitor.post('auth/reauthenticate', { passkey: answer }))).toEqual([...UNFIT])
    await expectRefused(() => ann.visitor.delete('auth/account'), PROOF)
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
    await expectRefused(() => require(root, true), PROOF)
    expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
    expectData(await require(root, true))
    expectData(await require(root, false))
  })

  test('without one, an administrator can sign in and add one, and nothing else; students go on', async () => {
    const root = await withPasskey(await administrator('superadmin'))
    const [admin, ann] = [await administrator(), await student()]
    expectData(await require(root, true))
    const post = { title: 'T', content: 'C', topic: 'Ask Campus' }
    for (const each of ['admin/settings', 'auth/users', 'admin/dashboard/overview'])
      await expectRefused(() => admin.visitor.get(each), REQUIRED)
    await expectRefused(() => admin.visitor.post('posts', post), REQUIRED)
    // What everybody may read shows no more than to a student.
    await fails(admin.visitor.get('posts?state=banned'), 'FORBIDDEN')
    await ann.post('posts', post)
    await admin.get('auth/me')
    await withPasskey(admin)
    await admin.get('auth/users')
    const [{ id }] = await listed(admin.visitor)
    await refused(() => admin.visitor.delete(`auth/passkeys/${id}`), 'CONFLICT')
    expectData(await withPasskey(admin).then(() => admin.visitor.delete(`auth/passkeys/${id}`)))
    expectData(await require(root, false))
  })

  test('a student who becomes administrator needs one from then on', async () => {
    const root = await withPasskey(await administrator('superadmin'))
    expectData(await require(root, true))
    const ann = await student()
    await root.put(`admin/users/${ann.id}/role`, { role: 'admin' })
    await ann.get('auth/me')
    await expectRefused(() => ann.visitor.get('auth/users'), REQUIRED)
    expectData(await require(root, false))
    await ann.get('auth/users')
  })
})

describe('open challenges', () => {
  test('are bounded for a network, whose oldest go first, and others keep theirs', () => {
    const other = challenges.issue('login', '198.51.100.1')
    const [first, ...rest] = Array.from({ length: 1001 }, () => challenges.issue('login', '203.0.113.1'))
    expect(challenges.redeem('login', first ?? '')).toBeUndefined()
    for (const challenge of [other, rest.at(-1) ?? '']) expect(challenges.redeem('login', challenge)).toBeDefined()
  })
  test('are good once, and for what they were issued for', () => {
    const [one, two] = [challenges.issue('login', null), challenges.issue('add:x', null)]
    expect(challenges.redeem('login', one)).toBeDefined()
    expect(challenges.redeem('login', one)).toBeUndefined()
    expect(challenges.redeem('login', two)).toBeUndefined()
    expect(challenges.redeem('add:x', two)).toBeUndefined()
    later(DAY)
  })
})
