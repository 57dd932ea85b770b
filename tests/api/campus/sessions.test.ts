import { beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { app } from '../../../src/app'
import { deleteExpiredSessions } from '../../../src/campus/auth/sessions'
import { config } from '../../../src/config'
import { renewTokens } from '../../../src/ground/access/sessions'
import { backgroundIdle } from '../../../src/lib/process/background'
import { metricsText } from '../../../src/lib/process/metrics'
import { select, sure } from '../../support/content'
import type { Sessions } from '../../support/contract'
import {
  administrator,
  atOnce,
  bearer,
  expectData,
  expectWithout,
  fails,
  later,
  meOf,
  PASSWORD,
  type Person,
  signedIn,
  statuses,
  student,
  times,
  useQuad,
  Visitor,
  withTokens,
} from '../../support/kit'
import { auditActions, auditEntries, refused } from '../../support/traces'
import { until } from '../../support/until'

const DAY = 86_400_000
const MINUTE = 60_000
const TOKEN = 'identity.session_token'
const DATA = 'identity.session_data'

await useQuad()

const me = (visitor: Visitor) => visitor.get('auth/me')
const newcomer = () => student({ onboard: false })
const signIn = async ({ email }: Person, visitor = new Visitor()) => {
  await signedIn(email, PASSWORD, visitor)
  return visitor
}
const expectSignedIn = async (visitor: Visitor) => expectData(await me(visitor)).user
const expectSignedOut = async (visitor: Visitor) => await refused(() => me(visitor), 'UNAUTHENTICATED')

const refresh = (refreshToken: string, visitor = new Visitor()) => visitor.post('auth/refresh', { refreshToken })
const refreshed = sure(refresh)
const rowsOf = (userId: string) => select('select * from sessions where user_id = ?', userId)

describe('a session', () => {
  test('is proved by its token alone, which is kept as a hash; the copy of its data proves nothing', async () => {
    const { visitor, id } = await newcomer()
    const [token, data] = [visitor.copy(), visitor.copy()]
    token.cookies.delete(DATA)
    data.cookies.delete(TOKEN)
    expect((await expectSignedIn(token)).id).toBe(id)
    await expectSignedOut(data)
    const all = JSON.stringify([select('select * from session_tokens'), select('select * from sessions')])
    expect(all).not.toContain(visitor.cookies.get(TOKEN)!)
  })
  test('ends after 30 days without use, and counts as none where none is needed', async () => {
    const { visitor, email } = await newcomer()
    later(30 * DAY)
    await expectSignedOut(visitor)
    expectData(await visitor.post('auth/refresh', {}))
    await signedIn(email, PASSWORD, visitor)
    await expectSignedIn(visitor)
  })
  test('renews itself when it is used in its second half: cookies and record alike', async () => {
    const { visitor, id } = await newcomer()
    const token = visitor.cookies.get(TOKEN)!
    later(14 * DAY)
    visitor.setCookies.clear()
    await expectSignedIn(visitor)
    expect(visitor.setCookies.size).toBe(0)
    later(2 * DAY)
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(visitor.cookies.get(TOKEN)).toBe(token)
    expect(Number(/max-age=(\d+)/.exec(visitor.setCookies.get(TOKEN) ?? '')?.[1])).toBeWithin(
      30 * 86_400 - 5,
      30 * 86_400 + 1,
    )
    expect(Date.parse(rowsOf(id)[0]!.expires_at) - Date.now()).toBeWithin(30 * DAY - 5_000, 30 * DAY + 1)
    const shown = JSON.parse(Buffer.from(visitor.cookies.get(DATA)!, 'base64url').toString())
    expect(shown.expiresAt).toBe(rowsOf(id)[0]!.expires_at)
    later(29 * DAY)
    await expectSignedIn(visitor)
  })
})

test('POST logout: 200: this session ends, wherever its cookie was copied to; cookies are cleared; others live on', async () => {
  const person = await newcomer()
  const other = await signIn(person)
  const copied = person.visitor.copy()
  await person.post('auth/logout')
  // The browser stays known to the account.
  expect([...person.visitor.cookies.keys()]).toEqual(['identity.device'])
  for (const name of [TOKEN, DATA]) expect(person.visitor.setCookies.get(name)).toContain('max-age=0')
  await expectSignedOut(copied)
  await expectSignedIn(other)
  expect(auditActions(person.id)).toContain('user:logout:session')
})

test('POST logout-all: 200: every other session ends, tokens included; this one lives, and so do those of others', async () => {
  const person = await newcomer()
  const others = [await signIn(person), await signIn(person)]
  const { client, refreshToken } = await withTokens(person)
  const stranger = await newcomer()
  await person.post('auth/logout-all')
  for (const other of [...others, client]) await expectSignedOut(other)
  expect((await refreshed(refreshToken)).accessToken).toBeUndefined()
  await expectSignedIn(person.visitor)
  await expectSignedIn(stranger.visitor)
  expect(auditEntries(person.id).at(-1)).toMatchObject({
    action: 'user:logout:other-sessions',
    metadata: '{"ended":3}',
  })
})

describe('GET and DELETE auth/sessions', () => {
  test('lists the sessions of the user, and says which is this one', async () => {
    const person = await newcomer()
    const phone = await signIn(person, new Visitor({ 'user-agent': 'Phone/1' }))
    await newcomer()
    const answer = await phone.get('auth/sessions')
    const sessions: Sessions = expectData(answer).sessions
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        ip: '127.0.0.1',
        userAgent: 'Phone/1',
        current: true,
      },
    ])
    expectWithout(answer.text, phone.cookies.get(TOKEN)!, person.visitor.cookies.get(TOKEN)!)
  })
  test('ends another session of one’s own, and this one, and clears its cookies; 404 for none and for a stranger’s, which lives on', async () => {
    const person = await newcomer()
    const other = await signIn(person)
    const sessions: Sessions = (await person.get('auth/sessions')).sessions
    const { id } = sessions.find(({ current }) => !current)!
    await person.delete(`auth/sessions/${id}`)
    await expectSignedOut(other)
    await expectSignedIn(person.visitor)
    await refused(() => person.delete(`auth/sessions/${id}`), 'NOT_FOUND')
    expect(auditEntries(id)).toMatchObject([
      { action: 'user:login:password' },
      { action: 'user:ended:session', actorId: person.id },
    ])
    const own = rowsOf(person.id)[0]
    await person.delete(`auth/sessions/${own.id}`)
    expect([...person.visitor.cookies.keys()]).toEqual(['identity.device'])
    const [one, two] = [await newcomer(), await newcomer()]
    const foreign = rowsOf(two.id)[0]!.id
    for (const each of [foreign, 'none', '%00', `${foreign}%00`])
      await refused(() => one.delete(`auth/sessions/${each}`), 'NOT_FOUND')
    await expectSignedIn(two.visitor)
  })
  test('the last use is noted to the hour', async () => {
    const { visitor } = await newcomer()
    const seen = async () => expectData(await visitor.get('auth/sessions')).sessions[0].lastSeenAt
    const first = await seen()
    later(59 * MINUTE)
    expect(await seen()).toBe(first)
    later(2 * MINUTE)
    await seen()
    await backgroundIdle()
    expect(Date.parse(await seen()) - Date.parse(first)).toBeWithin(60 * MINUTE, 62 * MINUTE)
  })
})

