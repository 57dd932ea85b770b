import { afterAll, afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { config } from '../../../src/config'
import { addKey, currentKey } from '../../../src/lib/crypto/keys'
import { metricsText } from '../../../src/lib/process/metrics'
import { tellFollowers } from '../../../src/parts/notifications/follow-news'
import { resealPushes, sendDuePushes } from '../../../src/parts/push/delivery'
import { MAX_SUBSCRIPTIONS } from '../../../src/parts/push/service'
import { banComment, comment, execute, judgePost, newWords, publish, select, students } from '../../support/content'
import {
  collegeId,
  expectData,
  expectWithout,
  fails,
  later,
  Person,
  signedIn,
  student,
  times,
  useCampus,
  Visitor,
} from '../../support/kit'
import { PushedBrowser, PushService, vapidHolds } from '../../support/push-service'
import { refused } from '../../support/traces'

const { ann, cat } = await useCampus()
await collegeId('away.edu')
config.notifications = true
const service = new PushService()
afterEach(() => {
  service.answer = () => new Response(null, { status: 201 })
  service.take()
})
afterAll(() => service[Symbol.asyncDispose]())

const MINUTE = 60_000
let device = 0
/** Another browser at the same service. */
const endpoint = () => `${service.origin}/push/${device++}`
const subscribe = async ({ visitor }: Pick<Person, 'visitor'>, to = endpoint()) =>
  expectData(await visitor.put('push/subscription', service.subscriptionAt(to)))
const reply = (by: Person, postId: string, content = newWords()) =>
  comment(by, postId, { content, parentCommentId: null })
const rows = (table: string, userId?: string): number =>
  select(`SELECT * FROM ${table}`).filter(({ user_id }) => !userId || user_id === userId).length
/** What is pushed when all that happened is due. */
async function pushed(minutes = 3) {
  later(minutes * MINUTE)
  await sendDuePushes()
  setSystemTime()
  return service.take()
}

describe('a push', () => {
  test('says that there is a reply, and where, encrypted for the browser and signed by this server', async () => {
    const author = await student()
    await subscribe(author)
    const post = await publish(author)
    const { id } = await reply(cat, post.id, 'Bring an umbrella to the quad')
    await sendDuePushes()
    expect(service.take()).toEqual([])
    const [push, ...more] = await pushed()
    expect(more).toEqual([])
    expect(push!.json).toEqual({
      title: 'New reply',
      url: `/post/${post.id}?comment=${id}`,
      tag: expect.any(String),
      lang: 'en',
    } as never)
    expectWithout(push!.text, 'umbrella')
    const { headers } = push!
    expect(vapidHolds(headers.get('authorization') ?? '', service.origin)).toBe(true)
    expect(headers.get('content-encoding')).toBe('aes128gcm')
    expect(headers.get('ttl')).toBe('86400')
    expect(headers.get('topic')).toMatch(/^[\w-]{32}$/)
    expectWithout([...headers], push!.json.url.slice(-36))
    expect(await pushed()).toEqual([])
    expect(rows('push_deliveries')).toBe(0)
  })
  test('says what was written to who wants that, as long as one of nothing, and nothing of kinds that nobody wants', async () => {
    const author = await student()
    await subscribe(author)
    const post = await publish(author)
    const vote = () => cat.visitor.post('votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' })
    expectData(await vote())
    expect(await pushed()).toEqual([])
    await author.patch('notifications/settings', { pushText: true, replies: { push: true } })
    await reply(cat, post.id, 'Take the bus at nine')
    expect((await pushed()).map(({ json }) => json.body)).toEqual(['Take the bus at nine'])
    await author.patch('notifications/settings', { replies: { push: false } })
    await reply(cat, post.id)
    expect(await pushed()).toEqual([])
    const [quiet, curious] = await students(2)
    for (const each of [quiet, curious]) await subscribe(each)
    await curious.patch('notifications/settings', { pushText: true })
    await reply(cat, (await publish(quiet)).id)
    await reply(cat, (await publish(curious)).id, 'लाइब्रेरी '.repeat(60))
    const pushes = await pushed()
    expect(pushes).toHaveLength(2)
    expect(new Set(pushes.map(({ bytes }) => bytes)).size).toBe(1)
  })
  test('comes of what one follows, once until it was seen; of a topic leads to its newest posts', async () => {
    const reader = await student()
    await subscribe(reader)
    const post = await publish(ann)
    await reader.put('follows', { kind: 'post', target: post.id })
    for (let n = 0; n < 3; n++) {
      await reply(cat, post.id)
      later(5 * MINUTE)
      await tellFollowers()
      setSystemTime()
    }
    const pushes = await pushed(10)
    expect(pushes.map(({ json }) => [json.title, json.url])).toEqual([
      ['New comments on a post you follow', `/post/${post.id}`],
    ])
    await reader.delete('follows', { kind: 'post', target: post.id })
    await reader.patch('notifications/settings', { followedTopics: { push: true } })
    await reader.put('follows', { kind: 'topic', target: 'Rant / Vent' })
    await publish(ann, { topic: 'Rant / Vent' })
    later(12 * MINUTE)
    await tellFollowers()
    setSystemTime()
    const urls = (await pushed(20)).map(({ json }) => json.url)
    expect(urls).toEqual(['/?topic=Rant%20%2F%20Vent&sort=newest'])
  })
  test('is not sent of what was seen, removed or muted by then; no subscription is made while notifications are off', async () => {
    const author = await student()
    await subscribe(author)
    const post = await publish(author)
    await reply(cat, post.id)
    await author.patch('notifications/mark-seen')
    expect(await pushed()).toEqual([])
    await author.put('mutes', { kind: 'post', target: post.id })
    await reply(cat, post.id)
    expect(await pushed()).toEqual([])
    const other = await publish(author)
    await reply(cat, other.id)
    config.notifications = false
    expect(await pushed()).toEqual([])
    config.notifications = true
    await judgePost(other.id, 'banned')
    expect(await pushed()).toEqual([])
    expect(rows('push_deliveries')).toBe(0)
    config.notifications = false
    await fails(ann.get('push'), 'FEATURE_DISABLED')
    const body = service.subscriptionAt(endpoint())
    await refused(() => ann.put('push/subscription', body), 'FEATURE_DISABLED')
    await ann.delete('push/subscription')
  })
  test('is tried again while the service fails, and given up after five tries', async () => {
    const author = await student()
    await subscribe(author)
    await reply(cat, (await publish(author)).id)
    service.answer = () => new Response(null, { status: 503 })
    let tries = 0
    for (const minutes of [3, 9, 50, 200, 600, 2_000]) tries += (await pushed(minutes)).length
    expect(tries).toBe(5)
    expect([rows('push_deliveries'), rows('push_subscriptions', author.id)]).toEqual([0, 1])
    await reply(cat, (await publish(author)).id)
    service.answer = () => new Response(null, { status: 400 })
    expect([(await pushed()).length, (await pushed(60)).length]).toEqual([1, 0])
  })
  test('is counted by its outcome, and what waits by number, with nothing of a person; ends a subscription that its service does not know', async () => {
    const counted = /^quad_push_tries_total\{outcome="(\w+)"\} (\d+)$/gm
    const outcomes = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        [...(await metricsText()).matchAll(counted)].map(([, outcome, count]) => [outcome, Number(count)]),
      )
    const before = await outcomes()
    for (const status of [201, 503, 400, 404, 410]) {
      const author = await student()
      await subscribe(author)
      await reply(cat, (await publish(author)).id)
      service.answer = () => new Response(null, { status })
      expect(await metricsText()).toContain('quad_push_deliveries_waiting 1\n')
      expect(await pushed()).toHaveLength(1)
      if ([404, 410].includes(status))
        expect([rows('push_deliveries'), rows('push_subscriptions', author.id)]).toEqual([0, 0])
      await execute('DELETE FROM push_deliveries')
    }
    const added = Object.entries(await outcomes()).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)])
    expect(Object.fromEntries(added)).toEqual({ sent: 1, failed: 1, refused: 1, gone: 2, skipped: 0 })
    const text = await metricsText()
    expect(text).toContain('quad_push_deliveries_waiting 0\n')
    const labels = [...text.matchAll(/^quad_push_\w+\{(.*)\}/gm)].map(([, label]) => label ?? '')
    expect(labels).toEqual(Object.keys(before).map((outcome) => `outcome="${outcome}"`))
  })
})

