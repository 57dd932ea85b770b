import { describe, expect, spyOn, test } from 'bun:test'
import { backgroundIdle } from '../../../src/lib/process/background'
import { withoutPassword } from '../../support/content'
import {
  type Answer,
  atOnce,
  CAMPUS,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  login,
  meOf,
  newEmail,
  PASSWORD,
  signedIn,
  signUp,
  statuses,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { expectFailed, expectRefused } from '../../support/scenarios'
import { attempts, auditActions, auditEntries, mailFor, mailsTo, queuedFor, refused } from '../../support/traces'

const HOUR = 3_600_000
const NEXT = 'quite another one'
const PLACEHOLDER = 'oauth-flow-placeholder'

await useQuad()

const newcomer = () => student({ onboard: false })
const forgot = (email: string, more: object = {}) => new Visitor().post('auth/password/forgot', { email, ...more })
const reset = (token: string | undefined, newPassword = NEXT) =>
  new Visitor().post('auth/password/reset', { token, newPassword })
const set = ({ visitor }: { visitor: Visitor }, currentPassword: string | undefined, newPassword = NEXT) =>
  visitor.post('auth/password/set', { newPassword, currentPassword })

async function linkFor(email: string, more: object = {}): Promise<string> {
  const known = mailsTo(email).length
  expectData(await forgot(email, more))
  return /https?:\/\/\S+/.exec((await mailFor(email, known)).text)?.[0] ?? ''
}
const tokenFor = async (email: string) => (await linkFor(email)).split('#')[1] ?? ''

describe('POST password/forgot', () => {
  test('200; a link with the token in its fragment is mailed, or to the page of this site that redirectTo names, its own fragment gone', async () => {
    const { email } = await signUp()
    expect(await linkFor(email, { redirectTo: 'http://localhost:3000/new-password?lang=en#top' })).toMatch(
      /^http:\/\/localhost:3000\/new-password\?lang=en#token=[\w-]{43}$/,
    )
    const link = await linkFor(email)
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset#[\w-]{43}$/)
    expect((await mailFor(email, 2)).text).toContain('one hour')
  })
  test('a redirectTo elsewhere, or none of this site whole, is 400, and nothing is mailed', async () => {
    const { email } = await signUp()
    for (const redirectTo of ['https://evil.example/', '/reset', ''])
      await fails(forgot(email, { redirectTo }), 'VALIDATION_FAILED', 'redirectTo')
    await backgroundIdle()
    expect(mailsTo(email)).toHaveLength(1)
  })
  test('400 for what is no address', async () => {
    for (const email of ['plain', '', `12@${CAMPUS}, 13@${CAMPUS}`]) await refused(() => forgot(email), 'INVALID_EMAIL')
    await refused(() => new Visitor().post('auth/password/forgot', {}), 'VALIDATION_FAILED')
  })
})

describe('POST password/reset', () => {
  test('200: the new password signs in, the old one does not, every session ends', async () => {
    const { visitor, email, id } = await newcomer()
    const token = await tokenFor(email)
    const answer = await reset(token)
    expect(answer.body).toEqual({ success: true, message: expect.any(String) })
    expect(answer.headers.getSetCookie()).toEqual([])
    await fails(visitor.get('auth/me'), 'UNAUTHENTICATED')
    await expectFailed(() => login(email), 'INVALID_CREDENTIALS')
    await signedIn(email, NEXT)
    expect(auditActions(id)).toContain('user:reset:password')
    const requested = attempts('user:requested:password-reset').at(-1)
    expect(requested).toMatchObject({ actorId: null, entityId: null, requestId: null, metadata: null })
    expectWithout([...auditEntries(id), requested], token)
  })
  test('one token serves once, also at once from many tabs, voids the others of the account, and is one of those that were mailed', async () => {
    const { email } = await signUp()
    const token = await tokenFor(email)
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `${NEXT} ${n}`)))
    expect(statuses(answers)).toEqual([200, 400, 400])
    for (const none of [token, undefined, '', 'x', 'x'.repeat(43)]) await refused(() => reset(none), 'INVALID_TOKEN')
    const [first, second] = [await tokenFor(email), await tokenFor(email)]
    expectData(await reset(second))
    await refused(() => reset(first), 'INVALID_TOKEN')
  })
  test('a token lives one hour, and dies with its account', async () => {
    const { email } = await signUp()
    const [young, old] = [await tokenFor(email), await tokenFor(email)]
    later(HOUR - 5_000)
    await refused(() => reset(young, 'short'), 'VALIDATION_FAILED')
    later(5_000)
    await refused(() => reset(old), 'INVALID_TOKEN')
    await signedIn(email)
    const { visitor, email: left } = await newcomer()
    const token = await tokenFor(left)
    expectData(await visitor.delete('auth/account'))
    await signUp({ email: left })
    await refused(() => reset(token), 'INVALID_TOKEN')
    await signedIn(left)
  })
  test('a weak password is 400 on its field, and the token keeps', async () => {
    const { email } = await signUp()
    const token = await tokenFor(email)
    for (const weak of ['short', 'password', email, PLACEHOLDER, 'x'.repeat(129)]) {
      await fails(reset(token, weak), 'VALIDATION_FAILED', 'newPassword')
    }
    expectData(await reset(token))
  })
  test('gives an account without a password its first', async () => {
    const { email } = await withoutPassword()
    const known = mailsTo(email).length
    expectData(await forgot(email))
    const token = /#(\S+)/.exec((await mailFor(email, known)).text)?.[1]
    expectData(await reset(token))
    await signedIn(email, NEXT)
  })
})

