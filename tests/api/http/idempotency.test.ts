import { beforeAll, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { rememberCreation } from '../../../src/ground/access/create-once'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { addKey } from '../../../src/lib/crypto/keys'
import { type Caller, newCaller, type Row, type Standing, stand, type World } from '../../support/authorization/matrix'
import { MATRIX } from '../../support/authorization/table'
import { newWords, select, students } from '../../support/content'
import { creatingRoutes } from '../../support/conventions/creations'
import {
  type Answer,
  administrator,
  atOnce,
  BLOCK,
  CAMPUS,
  collegeId,
  configured,
  expectWithout,
  fails,
  HOUR,
  later,
  PASSWORD,
  refusal,
  sanction,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { feedback, isReplay, keyed, keysOf, totalOf } from '../../support/repeats'

// `Idempotency-Key`: what a request creates is created once, however often it is sent.

await useQuad()
const [ann, ben] = await students(2)

const words = () => ({ title: 'A lost umbrella', content: newWords(), topic: 'Ask Campus' })

const request = (name: string) => ({
  name: `College of ${name}`,
  emailDomain: `${name}.edu`,
  city: 'Pune',
  state: 'Goa',
  requestedByEmail: `me@${name}.edu`,
})

describe('a key', () => {
  test.each([
    ['1 character', 'k', 201],
    ['255 characters', 'k'.repeat(255), 201],
    ['every visible character', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 201],
    ['nothing', '', 400],
    ['256 characters', 'k'.repeat(256), 400],
    ['a space', 'one two', 400],
    ['a tab', 'one\ttwo', 400],
    ['an accent', 'é', 400],
  ])('of %s', async (_what, key, status) => {
    const answer = await ann.visitor.post('feedbacks', feedback(), keyed(key))
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([
      status,
      status === 400 ? 'Idempotency-Key' : undefined,
    ])
  })
  test('stands for one request: with another body, route or thread it is 422, and nothing is created', async () => {
    const [key, sent] = [crypto.randomUUID(), feedback()]
    const thread = async () => `comments/post/${(await ann.post('posts', words())).post.id}`
    const [one, other] = [await thread(), await thread()]
    const comment = { content: 'Seen it', parentCommentId: null }
    await ben.post(one, comment, keyed(key))
    await fails(ben.post(other, comment, keyed(key)), 'IDEMPOTENCY_KEY_REUSED')
    await ann.post('feedbacks', sent, keyed(key))
    const before = [totalOf('feedbacks'), totalOf('posts')]
    await fails(ann.post('feedbacks', feedback(), keyed(key)), 'IDEMPOTENCY_KEY_REUSED')
    await fails(ann.post('posts', words(), keyed(key)), 'IDEMPOTENCY_KEY_REUSED')
    expect([totalOf('feedbacks'), totalOf('posts')]).toEqual(before)
    expect(isReplay(await ann.visitor.post('feedbacks', sent, keyed(key)))).toBe(true)
  })
  test('finds its request whatever the order of the fields, the form or the alias, and changes nothing where nothing is created', async () => {
    const [key, { type, title, content }] = [crypto.randomUUID(), feedback()]
    const { headers } = keyed(key)
    const first = await ann.visitor.post('feedbacks', { type, title, content }, { headers })
    const raw = JSON.stringify({ content, title, type }, null, 2)
    const json = { headers: { ...headers, 'content-type': 'application/json' }, raw: true }
    for (const again of [
      await ann.visitor.post('feedbacks', raw, json),
      await ann.visitor.post('feedbacks', new URLSearchParams({ title, type, content }), { headers }),
      await ann.visitor.post('/feedbacks', { type, title, content }, { headers }),
    ])
      expect([again.status, isReplay(again), again.data]).toEqual([201, true, first.data])
    const read = await ann.visitor.get('posts', keyed('one two'))
    expect([read.status, isReplay(read)]).toEqual([200, false])
  })
  test('is of no account where what is created is nobody’s', async () => {
    const key = crypto.randomUUID()
    const kept = keysOf(ann.id)
    const asked = await ann.visitor.post('colleges/requests', request('kites'), keyed(key))
    const again = await new Visitor().post('colleges/requests', request('kites'), keyed(key))
    expect([asked.status, again.status, isReplay(again), again.data]).toEqual([201, 201, true, asked.data])
    // Or a stranger could use somebody's key first, and learn whether it was used.
    const other = await new Visitor().post('colleges/requests', request('lanterns'), keyed(key))
    expect([other.status, isReplay(other), other.data.name]).toEqual([201, false, 'College of lanterns'])
    expect(keysOf(ann.id)).toBe(kept)
  })
  test('is not kept for what was refused: it may be tried again', async () => {
    const key = crypto.randomUUID()
    const kept = keysOf(ann.id)
    await fails(ann.post('feedbacks', { ...feedback(), type: 'gossip' }, keyed(key)), 'VALIDATION_FAILED')
    expect(keysOf(ann.id)).toBe(kept)
    const answer = await ann.visitor.post('feedbacks', feedback(), keyed(key))
    expect([answer.status, isReplay(answer), keysOf(ann.id)]).toEqual([201, false, kept + 1])
  })
  test('of a write that fails is not kept, and nothing is created', async () => {
    const [key, sent, before] = [crypto.randomUUID(), feedback(), totalOf('feedbacks')]
    const failing = spyOn(storage, 'write').mockImplementationOnce(async (callback) => {
      failing.mockRestore()
      return storage.write(async (tx) => {
        await callback(tx)
        throw new Error('the disk is full')
      })
    })
    await fails(ann.post('feedbacks', sent, keyed(key)), 500)
    expect(totalOf('feedbacks')).toBe(before)
    const answer = await ann.visitor.post('feedbacks', sent, keyed(key))
    expect([answer.status, isReplay(answer), totalOf('feedbacks')]).toEqual([201, false, before + 1])
  })
})

test('of ten at once one creates, and all are answered with it', async () => {
  const [key, sent, before] = [crypto.randomUUID(), words(), totalOf('posts')]
  const answers = await atOnce(10, () => ann.visitor.copy().post('posts', sent, keyed(key)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ data }) => data.post.id)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(9)
  expect(totalOf('posts')).toBe(before + 1)
})

test('without a key the second is refused as a duplicate', async () => {
  const sent = words()
  const answers = await Promise.all([ann.visitor.copy().post('posts', sent), ann.visitor.copy().post('posts', sent)])
  expect(answers.map(refusal).sort()).toEqual([
    [201, undefined],
    [409, 'DUPLICATE'],
  ])
})

describe('a repeat', () => {
  test('of what is gone since is 404, and creates nothing', async () => {
    const key = crypto.randomUUID()
    const post = words()
    const { id } = (await ann.post('posts', post, keyed(key))).post
    await ann.delete(`posts/${id}`)
    const again = await ann.visitor.post('posts', post, keyed(key))
    expect([...refusal(again), isReplay(again)]).toEqual([404, 'NOT_FOUND', true])

    const thread = (await ann.post('posts', words())).post.id
    const comment = { content: 'A thought', parentCommentId: null }
    const first = (await ben.post(`comments/post/${thread}`, comment, keyed(key))).comment
    await ann.post(`comments/post/${thread}`, { content: 'A reply', parentCommentId: first.id })
    await ben.delete(`comments/${first.id}`)
    await fails(ben.post(`comments/post/${thread}`, comment, keyed(key)), 'NOT_FOUND')

    const [vote, bookmark] = [{ targetType: 'post', targetId: thread, voteType: 'upvote' }, { postId: thread }]
    await ben.post('votes', vote, keyed('v'))
    await ben.delete('votes', vote)
    await fails(ben.post('votes', vote, keyed('v')), 'NOT_FOUND')
    await ben.post('bookmarks', bookmark, keyed('b'))
    await ben.delete(`bookmarks/delete/${thread}`)
    await ben.post('bookmarks', bookmark)
    await fails(ben.post('bookmarks', bookmark, keyed('b')), 'NOT_FOUND')
  })
  test('shows a reporter, a sender and a requester nothing of what was decided since', async () => {
    const admin = await administrator('superadmin')
    const post = (await ann.post('posts', words())).post
    const report = { targetId: post.id, type: 'Post', reason: 'Spam', message: 'It sells umbrellas' }
    const sent = [
      ['reports', report],
      ['feedbacks', feedback()],
      ['colleges/requests', request('moss')],
    ] as const
    const first: Answer[] = []
    for (const [path, body] of sent) first.push(await ben.visitor.post(path, body, keyed(`shown-${path}`)))
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201])
    const [{ data: reported }, { data: fed }, { data: requested }] = first as [Answer, Answer, Answer]
    await admin.patch(`reports/${reported.report.id}`, { status: 'resolved' })
    await admin.patch(`feedbacks/${fed.feedback.id}/status`, { status: 'dismissed' })
    await admin.patch(`admin/college-requests/${requested.id}`, { status: 'rejected' })
    for (const [at, [path, body]] of sent.entries()) {
      const again = await ben.visitor.post(path, body, keyed(`shown-${path}`))
      expect([again.status, isReplay(again), again.body]).toEqual([201, true, first[at]?.body])
    }
  })
  test('meets the account as it is now', async () => {
    const [author, sent] = [await student(), words()]
    await author.post('posts', sent, keyed('mine'))
    await sanction(author.id, BLOCK)
    const again = await author.visitor.post('posts', sent, keyed('mine'))
    expect([...refusal(again), isReplay(again)]).toEqual([403, 'USER_BLOCKED', false])
  })
  test('counts as a request, not as a post of the day', async () => {
    const author = await student()
    const settings = await administrator('superadmin')
    await settings.patch('admin/settings', { youngAccountPosts: 1 })
    await configured({ rateLimits: true }, async () => {
      const sent = words()
      await author.post('posts', sent, keyed('young'))
      expect(isReplay(await author.visitor.post('posts', sent, keyed('young')))).toBe(true)
      await fails(author.post('posts', words()), 'RATE_LIMITED')

      const said = feedback()
      const answers = await times(6, () => author.visitor.post('feedbacks', said, keyed('said')))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
    })
  })
})

