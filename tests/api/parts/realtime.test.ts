import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { setPostState } from '../../../src/forum/posts/changes'
import { subscriberCount, subscribeToPost, unsubscribeFromPost } from '../../../src/forum/posts/subscriptions'
import { renewTokens } from '../../../src/ground/access/sessions'
import { cookieNames } from '../../../src/http/session-cookies'
import { checkSockets, closeAllSockets, publish, recheckSockets, socketCount } from '../../../src/lib/net/sockets/hub'
import { Peer } from '../../../src/lib/net/sockets/peer'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { events } from '../../../src/parts/realtime/routes'
import { commentOf, postOf } from '../../support/authorization/forum-rows'
import { type Caller, newCaller, stand } from '../../support/authorization/matrix'
import { execute } from '../../support/content'
import {
  administrator,
  atOnce,
  CAMPUS,
  collegeId,
  expectData,
  fails,
  later,
  meOf,
  signedIn,
  student,
  times,
  useQuad,
  Visitor,
  withTokens,
} from '../../support/kit'
import { grownFrom, sample } from '../../support/metrics'
import { handshake, Socket } from '../../support/socket'
import { until } from '../../support/until'

await useQuad()
const campus = await collegeId(CAMPUS)
const away = await collegeId('away.edu')
app.listen({ hostname: '127.0.0.1', port: 0 })

const someone = (): Promise<Caller> => newCaller(campus)
const opened = async () => Socket.open((await someone()).visitor)
const vote = (voter: Caller, targetId: string, voteType = 'upvote') =>
  voter.visitor.post('votes', { targetType: 'post', targetId, voteType })
const MINUTE = 60_000

describe('the handshake', () => {
  test('needs a session', async () => {
    const { status, body, connection } = await handshake(null)
    connection.destroy()
    expect([status, body.success, body.code]).toEqual([401, false, 'UNAUTHENTICATED'])
  })
  test('takes a cookie or a bearer token', async () => {
    const { visitor, id, email } = await student()
    const socket = await Socket.open(visitor)
    expect(socket.received).toEqual([{ type: 'ready', userId: id, notifications: false }])
    const { accessToken } = await withTokens({ email })
    const other = await Socket.open(null, { authorization: `Bearer ${accessToken}` })
    expect(other.received[0].userId).toBe(id)
  })
  test.each(['blocked', 'suspended', 'not onboarded', 'terms not accepted'] as const)(
    'lets in who is %s',
    async (standing) => {
      const caller = await someone()
      await stand(caller, standing)
      expect((await Socket.open(caller.visitor)).received[0].userId).toBe(caller.id)
    },
  )
  test('refuses a foreign page, before it looks at the session', async () => {
    const { visitor } = await someone()
    for (const who of [visitor, null]) {
      const { status, body, connection } = await handshake(who, { origin: 'https://evil.example' })
      connection.destroy()
      expect([status, body.code]).toEqual([403, 'CSRF_REJECTED'])
    }
  })
  test('lets in our own pages, and programs', async () => {
    const { visitor } = await someone()
    await Socket.open(visitor, { origin: config.publicUrl })
    const { status, connection } = await handshake(visitor)
    connection.destroy()
    expect(status).toBe(101)
  })
  test('is answered with the headers that guard every answer', async () => {
    const { head, connection } = await handshake((await someone()).visitor)
    connection.destroy()
    for (const line of ['X-Content-Type-Options: nosniff', 'Referrer-Policy: no-referrer', 'Content-Security-Policy: '])
      expect(head.toLowerCase()).toContain(line.toLowerCase())
  })
  test('brings the new cookie, when it is the first request after the account’s rights have changed', async () => {
    const { visitor, id } = await student()
    await storage.write((tx) => renewTokens(tx, id))
    const { status, head, connection } = await handshake(visitor)
    connection.destroy()
    const token = /^set-cookie: identity\.session_token=([^;]+)/im.exec(head)?.[1] ?? ''
    expect([status, token]).toEqual([101, expect.stringMatching(/^[\w-]{43}$/)])
    // The old one is over.
    later(60_000)
    await fails(visitor.get('auth/me'), 401)
    visitor.cookies.set(cookieNames.token, token)
    await meOf(visitor)
  })
  test('is asked for by a plain request in vain', async () => {
    const { visitor } = await someone()
    await fails(visitor.get('ws'), 'UPGRADE_REQUIRED')
    await fails(new Visitor().get('ws'), 401)
  })
  test('is refused for the eleventh socket, and not for one in place of another', async () => {
    const { visitor, id } = await someone()
    const sockets = await atOnce(10, () => Socket.open(visitor))
    const { status, body, connection } = await handshake(visitor)
    connection.destroy()
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    await sockets[0]?.close()
    await Socket.open(visitor)
    expect(socketCount(id)).toBe(10)
  })
})

