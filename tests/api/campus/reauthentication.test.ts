import { describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { deleteAccount } from '../../../src/keeping/erasure/delete-account'
import { hashRuns } from '../../../src/lib/crypto/password-hash'
import { viewerOf, withoutPassword } from '../../support/content'
import {
  type Answer,
  administrator,
  bearer,
  configured,
  type Data,
  expectData,
  fails,
  later,
  login,
  meOf,
  PASSWORD,
  type Person,
  signedIn,
  student,
  times,
  useQuad,
  Visitor,
  withTokens,
} from '../../support/kit'
import { auditActions, mailsTo, otpFor, refused } from '../../support/traces'

await useQuad()

const FIVE_MINUTES = 300_000
const REQUIRED = 'REAUTHENTICATION_REQUIRED'
const WRONG = 'INVALID_CREDENTIALS'
const NEW = 'another horse battery'
const TOKEN = 'identity.session_token'

const proving = (visitor: Visitor, proof: unknown = { password: PASSWORD }) =>
  visitor.post('auth/reauthenticate', proof)
const prove = async (...by: Parameters<typeof proving>) => expectData(await proving(...by))
const codeFor = async (who: Person): Promise<string> => {
  await who.post('auth/reauthenticate/code')
  return otpFor(who.email)
}
const COLLEGE = { name: 'Lake College', city: 'Lakeside', state: 'Iowa' }

/** Every route that a copied cookie must not suffice for; a new one is added here with its reason to be sensitive. */
const SENSITIVE = [
  'POST /api/v1/auth/password/set',
  'DELETE /api/v1/auth/account',
  'GET /api/v1/users/me/export/file',
  'POST /api/v1/auth/passkeys/options',
  'POST /api/v1/auth/passkeys',
  'DELETE /api/v1/auth/passkeys/:id',
  'POST /api/v1/auth/logout-all',
  'PUT /api/v1/admin/users/:id/role',
  'DELETE /api/v1/admin/users/:id/sessions',
  'POST /api/v1/admin/users/:id/reveal-account',
  'POST /api/v1/admin/users/:id/reveal-email',
  'GET /api/v1/admin/manage/logs/export',
  'POST /api/v1/admin/colleges/create',
  'POST /api/v1/colleges',
  'POST /api/v1/admin/memberships/reminders',
  'POST /api/v1/admin/invitations',
  'POST /api/v1/invitations/take',
  'POST /api/v1/admin/webhooks',
  'PATCH /api/v1/admin/webhooks/:id',
  'DELETE /api/v1/admin/webhooks/:id',
  'POST /api/v1/admin/webhooks/:id/rotate-secret',
]

describe('a sensitive route', () => {
  const declared = app.routes.filter(({ hooks }) => hooks?.detail?.['x-reauthentication'] === true)
  test('is declared as one: this list and no other', () => {
    expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...SENSITIVE].sort())
  })
  test.each(SENSITIVE)('%s refuses a session of more than five minutes, before the body is read', async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const { visitor } = await administrator('superadmin')
    later(FIVE_MINUTES)
    const url = path.replace(':id', 'x')
    const body = method === 'GET' ? undefined : '{'
    await refused(() => visitor.send(method, url, body, { raw: true }), REQUIRED)
    await prove(visitor)
    const answer = await visitor.send(method, url, body, { raw: true, headers: { 'content-type': 'application/json' } })
    expect(answer.code).not.toBe('REAUTHENTICATION_REQUIRED')
  })
  test('says so in the document', async () => {
    const document = await (await app.handle(new Request('http://localhost/api/v1/openapi.json'))).json()
    const operation = document.paths['/api/v1/auth/account'].delete
    expect(operation['x-reauthentication']).toBe(true)
    expect(operation.responses[403].description).toContain('REAUTHENTICATION_REQUIRED')
    expect(document.paths['/api/v1/auth/me'].get['x-reauthentication']).toBeUndefined()
  })
  test('refuses in this order: no session, not allowed, not proved', async () => {
    const { visitor } = await student()
    later(FIVE_MINUTES)
    await refused(() => new Visitor().delete('auth/account'), 'UNAUTHENTICATED')
    await refused(() => visitor.put('admin/users/x/role', { role: 'admin' }), 'FORBIDDEN')
    await refused(() => visitor.delete('auth/account'), REQUIRED)
  })
  test('is refused inside the write, too, when the proof has grown old since the request was admitted', async () => {
    const { id } = await student()
    const viewer = { ...(await viewerOf(id)), isSensitive: true }
    later(FIVE_MINUTES)
    expect(deleteAccount(viewer)).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  })
})

describe('a copied cookie', () => {
  test('of more than five minutes ends no other session, so that it cannot keep the owner out', async () => {
    const { visitor, email } = await student()
    const thief = await signedIn(email)
    later(FIVE_MINUTES)
    const { sessions } = expectData(await thief.get('auth/sessions'))
    const idOf = (isCurrent: boolean) => sessions.find(({ current }: Data) => current === isCurrent).id
    await refused(() => thief.delete(`auth/sessions/${idOf(false)}`), REQUIRED)
    await refused(() => thief.post('auth/logout-all'), REQUIRED)
    await meOf(visitor)
    // Its own it may end, which is signing out.
    expectData(await thief.delete(`auth/sessions/${idOf(true)}`))
    await prove(visitor)
    expectData(await visitor.post('auth/logout-all'))
  })
  test('is worth nothing once its owner re-authenticates, whose other sessions live on', async () => {
    const { visitor, email } = await student()
    const [thief, phone] = [visitor.copy(), new Visitor()]
    await signedIn(email, PASSWORD, phone)
    later(FIVE_MINUTES)
    await prove(visitor)
    await fails(thief.get('auth/me'), 'UNAUTHENTICATED')
    await meOf(visitor)
    await meOf(phone)
    // The proof is of the one session only.
    await refused(() => phone.delete('auth/account'), REQUIRED)
  })
})