describe('tokens', () => {
  test('login gives tokens where they are asked for; the access token is a session wherever one is, and ends by a logout with the refresh token, which is none', async () => {
    const who = await newcomer()
    const { client, accessToken, refreshToken } = await withTokens(who)
    expect((await expectSignedIn(client)).id).toBe(who.id)
    await expectSignedOut(bearer(refreshToken))
    await expectSignedOut(bearer(who.visitor.cookies.get(TOKEN)!))
    const asCookie = new Visitor()
    asCookie.cookies.set(TOKEN, accessToken)
    await expectSignedOut(asCookie)
    const { email } = who
    for (const asked of [undefined, false]) {
      const data = expectData(await new Visitor().post('auth/login', { email, password: PASSWORD, tokens: asked }))
      expect([data.accessToken, data.refreshToken]).toEqual([undefined, undefined])
    }
    await fails(new Visitor().post('auth/login', { email, password: PASSWORD, tokens: 'perhaps' }), 'VALIDATION_FAILED')
    expectData(await client.post('auth/logout'))
    await expectSignedOut(client)
    expect((await refreshed(refreshToken)).accessToken).toBeUndefined()
  })
  test('an access token that is wrong is no session, whatever cookie comes with it', async () => {
    const { visitor } = await newcomer()
    for (const authorization of ['Bearer x', `Bearer ${'x'.repeat(43)}`])
      await fails(visitor.get('auth/me', { headers: { authorization } }), 401)
    for (const authorization of ['Bearer', 'Basic eDp5', 'x'])
      expectData(await visitor.get('auth/me', { headers: { authorization } }))
  })
  test('the access token lives 15 minutes, the refresh token 30 days', async () => {
    const { client, refreshToken } = await withTokens(await newcomer())
    later(15 * MINUTE - 5_000)
    await expectSignedIn(client)
    later(5_000)
    await expectSignedOut(client)
    later(30 * DAY - 16 * MINUTE)
    const next = await refreshed(refreshToken)
    await expectSignedIn(bearer(next.accessToken))
    later(30 * DAY)
    expect((await refreshed(next.refreshToken)).accessToken).toBeUndefined()
  })
  test('a refresh token is exchanged for new ones, in the body or as a cookie', async () => {
    const { refreshToken } = await withTokens(await newcomer())
    const second = await refreshed(refreshToken)
    expect(Object.keys(second).sort()).toEqual(['accessToken', 'refreshToken'])
    expect(second.refreshToken).not.toBe(refreshToken)
    const visitor = new Visitor()
    visitor.cookies.set('refreshToken', second.refreshToken)
    const third = expectData(await visitor.post('auth/refresh'))
    await expectSignedIn(bearer(third.accessToken))
  })
  test('at once from many tabs it is exchanged once, and the rest is reuse', async () => {
    const { client, refreshToken } = await withTokens(await newcomer())
    const answers = await atOnce(5, () => refresh(refreshToken))
    expect(statuses(answers)).toEqual(Array(5).fill(200))
    expect(answers.filter(({ data }) => data.accessToken !== undefined)).toHaveLength(1)
    await expectSignedOut(client)
  })
})