describe('messages', () => {
  test('a ping is answered', async () => {
    const socket = await opened()
    socket.send({ type: 'ping' })
    expect(await socket.next('pong')).toEqual({ type: 'pong' })
  })
  test.each([
    ['no JSON', '{"type":', 'INVALID_JSON'],
    ['no object', '[1]', 'VALIDATION_FAILED'],
    ['null', 'null', 'VALIDATION_FAILED'],
    ['no type', '{"postId":"x"}', 'VALIDATION_FAILED'],
    ['an unknown type', '{"type":"shout"}', 'VALIDATION_FAILED'],
    ['the name of a method', '{"type":"constructor"}', 'VALIDATION_FAILED'],
    ['a malformed id', '{"type":"subscribe","postId":7}', 'VALIDATION_FAILED'],
  ])('%s is an error, and the socket stays', async (_, text, code) => {
    const socket = await opened()
    socket.send(text)
    expect((await socket.next('error')).code).toBe(code)
    expect(await socket.all('error')).toHaveLength(1)
  })
  test('bytes are no JSON', async () => {
    const socket = await opened()
    socket.sendBytes(new TextEncoder().encode('{"type":"ping"}'))
    expect((await socket.next('error')).code).toBe('INVALID_JSON')
  })
  test('4 KB is a message, and more ends the socket', async () => {
    const socket = await opened()
    const padded = (bytes: number) =>
      JSON.stringify({ type: 'ping', pad: '' }).replace('""', `"${'x'.repeat(bytes - 24)}"`)
    expect(padded(4096)).toHaveLength(4096)
    socket.send(padded(4096))
    await socket.next('pong')
    socket.send(padded(4097))
    expect(await socket.closing()).toBe(1009)
  })
  test('twenty in a second are taken, one more ends the socket, and no other', async () => {
    const { visitor, id } = await someone()
    const [calm, flooding] = [await Socket.open(visitor), await Socket.open(visitor)]
    for (let n = 0; n < 20; n++) calm.send({ type: 'ping' })
    for (let n = 0; n < 200; n++) flooding.send({ type: 'ping' })
    expect(await flooding.closing()).toBe(1008)
    expect(flooding.received.at(-1)).toEqual({ type: 'error', code: 'RATE_LIMITED' })
    expect(flooding.received.filter(({ type }) => type === 'pong').length).toBeLessThanOrEqual(20)
    await times(20, () => calm.next('pong'))
    expect(socketCount(id)).toBe(1)
  })
})

test('sockets and what is sent to them are counted, and nothing of who has them', async () => {
  const [open, grown] = [(await sample('quad_sockets_open')) ?? 0, await grownFrom()]
  const [reader, other] = [await someone(), await someone()]
  const sockets = [
    await Socket.open(reader.visitor),
    await Socket.open(reader.visitor),
    await Socket.open(other.visitor),
  ]
  expect(await sample('quad_sockets_open')).toBe(open + 3)
  // To each that it is ready.
  expect(await grown('quad_socket_messages_sent_total')).toBe(3)
  const postId = await postOf(other)
  for (const socket of sockets) await socket.subscribe(postId)
  const sent = await grownFrom()
  publish(`post:${postId}`, { type: 'comment', postId, commentId: 'x' })
  expect(await sent('quad_socket_messages_sent_total')).toBe(3)
  closeAllSockets()
  for (const socket of sockets) await socket.closed
  await until(async () => (await sample('quad_sockets_open')) === open, 'the end of the sockets')
  expect(await grown('quad_sockets_closed_total{reason="stopping"}')).toBe(3)
})

describe('idle and slow', () => {
  test('what says nothing for a minute is closed, what says something is not', async () => {
    const { visitor } = await someone()
    const [silent, talking] = [await Socket.open(visitor), await Socket.open(visitor)]
    const opened = performance.now()
    await Bun.sleep(20)
    await talking.all('pong')
    const grown = await grownFrom()
    checkSockets(opened + MINUTE)
    expect(await silent.closing()).toBe(4408)
    expect(await grown('quad_sockets_closed_total{reason="idle"}')).toBe(1)
    expect(await talking.all('error')).toEqual([])
  })
  test('who does not read is dropped, and those who do get everything', async () => {
    const [writer, reader, sluggard] = [await someone(), await someone(), await someone()]
    const postId = await postOf(writer)
    const socket = await Socket.open(reader.visitor)
    await socket.subscribe(postId)
    const { connection } = await handshake(sluggard.visitor)
    connection.pause()
    connection.write(masked(JSON.stringify({ type: 'subscribe', postId })))
    await until(() => subscriberCount(postId) === 2, 'the subscription of the slow one')
    const before = process.memoryUsage.rss()
    const grown = await grownFrom()
    let sent = 0
    while (socketCount(sluggard.id) > 0) {
      if (sent > 2000) throw new Error('the slow one was never dropped')
      for (let n = 0; n < 2; n++, sent++)
        publish(`post:${postId}`, { type: 'comment', postId, commentId: 'x'.repeat(16_000) })
      await Bun.sleep(1)
      checkSockets()
    }
    connection.destroy()
    expect(await grown('quad_sockets_closed_total{reason="slow"}')).toBe(1)
    expect(await grown('quad_sockets_closed_total{reason="client"}')).toBe(0)
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024)
    expect(subscriberCount(postId)).toBe(1)
    expect(await socket.all('comment')).toHaveLength(sent)
  })
})