describe('a subscription', () => {
  test('is of one session, ends with it, and is stored sealed', async () => {
    const person = await student()
    const second = new Person(new Visitor(), person.email, person.user)
    await signedIn(person.email, person.password, second.visitor)
    const to = endpoint()
    expect((await person.get('push')).isSubscribed).toBe(false)
    expect((await subscribe(person, to)).isSubscribed).toBe(true)
    expect((await person.get('push')).isSubscribed).toBe(true)
    expect((await second.get('push')).isSubscribed).toBe(false)
    await subscribe(second)
    await subscribe(second)
    expect(rows('push_subscriptions', person.id)).toBe(2)
    const stored = select('SELECT * FROM push_subscriptions')
    expectWithout(stored, '/push/', service.keys.auth)
    await second.post('auth/logout')
    expect(rows('push_subscriptions', person.id)).toBe(1)
    await times(2, () => person.delete('push/subscription'))
    expect(rows('push_subscriptions', person.id)).toBe(0)
    await subscribe(person)
    await person.delete('auth/account')
    expect(rows('push_subscriptions', person.id)).toBe(0)
  })
  test('of a browser goes to the account that signed in there last, and is bounded in number', async () => {
    const [before, now] = await students(2)
    const to = endpoint()
    await subscribe(before, to)
    await subscribe(now, to)
    await reply(cat, (await publish(before)).id)
    expect(await pushed()).toEqual([])
    expect([rows('push_subscriptions', before.id), rows('push_subscriptions', now.id)]).toEqual([0, 1])
    const person = await student()
    for (let n = 0; n <= MAX_SUBSCRIPTIONS; n++) {
      const visitor = await signedIn(person.email)
      await subscribe({ visitor })
    }
    expect(rows('push_subscriptions', person.id)).toBe(MAX_SUBSCRIPTIONS)
  })
  test('takes no address inside, none without TLS, and no keys that are none', async () => {
    const { visitor } = await student()
    const { keys } = new PushedBrowser()
    const put = (body: unknown) => visitor.put('push/subscription', body)
    const to = endpoint()
    await refused(() => put({ endpoint: to, keys: { ...keys, auth: 'AAAA' } }), 'VALIDATION_FAILED', 'keys')
    await refused(() => put({ endpoint: to, keys: { ...keys, p256dh: 'AAAA' } }), 'VALIDATION_FAILED', 'keys')
    expectData(await put({ endpoint: to, keys }))
    Object.assign(config, { loopback: false, webhookPrivateNetworks: [{ address: '10.1.0.0', bits: 16 }] })
    for (const inside of [
      'http://push.example.org/a',
      ...['10.1.0.7', '127.0.0.1', 'localhost'].map((host) => `https://${host}/a`),
    ])
      await refused(() => put({ endpoint: inside, keys }), 'VALIDATION_FAILED', 'endpoint')
  })
  test('goes on after a new key, which its browser is given next', async () => {
    const author = await student()
    const { publicKey } = await subscribe(author)
    await reply(cat, (await publish(author)).id)
    addKey()
    await resealPushes()
    const [row] = select('SELECT sealed FROM push_subscriptions WHERE user_id = ?', author.id)
    expect(row.sealed).toStartWith(`${currentKey().id}.`)
    const state = await author.get('push')
    expect(state.isSubscribed).toBe(false)
    expect(state.publicKey).not.toBe(publicKey)
    const [push] = await pushed()
    expect(push!.headers.get('authorization')).toEndWith(`k=${publicKey}`)
    expect((await subscribe(author)).publicKey).toBe(state.publicKey)
    await reply(cat, (await publish(author)).id)
    expect((await pushed())[0]!.headers.get('authorization')).toEndWith(`k=${state.publicKey}`)
  })
})