test('college domains another domain and an approval need a proof; other changes and a rejection do not', async () => {
  const { visitor } = await administrator()
  const college = expectData(await visitor.post('admin/colleges/create', { ...COLLEGE, emailDomain: 'lake.edu' }))
  const domain = 'pond.edu'
  const requested = await visitor.post('colleges/requests', {
    ...COLLEGE,
    emailDomain: domain,
    requestedByEmail: `1@${domain}`,
  })
  const request = `admin/college-requests/${expectData(requested).id}`
  later(FIVE_MINUTES)
  for (const path of [`admin/colleges/update/${college.id}`, `colleges/${college.id}`]) {
    await refused(() => visitor.patch(path, { emailDomain: 'sea.edu' }), REQUIRED)
    expectData(await visitor.patch(path, { emailDomain: 'lake.edu', city: path }))
  }
  await refused(() => visitor.patch(request, { status: 'approved' }), REQUIRED)
  expectData(await visitor.patch(request, { status: 'rejected' }))
  await prove(visitor)
  expectData(await visitor.patch(`colleges/${college.id}`, { emailDomain: 'sea.edu' }))
  expectData(await visitor.patch(request, { status: 'approved' }))
})

describe('POST reauthenticate', () => {
  test('by the password, or 400: sensitive acts are open for five minutes, with a new token', async () => {
    const { visitor, id } = await student()
    later(FIVE_MINUTES)
    const before = visitor.cookies.get(TOKEN)
    const data = await prove(visitor)
    expect(Object.keys(data)).toEqual(['session'])
    expect(visitor.cookies.get(TOKEN)).not.toBe(before)
    later(FIVE_MINUTES - 1000)
    expectData(await visitor.post('auth/password/set', { newPassword: NEW, currentPassword: PASSWORD }))
    later(1001)
    await refused(() => visitor.delete('auth/account'), REQUIRED)
    expect(auditActions(id)).not.toContain('user:failed:reauthentication')
    await refused(() => proving(visitor, {}), 'VALIDATION_FAILED')
  })
  test('by a mailed code, which works once: the first password, too; by a sign-in by code', async () => {
    const person = await withoutPassword()
    const { visitor } = person
    later(FIVE_MINUTES)
    await refused(() => visitor.post('auth/password/set', { newPassword: NEW }), REQUIRED)
    const otp = await codeFor(person)
    await prove(visitor, { otp })
    expectData(await visitor.post('auth/password/set', { newPassword: NEW }))
    await fails(proving(visitor, { otp }), WRONG)
    later(FIVE_MINUTES)
    const { email } = person
    const known = mailsTo(email).length
    expectData(await visitor.post('auth/otp/login/send', { email }))
    expectData(await visitor.post('auth/otp/login/verify', { email, otp: await otpFor(email, known) }))
    expectData(await visitor.delete('auth/account'))
  })
  test('a client without cookies gets new bearer tokens, and the old ones end', async () => {
    const first = await withTokens(await student())
    later(FIVE_MINUTES)
    const old = first.client
    await refused(() => old.delete('auth/account'), REQUIRED)
    const { accessToken, refreshToken } = await prove(old)
    await fails(old.get('auth/me'), 'UNAUTHENTICATED')
    expect(expectData(await new Visitor().post('auth/refresh', { refreshToken: first.refreshToken }))).toEqual({})
    const changed = { newPassword: NEW, currentPassword: PASSWORD }
    const next = expectData(await bearer(accessToken).post('auth/password/set', changed))
    expect(expectData(await new Visitor().post('auth/refresh', { refreshToken }))).toEqual({})
    expectData(await bearer(next.accessToken).delete('auth/account'))
  })
  test('whatever is wrong, the refusal and the work are the same, and nothing is open', async () => {
    const [person, provided, other] = [await student(), await withoutPassword(), await student()]
    later(FIVE_MINUTES)
    const foreign = await codeFor(other)
    const answers: Answer[] = []
    for (const { visitor } of [person, provided]) {
      const runs = hashRuns()
      answers.push(await proving(visitor, { password: 'wrong' }))
      expect(hashRuns() - runs).toBe(1)
      for (const otp of ['000000x', foreign]) answers.push(await proving(visitor, { otp }))
      await refused(() => visitor.delete('auth/account'), REQUIRED)
    }
    expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1)
    for (const answer of answers) await fails(answer, WRONG)
  })
  test('guesses count for the session, by password and by code together, until a right one', async () => {
    const person = await student()
    await configured({ rateLimits: true }, async () => {
      await times(9, () => proving(person.visitor, { password: 'wrong' }))
      await prove(person.visitor)
      await times(5, () => proving(person.visitor, { password: 'wrong' }))
      await times(5, () => proving(person.visitor, { otp: '111111' }))
      await refused(() => proving(person.visitor), 'RATE_LIMITED')
      const anew = await signedIn(person.email)
      await prove(anew)
    })
  })
  test('guesses of strangers at sign-in, and their codes, leave it alone', async () => {
    const person = await student()
    await configured({ rateLimits: true }, async () => {
      await times(11, () => login(person.email, 'wrong'))
      await refused(() => login(person.email), 'RATE_LIMITED')
      await prove(person.visitor)
      await person.post('auth/reauthenticate/code')
      const otp = await otpFor(person.email)
      await times(6, () => new Visitor().post('auth/otp/login/verify', { email: person.email, otp }))
      await prove(person.visitor, { otp })
    })
  })
})