describe('POST refresh', () => {
  test('with nothing at all: 200 with a message, nothing given, no cookie set; 400 for a token that is no text', async () => {
    for (const body of [undefined, {}, { refreshToken: 'nonsense' }, { refreshToken: '' }]) {
      const visitor = new Visitor()
      const answer = await visitor.post('auth/refresh', body)
      expect(expectData(answer)).toEqual({})
      expect(answer.body.message).toEqual(expect.any(String))
      expect(visitor.cookies.size).toBe(0)
    }
    for (const refreshToken of [1, 'x'.repeat(257)])
      await refused(() => new Visitor().post('auth/refresh', { refreshToken }), 'VALIDATION_FAILED')
  })
  test('with a session: it is renewed', async () => {
    const { visitor, id } = await newcomer()
    later(3 * DAY)
    visitor.setCookies.clear()
    const { session } = expectData(await visitor.post('auth/refresh', {}))
    expect(session).toEqual({ id: rowsOf(id)[0]!.id, expiresAt: rowsOf(id)[0]!.expires_at })
    expect(Date.parse(session.expiresAt) - Date.now()).toBeWithin(30 * DAY - 5_000, 30 * DAY + 1)
    expect([...visitor.setCookies.keys()].sort()).toEqual([DATA, TOKEN])
    await expectSignedIn(visitor)
  })
})