const KNOWN = 30 * 24 * HOUR

describe('thirty days later', () => {
  test('the key is forgotten, and no sooner', async () => {
    const [author, sent] = [await student(), feedback()]
    const { id } = (await author.post('feedbacks', sent, keyed('month'))).feedback
    const pass = async (ms: number) => {
      setSystemTime()
      later(ms)
      await author.visitor.post('auth/login', { email: author.email, password: PASSWORD })
    }
    await pass(KNOWN)
    expect((await author.post('feedbacks', sent, keyed('month'))).feedback.id).toBe(id)
    await pass(KNOWN + 60_001)
    const anew = await author.visitor.post('feedbacks', sent, keyed('month'))
    expect([anew.status, isReplay(anew)]).toEqual([201, false])
    expect(anew.data.feedback.id).not.toBe(id)
    expect(isReplay(await author.visitor.post('feedbacks', sent, keyed('month')))).toBe(true)
  })
  test('maintenance deletes what has expired, and nothing else', async () => {
    const author = await student()
    await author.post('feedbacks', feedback(), keyed('old'))
    later(KNOWN - HOUR)
    await author.post('feedbacks', feedback(), keyed('new'))
    await runMaintenance()
    expect(keysOf(author.id)).toBe(2)
    setSystemTime()
    later(KNOWN + HOUR)
    await runMaintenance()
    expect(keysOf(author.id)).toBe(1)
  })
})