/** A text frame as clients send it, masked with zeros (RFC 6455 §5.2). */
const masked = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

describe('following a post', () => {
  test.each([
    ['a post that is not there', async () => Bun.randomUUIDv7(), 'NOT_FOUND'],
    ['a banned one', async (post: string) => put(post, 'banned'), 'NOT_FOUND'],
    ['a shadow-banned one', async (post: string) => put(post, 'shadow_banned'), 'NOT_FOUND'],
  ])('is refused for %s', async (_, made, code) => {
    const author = await someone()
    const postId = await made(await postOf(author))
    const socket = await opened()
    socket.send({ type: 'subscribe', postId })
    expect(await socket.next('error')).toEqual({ type: 'error', code, postId })
    expect(subscriberCount(postId)).toBe(0)
  })
  test("is refused for another college's private post, and not to its own college and to administrators", async () => {
    const author = await newCaller(away)
    const postId = await postOf(author)
    await author.patch(`posts/${postId}`, { isPrivate: true })
    await expect((await opened()).subscribe(postId)).rejects.toThrow('FORBIDDEN')
    await (await Socket.open((await newCaller(away)).visitor)).subscribe(postId)
    await (await Socket.open((await administrator()).visitor)).subscribe(postId)
    expect(subscriberCount(postId)).toBe(2)
  })
  test('is bounded by fifty posts a socket, and what one leaves makes room', async () => {
    const author = await someone()
    const posts = await atOnce(51, () => postOf(author))
    const [first = '', ...others] = posts
    const last = others.pop() as string
    const peer = new Peer({ userId: author.id, sessionId: author.sessionId, isSessionValid: async () => true }, events)
    const nowhere = { send: () => 1, subscribe() {}, unsubscribe() {} } as unknown as Parameters<Peer['open']>[0]
    peer.open(nowhere)
    for (const postId of [first, ...others, first]) subscribeToPost(peer, postId)
    expect(() => subscribeToPost(peer, last)).toThrow('too fast')
    unsubscribeFromPost(peer, first)
    subscribeToPost(peer, last)
    expect(subscriberCount(last)).toBe(1)
    peer.close(nowhere, 1000)
    expect(posts.map(subscriberCount).filter((followers) => followers > 0)).toEqual([])
  })
})

const put = async (post: string, state: 'active' | 'banned' | 'shadow_banned'): Promise<string> => {
  await storage.write((tx) => setPostState(tx, post, state))
  return post
}