describe('the token', () => {
  const answers = (visitor: Visitor) => me(visitor).then(({ status }) => status)
  const token = (visitor: Visitor) => visitor.cookies.get(TOKEN)
  test.each(['onboarding', 'terms', 'role', 'sanction'])('is another one after a change: %s', async (change) => {
    const person = await student({ onboard: change !== 'onboarding', terms: change !== 'terms' })
    const [{ visitor, id }, root] = [person, await administrator('superadmin')]
    const moderate = (blocked: boolean) => root.visitor.put(`moderation/users/${id}/moderation-state`, { blocked })
    const changes: Record<string, () => Promise<unknown>> = {
      onboarding: async () => expectData(await visitor.post('auth/onboarding/complete', { branch: 'CSE' })),
      terms: async () => expectData(await visitor.post('users/accept-terms')),
      role: () => root.put(`admin/users/${id}/role`, { role: 'admin' }),
      sanction: async () => [expectData(await moderate(true)), expectData(await moderate(false))],
    }
    await changes[change]?.()
    const [copied, before] = [visitor.copy(), token(visitor)]
    expect(await answers(visitor)).toBe(200)
    expect(token(visitor)).not.toBe(before)
    const next = token(visitor)
    // What was under way with the old cookie still succeeds, and gets no third one.
    expect(await answers(copied)).toBe(200)
    expect(token(copied)).toBe(before)
    later(30_000)
    await expectSignedOut(copied)
    expect(await answers(visitor)).toBe(200)
    expect(token(visitor)).toBe(next)
  })
  test('at once from many tabs: all are answered, and one new cookie comes', async () => {
    const { visitor } = await student({ terms: false })
    expectData(await visitor.post('users/accept-terms'))
    const tabs = Array.from({ length: 5 }, () => visitor.copy())
    expect(await Promise.all(tabs.map(answers))).toEqual(Array(5).fill(200))
    expect(new Set(tabs.map(token)).size).toBe(2)
  })
  test('of a slow request does not come back over the one that another tab got meanwhile', async () => {
    const { visitor } = await student()
    later(16 * DAY)
    const slow = visitor.copy()
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          expectData(await visitor.post('auth/reauthenticate', { password: PASSWORD }))
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const cookie = [...slow.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'content-type': 'application/json', origin: config.publicUrl, cookie }
    const response = await app.handle(
      new Request('http://localhost:3000/api/v1/posts', { method: 'POST', body, headers }),
    )
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
    await expectSignedIn(visitor)
  })
  test('of a client without cookies comes with its refresh token; of one with them by a refresh with the new one', async () => {
    const [who, root] = [await student(), await administrator('superadmin')]
    const { client, refreshToken } = await withTokens(who)
    await root.put(`admin/users/${who.id}/role`, { role: 'admin' })
    later(30_000)
    await expectSignedOut(client)
    const { accessToken } = await refreshed(refreshToken)
    expect((await expectSignedIn(bearer(accessToken))).role).toBe('admin')
    const { visitor } = await student({ terms: false })
    expectData(await visitor.post('users/accept-terms'))
    const before = token(visitor)
    expectData(await visitor.post('auth/refresh', {}))
    expect(token(visitor)).not.toBe(before)
    later(30_000)
    await expectSignedIn(visitor)
  })
})

describe('a session ends', () => {
  test('90 days after the sign-in, however often it is renewed, by cookie or by refresh token', async () => {
    const who = await newcomer()
    const { visitor } = who
    let { refreshToken } = await withTokens(who)
    for (let days = 0; days < 80; days += 10) {
      later(10 * DAY)
      expectData(await visitor.post('auth/refresh', {}))
      refreshToken = (await refreshed(refreshToken)).refreshToken
    }
    later(10 * DAY - MINUTE)
    await expectSignedIn(visitor)
    // In the last days there is nothing to renew.
    expect(visitor.setCookies.get(TOKEN)).not.toContain('max-age=2592000')
    later(MINUTE)
    await expectSignedOut(visitor)
    expect(await refreshed(refreshToken)).toEqual({})
  })
  test('for an administrator, a new one, too, after 12 hours without use, not for a student', async () => {
    const [admin, ann] = [await administrator(), await student()]
    const { client, refreshToken } = await withTokens(admin)
    for (let each = 0; each < 3; each++) {
      later(11.9 * 60 * MINUTE)
      await expectSignedIn(admin.visitor)
      await backgroundIdle()
    }
    await expectSignedOut(client)
    expect(await refreshed(refreshToken)).toEqual({})
    later(12 * 60 * MINUTE)
    await expectSignedOut(admin.visitor)
    await expectSignedIn(ann.visitor)
    await storage.write(deleteExpiredSessions)
    expect(rowsOf(admin.id)).toEqual([])
    expect(rowsOf(ann.id)).toHaveLength(1)
    setSystemTime()
    const [ben, root] = [await student(), await administrator('superadmin')]
    later(11 * 60 * MINUTE)
    await meOf(root)
    await root.post('auth/reauthenticate', { password: PASSWORD })
    await root.put(`admin/users/${ben.id}/role`, { role: 'admin' })
    later(2 * 60 * MINUTE)
    await expectSignedOut(ben.visitor)
  })
})