describe('POST password/set', () => {
  test('200 {hasPassword: true}: changed, the other sessions end, this one lives, reset links are void, the owner is told', async () => {
    const person = await newcomer()
    const other = await signedIn(person.email)
    expect(expectData(await set(person, PASSWORD))).toEqual({ hasPassword: true })
    await meOf(person)
    await fails(other.get('auth/me'), 401)
    await expectFailed(() => login(person.email), 'INVALID_CREDENTIALS')
    await signedIn(person.email, NEXT)
    expect(auditActions(person.id)).toContain('user:changed:password')
    const [notice] = queuedFor(person.email)
    expect(notice?.subject).toContain('was changed')
    expectWithout(notice, PASSWORD, NEXT)
    const token = await tokenFor(person.email)
    expectData(await set(person, NEXT, PASSWORD))
    await refused(() => reset(token, 'the attacker chose it'), 'INVALID_TOKEN')
  })
  test('the current password missing or wrong: 400 INVALID_CREDENTIALS; a weak one 400; nothing changed', async () => {
    const person = await newcomer()
    for (const current of [undefined, '', 'wrong but long', `${PASSWORD} `])
      await expectRefused(() => set(person, current), [400, 'INVALID_CREDENTIALS'])
    await signedIn(person.email)
    expect(queuedFor(person.email)).toEqual([])
    for (const weak of ['short', 'password', person.email, PLACEHOLDER])
      await refused(() => set(person, PASSWORD, weak), 'VALIDATION_FAILED')
  })
  test('somebody at an unlocked laptop does not get to guess it for ever', async () => {
    const person = await newcomer()
    await configured({ rateLimits: true }, async () => {
      await times(10, () => fails(set(person, 'wrong but long'), 400))
      const answer = await fails(set(person, PASSWORD), 'RATE_LIMITED')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
    })
  })
  test('two changes at once: one wins, the other is 409 or finds its current password wrong', async () => {
    const person = await newcomer()
    const answers = await Promise.all(
      [1, 2].map((n) => set({ visitor: person.visitor.copy() }, PASSWORD, `${NEXT} ${n}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [lost] = answers.filter(({ status }) => status !== 200)
    expect(['CONFLICT', 'INVALID_CREDENTIALS']).toContain(lost?.code ?? '')
    const winner = answers.findIndex(({ status }) => status === 200) + 1
    await signedIn(person.email, `${NEXT} ${winner}`)
  })
  test('an account without a password sets its first without a current one, and changes it with', async () => {
    const person = await withoutPassword()
    const status = () => person.get('auth/password/status')
    expect(await status()).toEqual({ hasPassword: false })
    expectData(await set(person, undefined))
    expect(await status()).toEqual({ hasPassword: true })
    await signedIn(person.email, NEXT)
    await expectRefused(() => set(person, undefined, 'a third one, then'), [400, 'INVALID_CREDENTIALS'])
    expectData(await set(person, NEXT, 'a third one, then'))
  })
})

/** Slow enough that hundreds of passwords wait. */
const HASH_MS = 10

const from = (address: string) => new Visitor({ 'x-forwarded-for': address })
const network = (n: number) => `10.${n >> 8}.${n & 255}.7`
const WRONG = 'wrong but long'

const flood = (count: number, addressOf = network) =>
  Array.from({ length: count }, (_, n) => login(newEmail(), WRONG, from(addressOf(n))))

const flooded = (work: () => Promise<void>) => () =>
  configured({ rateLimits: true, trustProxy: 1 }, async () => {
    spyOn(Bun.password, 'verify').mockImplementation(async (plain) => {
      await Bun.sleep(HASH_MS)
      return plain === PASSWORD
    })
    await work()
  })

describe('a flood of passwords', () => {
  test(
    'from as many networks: each attempt is answered, by 401 or 503 BUSY with Retry-After, and a right one is let in or asked to wait',
    flooded(async () => {
      const { email } = await signUp()
      const wrong = flood(400)
      const right = login(email, PASSWORD, from('192.0.2.2'))
      const answers = await Promise.all(wrong)
      const busy = answers.filter(({ status }) => status === 503)
      expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
      expect(busy.length).toBeGreaterThan(0)
      for (const answer of busy) {
        await fails(answer, 'BUSY')
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.body).toEqual(busy[0]!.body)
      }
      expect([200, 503]).toContain((await right).status)
      await signedIn(email, PASSWORD, from('192.0.2.2'))
      await fails(login(email, WRONG, from('192.0.2.2')), 401)
    }),
  )
  test(
    'does not keep out a browser that is known to the account, though the queue is full',
    flooded(async () => {
      const { email, visitor } = await signUp()
      await login(email, PASSWORD, visitor)
      const owner = from('192.0.2.2')
      owner.cookies.set('identity.device', visitor.cookies.get('identity.device')!)
      const wrong = flood(600)
      const busy = async (answer: Promise<Answer>) =>
        (await answer).status === 503 || Promise.reject(new Error('not yet'))
      await Promise.any(wrong.map(busy))
      await signedIn(email, PASSWORD, owner)
      await Promise.all(wrong)
    }),
  )
  test(
    'what was not tried is not counted: neither for the account nor for its network',
    flooded(async () => {
      const { email } = await signUp()
      const many = flood(400)
      const tries = await atOnce(8, () => login(email, WRONG, from('192.0.2.9')))
      const looked = tries.filter(({ status }) => status === 401).length
      await Promise.all(many)
      for (let n = looked; n < 10; n++) await fails(login(email, WRONG, from('192.0.2.9')), 401)
      await fails(login(email, WRONG, from('192.0.2.9')), 429)
    }),
  )
})