describe('what was hidden before somebody looks', () => {
  type Told = { writer: Person; reader: Person; postId: string; said: string[] }
  const HIDES: Record<string, { hide: (told: Told) => Promise<unknown>; still: string[] }> = {
    nothing: { hide: async () => undefined, still: ['title', 'reply', 'mention'] },
    'the post is removed': { hide: ({ postId }) => judgePost(postId, 'banned'), still: [] },
    'the post is hidden silently': { hide: ({ postId }) => judgePost(postId, 'shadow_banned'), still: [] },
    'the post is for another college': {
      hide: ({ writer, postId }) => writer.visitor.patch(`posts/${postId}`, { isPrivate: true }),
      still: [],
    },
    'the post is deleted': { hide: ({ writer, postId }) => writer.visitor.delete(`posts/${postId}`), still: [] },
    'the comments are removed': { hide: ({ said }) => Promise.all(said.map(banComment)), still: ['title'] },
    'the comments are deleted': {
      hide: ({ writer, said }) => Promise.all(said.map((id) => writer.visitor.delete(`comments/${id}`))),
      still: ['title'],
    },
    'the reader blocks': { hide: ({ writer, reader }) => reader.visitor.post(`users/block/${writer.id}`), still: [] },
    'the writer blocks': { hide: ({ writer, reader }) => writer.visitor.post(`users/block/${reader.id}`), still: [] },
    // A post with comments keeps its title.
    'the account is deleted': { hide: ({ writer }) => writer.visitor.delete('auth/account'), still: ['title'] },
  }
  test.each(Object.entries(HIDES))('is in no push, inbox or list: %s', async (happens, { hide, still }) => {
    const [writer, reader] = [await student(), await student({ domain: 'away.edu' })]
    const words = { title: newWords(), reply: newWords(), mention: newWords(), spoiler: newWords() }
    const post = await publish(writer, { title: words.title })
    await subscribe(reader)
    await reader.patch('notifications/settings', { pushText: true })
    for (const path of ['follows', 'mutes']) await reader.put(path, { kind: 'post', target: post.id })
    await reader.delete('mutes', { kind: 'post', target: post.id })
    const own = await comment(reader, post.id, { content: newWords() })
    const answer = { content: `${words.reply} ||${words.spoiler}||`, parentCommentId: own.id }
    const naming = `@${reader.user.username} ${words.mention}`
    const said = [(await comment(writer, post.id, answer)).id, (await comment(writer, post.id, { content: naming })).id]
    later(5 * MINUTE)
    await tellFollowers()
    setSystemTime()
    await hide({ writer, reader, postId: post.id, said })
    const pushes = (await pushed(10)).map(({ json }) => JSON.stringify(json)).join()
    const read = await Promise.all(
      ['notifications/list', 'notifications/threads', 'follows', 'mutes', 'comments/mine'].map((path) =>
        reader.visitor.get(path),
      ),
    )
    const lists = read.map((answer) => JSON.stringify(expectData(answer))).join()
    const foundIn = (text: string) =>
      Object.entries(words).flatMap(([name, word]) => (text.includes(word) ? [name] : []))
    expect({ lists: foundIn(lists), pushes: foundIn(pushes).filter((name) => !still.includes(name)) }).toEqual({
      lists: still,
      pushes: [],
    })
    if (happens === 'nothing') expect(foundIn(pushes)).toEqual(still)
  })
})
