import { describe, expect, test } from 'bun:test'
import { Browser } from '../support/program'
import { until } from '../support/until'
import { CARRIERS, type Follower, feed, Pair, published } from './followers'
import { expectRefusal, publish } from './requests'

/** What docs/operating.md#followers promises: an answer has everything that was answered so long before it was asked for. */
const COPY_WITHIN_MS = 5000

const FEED = '/api/v1/posts?limit=50'

/** By a word that each has. */
async function newestFound(browser: Browser): Promise<string[]> {
  const { data } = await (await browser.get('/api/v1/search?q=library&sort=new')).json()
  return data.posts.map(({ post }: { post: { id: string } }) => post.id)
}

const mayBeMissed = (acknowledgedAt: number, askedAt: number) => askedAt - acknowledgedAt <= COPY_WITHIN_MS

describe.each(CARRIERS)('a follower whose copy is kept by the %s', (carrier) => {
  test('answers reads from its copy, passes writes on, and shows each session what it wrote, wherever', async () => {
    await using pair = await Pair.start(carrier)
    const [one, two] = [await pair.follow('one'), await pair.follow('two')]
    const [writer, reader] = pair.students
    const nodes = [one, two, pair.primary]
    const browser = pair.browser(one, writer!)
    const other = pair.browser(one, reader!)
    const before = one.answered()
    expect(await feed(other)).not.toEqual([])
    await until(() => one.answered().fromCopy > before.fromCopy, 'a line of the log')
    expect(one.answered()).toEqual({ ...before, fromCopy: before.fromCopy + 1 })
    const written: { id: string; at: number }[] = []
    for (let n = 0; n < 12; n++) {
      const at = nodes[n % nodes.length]!
      const id = await published(within(browser, at))
      written.push({ id, at: performance.now() })
      // At once, at each node: what one wrote oneself is there.
      for (const node of nodes) {
        expect(await feed(within(browser, node))).toContain(id)
        expect(await newestFound(within(browser, node))).toContain(id)
      }
      for (const node of [one, two]) {
        const askedAt = performance.now()
        const seen = await feed(within(other, node))
        expect(written.filter(({ id, at }) => !mayBeMissed(at, askedAt) && !seen.includes(id))).toEqual([])
      }
    }
    for (const node of [one, two]) {
      const { fromCopy } = node.answered()
      const isSeen = async () => (await feed(within(other, node))).includes(written.at(-1)!.id)
      await until(async () => (await isSeen()) && node.answered().fromCopy > fromCopy, 'the last post from the copy')
    }
    expect(one.answered().byPrimary).toBeGreaterThan(0)
  })

  test('shows nothing private and no ended session for longer than it promises, though its copy stands still', async () => {
    await using pair = await Pair.start(carrier)
    const follower = await pair.follow('one')
    const [author, leaver] = pair.students
    const own = pair.browser(pair.primary, author!)
    // What is private is for the members of a college.
    const other = new Browser(follower.url, pair.primary.url)
    const leaving = pair.browser(follower, leaver!)
    const id = await published(own)
    await until(async () => (await feed(other)).includes(id), 'the post')
    follower.hold(true)
    const change = { method: 'PATCH', body: JSON.stringify({ isPrivate: true }) }
    const changed = await own.send(`/api/v1/posts/${id}`, {
      ...change,
      headers: { 'content-type': 'application/json' },
    })
    expect(changed.status).toBe(200)
    const privateAt = performance.now()
    const out = await pair.browser(pair.primary, leaver!).post('/api/v1/auth/logout', {})
    expect(out.status).toBe(200)
    const outAt = performance.now()
    const seen: string[] = []
    await until(async () => {
      const askedAt = performance.now()
      const [page, mine] = [await feed(other), (await leaving.get('/api/v1/bookmarks/user')).status]
      if (!mayBeMissed(privateAt, askedAt) && page.includes(id)) seen.push('the post')
      if (!mayBeMissed(outAt, askedAt) && mine !== 401) seen.push('the session')
      return follower.said('behind')
    }, 'the end of what the copy is good for')
    expect(await feed(other)).not.toContain(id)
    expect((await leaving.get('/api/v1/bookmarks/user')).status).toBe(401)
    expect(seen).toEqual([])
    follower.hold(false)
    await until(() => follower.said('current'), 'an answer from the copy')
    expect(await feed(other)).not.toContain(id)
  })

  test('passes sockets on: what one hears of can be read there, and a close code says why', async () => {
    await using pair = await Pair.start(carrier)
    const follower = await pair.follow('one')
    const [author, reader] = pair.students
    const other = pair.browser(follower, reader!)
    const id = await published(pair.browser(pair.primary, author!))
    const socket = await listen(follower, pair.primary.url, reader!.cookie)
    socket.send({ type: 'subscribe', postId: id })
    socket.send({ type: 'ping' })
    await until(() => socket.heard('pong').length > 0, 'the answer to a ping')
    const written = await pair
      .browser(pair.primary, author!)
      .post(`/api/v1/comments/post/${id}`, { content: 'The second floor is open.', parentCommentId: null })
    expect(written.status).toBe(201)
    await until(() => socket.heard('comment').length > 0, 'news of the comment')
    const thread = await other.get(`/api/v1/comments/post/${id}/tree`)
    expect(await thread.text()).toContain('The second floor is open.')
    expect((await other.post('/api/v1/auth/logout', {})).status).toBe(200)
    await until(() => socket.closed() !== undefined, 'the end of the socket')
    expect(socket.closed()).toBe(4401)
    const refused = await other.get('/api/v1/ws', { connection: 'upgrade', upgrade: 'websocket' })
    expect(refused.status).toBe(401)

    const next = await listen(follower, pair.primary.url, author!.cookie)
    await follower.server.stop()
    expect(next.closed()).toBe(1001)
  })

  test('goes on after each of the three was killed, and makes no write while the primary is away', async () => {
    await using pair = await Pair.start(carrier, { FOLLOW_ALONE_SECONDS: '8' })
    const follower = await pair.follow('one')
    const [author, reader] = pair.students
    const own = pair.browser(follower, author!)
    const other = pair.browser(follower, reader!)
    const first = await published(own)

    await follower.drop()
    const second = await published(own)
    expect(await feed(own)).toContain(second)
    await until(async () => (await feed(other)).includes(second), 'the post that the copy does not have')
    await until(() => follower.said('behind'), 'a copy that is behind')
    await follower.carry()
    await until(() => follower.said('current'), 'an answer from the copy')

    await follower.server.kill()
    await follower.start()
    const moved = [own, other].map((browser) => within(browser, follower))
    for (const browser of moved) expect(await feed(browser)).toContain(second)

    await pair.primary.kill()
    await until(() => follower.said('alone'), 'reads without the primary')
    const alone = await moved[1]!.get(FEED)
    expect([alone.status, Number(alone.headers.get('age')) > 0]).toEqual([200, true])
    await expectRefusal((await publish(moved[0]!)).response)
    await until(() => follower.said('behind'), 'the end of reads without the primary')
    await expectRefusal(await moved[1]!.get(FEED))
    await pair.startPrimary()
    await until(() => follower.said('current'), 'an answer from the copy')
    const third = await published(moved[0]!)
    expect(await feed(moved[0]!)).toEqual(expect.arrayContaining([first, second, third]))
  })
})

/** The same browser at another node. */
function within(browser: Browser, { url }: Pick<Follower, 'url'>): Browser {
  const there = browser.copy(url)
  Object.assign(there, { cookies: browser.cookies, publicUrl: browser.publicUrl })
  return there
}

/** A socket of a page of the primary's origin. */
async function listen({ url }: Pick<Follower, 'url'>, origin: string, cookie: string) {
  const options = { headers: { cookie, origin, host: new URL(origin).host } } as unknown as string[]
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/ws`, options)
  const messages: { type: string }[] = []
  let closed: number | undefined
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  socket.addEventListener('close', ({ code }) => {
    closed = code
  })
  const heard = (type: string) => messages.filter((message) => message.type === type)
  await until(() => heard('ready').length > 0, 'the beginning of a socket')
  return { heard, closed: () => closed, send: (message: object) => socket.send(JSON.stringify(message)) }
}