test('a key is found after a rotation of the keys of the server', async () => {
  const [author, sent] = [await student(), feedback()]
  const first = await author.post('feedbacks', sent, keyed('rotated'))
  addKey()
  const again = await author.visitor.post('feedbacks', sent, keyed('rotated'))
  expect([again.status, isReplay(again), again.data]).toEqual([201, true, first])
  await fails(author.post('feedbacks', feedback(), keyed('rotated')), 'IDEMPOTENCY_KEY_REUSED')
})

describe('what is kept', () => {
  test('goes with the account, and is in clear nowhere', async () => {
    const author = await student()
    const key = `my-key-${crypto.randomUUID()}`
    await author.post('feedbacks', feedback('Please mend the third tap'), keyed(key))
    const rows = JSON.stringify(select('SELECT * FROM idempotency_keys'))
    expectWithout(rows, key, 'third tap')
    expect(keysOf(author.id)).toBe(1)
    await author.delete('auth/account')
    expect(keysOf(author.id)).toBe(0)
  })
  test('is equal for no two accounts', async () => {
    const before = totalOf('idempotency_keys')
    for (const each of await students(2)) await each.post('feedbacks', feedback('Word for word'), keyed('same'))
    const values = select('SELECT DISTINCT fingerprint FROM idempotency_keys')
    expect(totalOf('idempotency_keys')).toBe(before + 2)
    expect(values).toHaveLength(before + 2)
  })
  test('is bounded for each account: the oldest keys go', async () => {
    const author = await student()
    await author.post('feedbacks', feedback(), keyed('first'))
    later(2 * HOUR)
    await storage.write(async (tx) => {
      for (let at = 0; at < 1500; at++)
        rememberCreation(tx, { userId: author.id, key: `${at}`, request: '', isReplayed: false }, `${at}`)
    })
    expect(keysOf(author.id)).toBeGreaterThanOrEqual(1000)
    expect(keysOf(author.id)).toBeLessThan(1500)
    expect(isReplay(await author.visitor.post('feedbacks', feedback(), keyed('first')))).toBe(false)
  })
  test('is written once: who finds the key in use in the transaction creates nothing', async () => {
    const creation = { userId: null, key: crypto.randomUUID(), request: 'x', isReplayed: false }
    const remember = (id: string) => storage.write(async (tx) => rememberCreation(tx, creation, id))
    await remember('one')
    await expect(remember('two')).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

const STANDING: Partial<Record<Row['level'], Standing>> = { admin: 'admin', superadmin: 'superadmin' }

// Last, because those requests merge branches and close what others need.
describe('the same request with the same key creates once', () => {
  let world: World
  beforeAll(async () => {
    world = { collegeId: await collegeId(CAMPUS), operator: await administrator('superadmin'), author: await student() }
  })
  const callerFor = async ({ level }: Row): Promise<Caller> => {
    const caller = await newCaller(world.collegeId)
    await stand(caller, STANDING[level] ?? 'student')
    return caller
  }
  const rows = creatingRoutes(app).map((name) => ({ name, row: MATRIX[name as keyof typeof MATRIX] as Row }))
  test.each(rows)('$name', async ({ name, row }) => {
    const caller = await callerFor(row)
    const asked = await row.ask(world, caller)
    if (typeof asked === 'string') throw new Error(`${name} has no body in the table of requests`)
    const key = crypto.randomUUID()
    const send = (by = caller, options: { headers?: Record<string, string> } = keyed(key)) =>
      by.visitor.post(asked.path, asked.body, options)

    const first = await send()
    expect([first.status, isReplay(first)]).toEqual([201, false])
    const audited = totalOf('audit_log')
    const again = await send()
    expect([again.status, isReplay(again)]).toEqual([201, true])
    expect(again.body).toEqual(first.body)
    expect(totalOf('audit_log')).toBe(audited)

    // Another key, and none, are other requests: made, or refused by the rules.
    for (const options of [keyed(crypto.randomUUID()), {}]) {
      const other = await send(caller, options)
      expect(isReplay(other)).toBe(false)
      if (other.status === 201) expect(other.text).not.toBe(first.text)
      else expect(other.status).toBe(409)
    }
    if (name === 'POST /colleges/requests') return
    // Nobody else's: the same key of another account is another key.
    const stranger = await send(await callerFor(row))
    expect(isReplay(stranger)).toBe(false)
    expect(stranger.text).not.toBe(first.text)
  })
})