test('DELETE admin/users/:id/sessions every session of a student ends, tokens included, and the log says who ended them; 403 for administrators unless by a superadmin, and for oneself', async () => {
  const end = ({ visitor }: Person, id: string) => visitor.delete(`admin/users/${id}/sessions`)

  const [admin, ann] = [await administrator(), await student()]
  const { client, refreshToken } = await withTokens(ann)
  await times(2, async () =>
    expect((await end(admin, ann.id)).body).toEqual({ success: true, message: 'Sessions ended' }),
  )
  for (const visitor of [ann.visitor, client]) await expectSignedOut(visitor)
  expect(await refreshed(refreshToken)).toEqual({})
  expect(auditEntries(ann.id).at(-1)).toMatchObject({
    action: 'admin:ended:sessions',
    actorId: admin.id,
    metadata: null,
  })
  await expectSignedIn(await signIn(ann))
  const [other, root] = [await administrator(), await administrator('superadmin')]
  for (const { id } of [other, root, admin]) await refused(() => end(admin, id), 'FORBIDDEN')
  await refused(() => end(root, root.id), 'FORBIDDEN')
  await refused(() => end(admin, 'nobody'), 'NOT_FOUND')
  expectData(await end(root, other.id))
  await expectSignedOut(other.visitor)
  await expectSignedIn(admin.visitor)
})

describe('a session while nothing can be written', () => {
  let write: ReturnType<typeof spyOn>
  let failures: () => Promise<number>
  const fail = (error: Error) => {
    write = spyOn(storage, 'write').mockRejectedValue(error)
  }
  beforeEach(async () => {
    const count = async () =>
      [...(await metricsText()).matchAll(/^quad_background_failures_total\{.*session.*\} (\d+)$/gm)].reduce(
        (sum, [, each]) => sum + Number(each),
        0,
      )
    const before = await count()
    failures = async () => (await count()) - before
  })
  test.each(['full', 'busy', 'unsynced'] as const)('(%s) its second half is for reading, too', async (reason) => {
    const { visitor, id } = await newcomer()
    later(16 * DAY)
    const end = rowsOf(id)[0]!.expires_at
    fail(new StorageUnavailable(reason))
    await times(3, () => expectSignedIn(visitor))
    await backgroundIdle()
    expect(await failures()).toBe(1)
    await fails(visitor.post('auth/refresh', {}), 'STORAGE_UNAVAILABLE')
    write.mockRestore()
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(rowsOf(id)[0]!.expires_at).toBe(end)
    // Half a minute later it is tried again.
    spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(Date.parse(rowsOf(id)[0]!.expires_at)).toBeGreaterThan(Date.parse(end))
  })
  test('no read waits for a renewal that hangs, and it ends when its time has come all the same', async () => {
    const { visitor, id } = await newcomer()
    later(16 * DAY)
    const hanging = Promise.withResolvers<never>()
    write = spyOn(storage, 'write').mockReturnValue(hanging.promise)
    await expectSignedIn(visitor)
    await until(() => write.mock.calls.length > 0, 'the renewal')
    await expectSignedIn(visitor)
    expect(write.mock.calls).toHaveLength(1)
    hanging.reject(new StorageUnavailable('busy'))
    await backgroundIdle()
    later(15 * DAY)
    await expectSignedOut(visitor)
    expect(rowsOf(id)).toHaveLength(1)
  })
  test('its last use goes unrecorded', async () => {
    const { visitor } = await newcomer()
    later(2 * 60 * MINUTE)
    fail(new StorageUnavailable('full'))
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(await failures()).toBe(1)
  })
  test('a cookie that is due for another one stays valid, and is replaced afterwards', async () => {
    const { visitor, id } = await newcomer()
    await storage.write((tx) => renewTokens(tx, id))
    const token = visitor.cookies.get(TOKEN)
    fail(new StorageUnavailable('full'))
    await expectSignedIn(visitor)
    expect(visitor.cookies.get(TOKEN)).toBe(token)
    write.mockRestore()
    const clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    await expectSignedIn(visitor)
    clock.mockRestore()
    expect(visitor.cookies.get(TOKEN)).not.toBe(token)
    await expectSignedIn(visitor)
  })
})