describe('what followers are told', () => {
  /** A post, with a socket of its author that follows it. */
  const followed = async () => {
    config.notifications = true
    const author = await someone()
    const [postId, socket] = [await postOf(author), await Socket.open(author.visitor)]
    await socket.subscribe(postId)
    return { author, postId, socket }
  }
  test('nothing while notifications are off', async () => {
    const [author, voter] = [await someone(), await someone()]
    const postId = await postOf(author)
    const socket = await Socket.open(author.visitor)
    await socket.subscribe(postId)
    expectData(await vote(voter, postId))
    await commentOf(voter, postId)
    expect([
      ...(await socket.all('post')),
      ...(await socket.all('comment')),
      ...(await socket.all('notification')),
    ]).toEqual([])
  })
  test('counts and comments once they are on disk; many votes at once are told of twice', async () => {
    config.notifications = true
    const author = await someone()
    const postId = await postOf(author)
    const [follower, stranger] = [await Socket.open(author.visitor), await Socket.open(author.visitor)]
    expect(follower.received[0].notifications).toBe(true)
    await follower.subscribe(postId)
    const voters = await atOnce(6, () => someone())
    await Promise.all(voters.map((voter) => vote(voter, postId)))
    await Bun.sleep(300)
    const told = await follower.all('post')
    expect(told.at(-1)).toEqual({ type: 'post', postId, upvoteCount: 6, downvoteCount: 0, commentsCount: 0 })
    expect(told.length).toBeLessThanOrEqual(2)
    const commentId = await commentOf(voters[0] as Caller, postId)
    expect(await follower.all('comment')).toEqual([{ type: 'comment', postId, commentId }])
    expect(await stranger.all('post')).toEqual([])
  })
  test('nothing of a write that failed, nor of a view, which changes no count', async () => {
    const { author, postId, socket } = await followed()
    await author.post(`posts/${postId}/view`)
    await fails(author.delete('votes', { targetType: 'post', targetId: postId }), 404)
    expect(await socket.all('post')).toEqual([])
  })
  test('nothing after unsubscribing', async () => {
    const { author, postId, socket } = await followed()
    socket.send({ type: 'unsubscribe', postId })
    await socket.all('pong')
    expectData(await vote(author, postId))
    expect(await socket.all('post')).toEqual([])
  })

  const CHANGES: [string, (post: string, author: Caller) => Promise<unknown>][] = [
    ['is banned', (post) => put(post, 'banned')],
    ['is shadow-banned', (post) => put(post, 'shadow_banned')],
    [
      'becomes private',
      async (post, { visitor }) => expectData(await visitor.patch(`posts/${post}`, { isPrivate: true })),
    ],
    ['is deleted', async (post, { visitor }) => expectData(await visitor.delete(`posts/${post}`))],
    ['goes with its author', async (_, { visitor }) => expectData(await visitor.delete('auth/account'))],
  ]
  test.each(CHANGES)('nothing once the post %s', async (_, change) => {
    config.notifications = true
    const [author, reader] = [await someone(), await someone()]
    const postId = await postOf(author)
    const socket = await Socket.open(reader.visitor)
    await socket.subscribe(postId)
    await change(postId, author)
    expect(subscriberCount(postId)).toBe(0)
    publish(`post:${postId}`, { type: 'comment', postId, commentId: 'x' })
    expect(await socket.all('comment')).toEqual([])
    // Nobody is told why: a shadow ban would be told with it.
    expect(await socket.all('error')).toEqual([])
  })
  test('more, when only words or the topic change', async () => {
    const { author, postId, socket } = await followed()
    await author.patch(`posts/${postId}`, { title: 'A bench', topic: 'Off-topic' })
    expectData(await vote(author, postId))
    expect((await socket.next('post')).upvoteCount).toBe(1)
  })
})

describe('the end of a session', () => {
  test('closes its sockets at sign-out, and no other session’s', async () => {
    const { visitor, email } = await student()
    const elsewhere = await signedIn(email)
    const [here, there] = [await Socket.open(visitor), await Socket.open(elsewhere)]
    expectData(await visitor.post('auth/logout'))
    expect(await here.closing()).toBe(4401)
    expect(await there.all('error')).toEqual([])
    await fails(handshake(visitor), 401)
  })
  test.each([
    ['sign-out everywhere else', (visitor: Visitor) => visitor.post('auth/logout-all')],
    [
      'a new password',
      (visitor: Visitor) =>
        visitor.post('auth/password/set', {
          currentPassword: 'correct horse battery',
          newPassword: 'another horse battery',
        }),
    ],
  ])('closes those of the others at %s', async (_, act) => {
    const { visitor, email } = await student()
    const elsewhere = await signedIn(email)
    const [here, there] = [await Socket.open(visitor), await Socket.open(elsewhere)]
    expectData(await act(visitor))
    expect(await there.closing()).toBe(4401)
    expect(await here.all('error')).toEqual([])
  })
  test('closes them when the account goes', async () => {
    const { visitor, id } = await someone()
    const socket = await Socket.open(visitor)
    expectData(await visitor.delete('auth/account'))
    expect(await socket.closing()).toBe(4401)
    expect(socketCount(id)).toBe(0)
  })
  test('closes them when it runs out', async () => {
    const socket = await opened()
    checkSockets(performance.now() + MINUTE / 2)
    expect(await socket.all('error')).toEqual([])
    later(31 * 86_400_000)
    checkSockets(performance.now() + MINUTE - 1000)
    expect(await socket.closing()).toBe(4401)
  })
  test('closes them when another process ended it', async () => {
    const caller = await someone()
    const socket = await Socket.open(caller.visitor)
    recheckSockets()
    expect(await socket.all('error')).toEqual([])
    await execute('DELETE FROM sessions WHERE user_id = ?', caller.id)
    dropAllCaches()
    recheckSockets()
    expect(await socket.closing()).toBe(4401)
  })
})

test('a server that stops says so, and does not wait for who never answers', async () => {
  const socket = await opened()
  const { connection } = await handshake((await someone()).visitor)
  closeAllSockets()
  const stopped = app.stop()
  expect(await socket.closing()).toBe(1001)
  const started = performance.now()
  await stopped
  expect(performance.now() - started).toBeLessThan(2000)
  connection.destroy()
  app.listen({ hostname: '127.0.0.1', port: 0 })
})
