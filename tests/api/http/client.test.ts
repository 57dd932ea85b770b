import { describe, expect, spyOn, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointAt } from '../../../client/api'
import type { LiveListeners, LiveMessage } from '../../../client/live-socket'
import { createQuad, type QuadOptions } from '../../../client/quad'
import { memoryStore, type TokenStore } from '../../../client/tokens'
import { areIncompatible } from '../../../client/version'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { subscriberCount } from '../../../src/forum/posts/subscriptions'
import { ACCESS_MS } from '../../../src/ground/access/sessions'
import { closeAllSockets } from '../../../src/lib/net/sockets/hub'
import { comment, newWords, publish, students } from '../../support/content'
import { administrator, atOnce, CAMPUS, collegeId, later, type Person, useQuad } from '../../support/kit'
import { mailsTo, otpFor } from '../../support/traces'
import { until } from '../../support/until'

await useQuad()
app.listen({ hostname: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${app.server!.port}`
const [ann, ben] = await students(2)

/** A client, and every request that it sent. */
function client(options: QuadOptions = {}) {
  const sent: { path: string; authorization: string | null; options: RequestInit }[] = []
  const quad = createQuad(origin, {
    ...options,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers as Record<string, string>)
      const asked = { path: url.slice(origin.length), authorization: headers.get('authorization'), options: init ?? {} }
      sent.push(asked as (typeof sent)[number])
      return (options.fetch ?? fetch)(url, init as RequestInit)
    },
  })
  const renewals = () => sent.filter(({ path }) => path === '/api/v1/auth/refresh').length
  return { quad, sent, renewals }
}

async function signedIn({ email, password }: Person, options: QuadOptions = {}) {
  const made = client(options)
  const { error } = await made.quad.signIn({ email, password })
  expect(error).toBeNull()
  return made
}

const words = () => ({ title: newWords(), content: newWords(), topic: 'Ask Campus' })

describe('a client with tokens', () => {
  test('signs in, posts, reads, and signs out', async () => {
    const tokenStore = memoryStore()
    const { quad, sent } = await signedIn(ann, { tokenStore })
    const { data } = await quad.api.posts.post(words())
    const { data: list } = await quad.api.posts.get({ query: { limit: 1 } })
    expect(list?.data.posts[0]?.id).toBe(data!.data.post.id)
    expect(sent.every(({ options }) => options.credentials === 'omit')).toBe(true)
    await quad.signOut()
    expect(tokenStore.read()).toBeUndefined()
    expect((await quad.api.auth.me.get()).error?.value.code).toBe('UNAUTHENTICATED')
    expect(sent.at(-1)!.authorization).toBeNull()
  })
  test('says by its code why it was refused, in the language that was asked for', async () => {
    const { quad } = client({ language: 'hi' })
    const { data, error, status } = await quad.signIn({ email: ann.email, password: 'not it, by far' })
    expect([data, status, error?.status, error?.value.code]).toEqual([null, 401, 401, 'INVALID_CREDENTIALS'])
    expect(error?.value.message).toMatch(/[\u0900-\u097F]/)
  })
  test('renews its tokens once for all requests that are refused at the same time', async () => {
    const tokenStore = memoryStore()
    const { quad, renewals } = await signedIn(ann, { tokenStore })
    const { refreshToken } = (await tokenStore.read())!
    await tokenStore.write({ accessToken: 'no-longer', refreshToken, obtainedAt: Date.now() })
    const answers = await atOnce(5, () => quad.api.auth.me.get())
    expect(answers.map(({ data }) => data?.data.user.id)).toEqual(Array(5).fill(ann.id))
    expect(renewals()).toBe(1)
  })
  test('renews them before they end: what is public would be answered as if nobody were signed in', async () => {
    const tokenStore = memoryStore()
    const { quad, sent, renewals } = await signedIn(ann, { tokenStore })
    later(ACCESS_MS - 120_000)
    await quad.api.posts.get()
    expect(renewals()).toBe(0)
    later(90_000)
    const before = sent.at(-1)!.authorization
    await quad.api.posts.get()
    expect([renewals(), sent.at(-1)!.path]).toEqual([1, '/api/v1/posts'])
    expect(sent.at(-1)!.authorization).toStartWith('Bearer ')
    expect(sent.at(-1)!.authorization).not.toBe(before)
    // Its clock was set back.
    await tokenStore.write({ ...(await tokenStore.read())!, obtainedAt: Date.now() + 60 * 60_000 })
    for (let read = 0; read < 2; read++) {
      expect((await quad.api.posts.get()).error).toBeNull()
      expect(renewals()).toBe(2)
    }
  })
  test('takes what another tab with the same store has renewed', async () => {
    const tokenStore = memoryStore()
    const { quad } = await signedIn(ann, { tokenStore })
    const stale = (await tokenStore.read())!
    // Reads what it had, once: the other tab writes between this one's request and its refusal.
    let reads = 0
    const late: TokenStore = {
      read: () => (reads++ === 0 ? { ...stale, accessToken: 'no-longer' } : tokenStore.read()),
      write: tokenStore.write,
    }
    const other = client({ tokenStore: late })
    expect((await other.quad.api.auth.me.get()).data?.data.user.id).toBe(ann.id)
    expect(other.renewals()).toBe(0)
    expect((await quad.api.auth.me.get()).error).toBeNull()
  })
  test('keeps the tokens of a sign-in by code, and those that another act brings', async () => {
    const tokenStore = memoryStore()
    const { quad, renewals } = client({ tokenStore })
    const known = mailsTo(ann.email).length
    expect((await quad.api.auth.otp.login.send.post({ email: ann.email })).error).toBeNull()
    const otp = await otpFor(ann.email, known)
    const { data } = await quad.api.auth.otp.login.verify.post({ email: ann.email, otp, tokens: true })
    expect(await tokenStore.read()).toMatchObject({ accessToken: data!.data.accessToken! })
    expect((await quad.api.auth.me.get()).data?.data.user.id).toBe(ann.id)
    expect((await quad.api.auth.reauthenticate.post({ password: ann.password })).error).toBeNull()
    expect((await quad.api.auth.me.get()).error).toBeNull()
    expect(renewals()).toBe(0)
  })
  test('whose session has ended elsewhere says so, and forgets its tokens', async () => {
    let ended = 0
    const tokenStore = memoryStore()
    const { quad, renewals } = await signedIn(ben, { tokenStore, onSignedOut: () => ended++ })
    const { refreshToken } = (await tokenStore.read())!
    await tokenStore.write({ accessToken: 'no-longer', refreshToken: `${refreshToken}x`, obtainedAt: Date.now() })
    const { error } = await quad.api.auth.me.get()
    expect([error?.value.code, ended, renewals(), tokenStore.read()]).toEqual(['UNAUTHENTICATED', 1, 1, undefined])
    await quad.api.auth.me.get()
    expect([ended, renewals()]).toEqual([1, 1])
  })
  test.each<[string, () => Promise<Response>]>([
    ['a network answers in place of the server', async () => Response.json({})],
    ['the server cannot renew them now', () => Promise.reject(new TypeError('down'))],
  ])('keeps its tokens where %s', async (_, answer) => {
    let isDown = false
    let ended = 0
    const { quad } = await signedIn(ann, {
      onSignedOut: () => ended++,
      fetch: (url, options) => (isDown ? answer() : fetch(url, options as RequestInit)),
    })
    later(ACCESS_MS)
    isDown = true
    expect((await quad.api.posts.get()).error?.value.code).toBe('UNREACHABLE')
    isDown = false
    expect((await quad.api.auth.me.get()).error).toBeNull()
    expect(ended).toBe(0)
  })
})

describe('a store that does not work', () => {
  const broken = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  test.each([
    ['to write', { read: () => undefined, write: broken }],
    ['to read', { read: broken, write: () => undefined }],
  ])('%s: the session goes on in memory, and the console says so once', async (_, tokenStore) => {
    const warn = spyOn(console, 'warn').mockImplementation(() => undefined)
    const { quad, renewals } = await signedIn(ann, { tokenStore })
    for (let renewed = 0; renewed < 2; renewed++) {
      expect((await quad.api.auth.me.get()).data?.data.user.id).toBe(ann.id)
      later(ACCESS_MS)
    }
    expect((await quad.api.auth.me.get()).error).toBeNull()
    expect([renewals(), warn.mock.calls.length]).toEqual([2, 1])
  })
})

test('a client with cookies sends them, and holds no token', async () => {
  const { quad, sent } = await signedIn(ann, { session: 'cookies' })
  await quad.api.posts.get()
  expect(sent.map(({ path, options }) => [path, options.credentials])).toEqual([
    ['/api/v1/instance', 'omit'],
    ['/api/v1/auth/login', 'include'],
    ['/api/v1/posts', 'include'],
  ])
  expect(sent.every(({ authorization }) => authorization === null)).toBe(true)
  expect(JSON.parse(String(sent[1]!.options.body))).toEqual({ email: ann.email, password: ann.password })
})

describe('an answer that is none of Quad', () => {
  const answering = (fetch: QuadOptions['fetch']) => createQuad(origin, { fetch: fetch! }).api.instance.get()
  test('is a refusal like any other: nobody there, or the page of a proxy, which says when to come back', async () => {
    const down = await answering(() => Promise.reject(new TypeError('down')))
    expect([down.status, down.error?.value.code]).toEqual([503, 'UNREACHABLE'])
    const page = { status: 502, headers: { 'content-type': 'text/html', 'retry-after': '7' } }
    const proxy = await answering(async () => new Response('<h1>Bad gateway</h1>', page))
    expect([proxy.error?.value.code, proxy.response.headers.get('retry-after')]).toEqual(['UNREACHABLE', '7'])
  })
  const json = { 'content-type': 'application/json' }
  test.each([
    ['the page of a network that wants a sign-in', '<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }],
    ['what a network says in JSON', '{"ok":true}', { headers: json }],
    ['a gateway’s own JSON', '{"error":"bad gateway"}', { status: 502, headers: json }],
    ['what breaks off', '{"success":true,"da', { headers: json }],
    ['nothing', null, { status: 204 }],
  ])('nor is it taken for one: %s', async (_, body, init) => {
    const { data, error } = await answering(async () => new Response(body, init))
    expect([data, error?.value.code]).toEqual([null, 'UNREACHABLE'])
  })
})

describe('the version', () => {
  const told = async (version: string) => {
    const versions: unknown[] = []
    const { quad, sent } = client({
      onVersionMismatch: (each) => versions.push(each),
      fetch: async (url, options) =>
        url.endsWith('/instance') ? Response.json({ data: { version } }) : fetch(url, options as RequestInit),
    })
    for (let request = 0; request < 3; request++) await quad.api.posts.get()
    expect(sent.filter(({ path }) => path === '/api/v1/instance')).toHaveLength(1)
    return versions
  }
  test('of a server of another major is said once, and no other', async () => {
    expect(await told('99.0.0')).toEqual([{ client: expect.any(String), server: '99.0.0' }])
    const { data } = await client().quad.api.instance.get()
    expect(await told(data!.data.version)).toEqual([])
  })
  test('is said on the console unless somebody wants to know', async () => {
    const warn = spyOn(console, 'warn').mockImplementation(() => undefined)
    const quad = createQuad(origin, { fetch: async () => Response.json({ data: { version: '99.1.0' } }) })
    await quad.api.instance.get()
    await until(() => warn.mock.calls.length === 1, 'the warning')
    expect(warn.mock.calls[0]![0]).toContain('99.1.0')
  })
  test.each([
    ['1.2.3', '1.9.0', false],
    ['1.2.3', '2.0.0', true],
    ['0.1.0', '0.1.9', false],
    ['0.1.0', '0.2.0', true],
    ['0.1.0', '1.1.0', true],
  ])('%s and %s', (own, server, expected) => expect(areIncompatible({ client: own, server })).toBe(expected))
})

describe('live updates', () => {
  test('a comment is heard, after a reconnect too, until the session is over', async () => {
    config.notifications = true
    // The shortest pauses.
    spyOn(Math, 'random').mockReturnValue(0)
    const { quad } = await signedIn(ann)
    const { data } = await quad.api.posts.post(words())
    const postId = data!.data.post.id
    const [states, heard]: [boolean[], LiveMessage[]] = [[], []]
    let ended = 0
    const socket = quad.connect({
      onReady: ({ again, userId }) => states.push(again && userId === ann.id),
      onMessage: (message) => message.type === 'comment' && heard.push(message),
      onEnd: () => ended++,
    })
    socket.subscribe(postId)
    const isSubscribed = (connection: number) => states.length === connection && subscriberCount(postId) === 1
    await until(() => isSubscribed(1), 'the connection')
    const first = await comment(ben, postId, { content: newWords() })
    await until(() => heard.length === 1, 'the first comment')
    closeAllSockets()
    await until(() => isSubscribed(2), 'the reconnect')
    const second = await comment(ben, postId, { content: newWords() })
    await until(() => heard.length === 2, 'the second comment')
    expect(heard).toEqual([first, second].map(({ id }) => ({ type: 'comment', postId, commentId: id })))
    expect(states).toEqual([false, true])
    await quad.signOut()
    await until(() => ended === 1, 'the end')
  })
  test('a page of another origin hears them without a cookie or a header, by a ticket', async () => {
    const addresses: string[] = []
    class Browser extends WebSocket {
      constructor(url: string) {
        addresses.push(url)
        super(url)
      }
    }
    const { quad } = await signedIn(ann, { WebSocket: Browser })
    let ready = 0
    const socket = quad.connect({ onReady: () => ready++ })
    await until(() => ready === 1, 'the connection')
    socket.stop()
    expect(addresses).toEqual([expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/api\/v1\/ws\?ticket=./)])
  })
  test('a runtime without sockets says what it needs', async () => {
    const { WebSocket } = globalThis
    Object.assign(globalThis, { WebSocket: undefined })
    try {
      expect(() => createQuad(origin).connect()).toThrow('WebSocket')
    } finally {
      Object.assign(globalThis, { WebSocket })
    }
  })
})

describe('an id', () => {
  const asked = async (id: string) => {
    const { quad, sent } = client()
    const { error } = await quad.api.posts({ id }).get()
    await endpointAt(quad.api.comments, 'post', { postId: id }).get()
    return { code: error?.value.code, paths: sent.slice(1).map(({ path }) => path) }
  }
  test.each([
    ['a/b?limit=1#c', 'a%2Fb%3Flimit%3D1%23c'],
    ['50%', '50%25'],
    ['नमस्ते', encodeURIComponent('नमस्ते')],
    ['..', '%252E%252E'],
    ['.', '%252E'],
  ])('is one segment of the path, whatever is in it: %s', async (id, segment) => {
    const { code, paths } = await asked(id)
    expect(paths).toEqual([`/api/v1/posts/${segment}`, `/api/v1/comments/post/${segment}`])
    expect(paths.map((path) => new URL(path, origin).pathname)).toEqual(paths)
    expect(code).toBe('VALIDATION_FAILED')
  })
})

test('an id that reads like a method is one, too', async () => {
  const { quad, sent } = client()
  await quad.api.moderation.notes({ resource: 'post' })({ resourceId: 'a' }).get()
  expect(sent.at(-1)).toMatchObject({ options: { method: 'GET' }, path: '/api/v1/moderation/notes/%70ost/a' })
})

test('the endpoints are no promise: an async function may return them', async () => {
  const { api } = client().quad
  expect((await (async () => (await Promise.resolve(api)).instance.get())()).error).toBeNull()
})

test('the documentation has examples that work as it says', async () => {
  const page = readFileSync(join(import.meta.dir, '../../../docs/clients.md'), 'utf8')
  const [, ...examples] = page
    .split('\n## The socket\n')[0]!
    .split('```ts\n')
    .slice(1)
    .map((rest) => rest.split('\n```')[0]!)
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const said: unknown[][] = []
  const kept = new Map<string, string>()
  let remembered = createQuad(origin)
  let socket: ReturnType<typeof remembered.connect> | undefined
  config.notifications = true
  const [student, admin] = [await signedIn(ann), await signedIn(await administrator('superadmin'))]
  const { id: postId } = await publish(ann)
  const names = {
    postId,
    endpointAt,
    collegeId: await collegeId(CAMPUS),
    file: new File(['no picture'], 'a.png', { type: 'image/png' }),
    console: { log: (...line: unknown[]) => said.push(line) },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    createQuad: (_: string, options: QuadOptions) => (remembered = createQuad(origin, options)),
  }
  const listening = {
    ...student.quad,
    connect: (listeners: LiveListeners) => (socket = student.quad.connect(listeners)),
  }
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  const run = async (code: string) => {
    const given = { ...names, quad: code.includes('collegeId') ? admin.quad : listening }
    await new AsyncFunction(...Object.keys(given), transpiler.transformSync(code))(...Object.values(given))
  }

  for (const code of examples) await run(code)
  // A second code within a minute, for whatever address.
  await run(examples.find((code) => code.includes('OTP_COOLDOWN'))!)
  await until(() => subscriberCount(postId) === 1, 'the subscription')
  const { id: commentId } = await comment(ben, postId, { content: newWords() })
  await until(() => said.some(([first]) => first === 'A comment'), 'the comment')
  socket?.stop()
  expect(said).toContainEqual(['Second floor, behind the maps.'])
  expect(said).toContainEqual(['Look into your mail: there is a code already'])
  expect(said).toContainEqual(['Connected', true])
  expect(said).toContainEqual(['A comment', commentId, 'on', postId])
  expect(said).toContainEqual([expect.stringMatching(/PNG/)])

  await remembered.signIn({ email: ann.email, password: ann.password })
  expect(JSON.parse(kept.get('quad')!).accessToken).toBeString()
  await remembered.signOut()
  expect(kept.size).toBe(0)
})
