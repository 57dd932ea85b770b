import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { app } from '../../../src/app'
import { bodyLimits, TEXT_BODY_BYTES, takesFile } from '../../../src/http/body'
import { fitsLengths, largestBody } from '../../../src/lib/net/body-size'
import { publish } from '../../support/content'
import { asForm, escapedJson, fullest } from '../../support/full-bodies'
import { fails, MISSING_ID, refusal, useCampus, Visitor, withTokens } from '../../support/kit'

const { ann, ben, admin, root } = await useCampus()

/** Of the length, in words. */
const inHindi = (length: number) => {
  const words = 'आज कैंपस में बहुत अच्छा दिन था और हम सबने मिलकर पढ़ाई की। '
  return `${words.repeat(Math.ceil(length / words.length)).slice(0, length - 1)}।`
}
const JSON_TYPE = { raw: true, headers: { 'content-type': 'application/json' } }
const newPost = (content: string) => ({ title: inHindi(300), content, topic: 'Off-topic' })
const large = (length: number) => 'x'.repeat(length)

describe('as many characters as the documents say', () => {
  test('9,900 of Hindi are a post, however they are encoded', async () => {
    const [plain, escaped, form] = ['०', '१', '२'].map((mark) => newPost(mark + inHindi(9_899)))
    expect(Buffer.byteLength(JSON.stringify(plain))).toBeGreaterThan(TEXT_BODY_BYTES)
    expect((await ann.post('posts', plain)).post.content).toBe(plain?.content)
    await ben.post('posts', escapedJson(escaped), JSON_TYPE)
    await admin.post('posts', new URLSearchParams(form))
  })
  test('and so they are in pieces, over a connection', async () => {
    app.listen({ hostname: '127.0.0.1', port: 0 })
    const { accessToken } = await withTokens(ben)
    const bytes = new TextEncoder().encode(escapedJson(newPost(`३${inHindi(9_899)}`)))
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 5_000) controller.enqueue(bytes.slice(at, at + 5_000))
        controller.close()
      },
    })
    const { status } = await fetch(`http://127.0.0.1:${app.server?.port}/api/v1/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: pieces,
    })
    expect([bytes.length > 2 * TEXT_BODY_BYTES, status]).toEqual([true, 201])
  })
  test('10,000 are a change, and a delayed post', async () => {
    const { id } = await publish(ann)
    const content = `बदला ${inHindi(9_995)}`
    expect((await ann.patch(`posts/${id}`, { content })).post.content).toBe(content)
    await ben.post('posts/delayed', newPost(`बाद में ${inHindi(9_990)}`))
  })
  test('a comment of 1,000 emoji units, feedback and a report of 1,000 and 2,000 characters', async () => {
    const { id } = await publish(ann)
    const emoji = '🦦🎓'.repeat(250)
    const comment = JSON.stringify({ content: emoji, parentCommentId: null })
    expect(emoji).toHaveLength(1_000)
    await ben.post(`comments/post/${id}`, escapedJson(JSON.parse(comment)), JSON_TYPE)
    const feedback = { type: 'bug', title: inHindi(200), content: inHindi(2_000) }
    await ben.post('feedbacks', new URLSearchParams(feedback))
    const report = { targetId: id, type: 'Post', reason: inHindi(100), message: inHindi(1_000) }
    await ben.post('reports', escapedJson(report), JSON_TYPE)
  })
  test('every list of a moderator, a superadmin and a reader, full', async () => {
    const topics = ['Off-topic', ...Array.from({ length: 99 }, (_, n) => `${n} ${inHindi(96)}`)]
    const before = (await root.get('admin/settings')).topics
    expect((await root.patch('admin/settings', { topics })).topics).toEqual(topics)
    await root.patch('admin/settings', { topics: before })
    await admin.post('moderation/words/test', { text: inHindi(10_000) })
    const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID())
    expect((await admin.post('reports/bulk-deletion', { reportIds: ids.slice(0, 400) })).deletedCount).toBe(0)
    await ann.patch('notices/acknowledge', { ids: ids.slice(0, 500) })
    await fails(ann.patch('notifications/mark-seen', { ids }), 'FEATURE_DISABLED')
  })
})

describe('over 16 KB, what the documents do not allow is 413', () => {
  const refused = [413, 'PAYLOAD_TOO_LARGE']
  test.each<[string, object]>([
    ['a character too many', newPost(inHindi(10_001))],
    ['another field', { ...newPost(inHindi(9_000)), filler: large(10) }],
    ['another type of value', { ...newPost(inHindi(9_000)), title: [large(300)] }],
    ['many short fields', Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n]))],
  ])('%s', async (_, body) => {
    await fails(ann.post('posts', body), 'PAYLOAD_TOO_LARGE')
  })
  test('no JSON, JSON that is no object, and JSON too deep', async () => {
    for (const text of [
      `{"content":"${large(20_000)}`,
      `"${large(20_000)}"`,
      `{"title":${'['.repeat(17)}"${large(20_000)}"${']'.repeat(17)}}`,
    ])
      await fails(ann.post('posts', text, JSON_TYPE), 'PAYLOAD_TOO_LARGE')
  })
  test('what is longer than the longest post, before a byte is read', async () => {
    let isRead = false
    const body = new ReadableStream(
      {
        pull: (controller) => {
          isRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const { json } = bodyLimits('POST', '/api/v1/posts')
    const headers = { 'content-type': 'application/json', 'content-length': `${json + 1}` }
    expect([...refusal(await ann.visitor.post('posts', body, { raw: true, headers })), isRead]).toEqual([
      ...refused,
      false,
    ])
  })
  test('what comes in pieces, as soon as it is too long', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000).fill(0x20))
      },
    })
    await fails(ann.post('posts', endless, JSON_TYPE), 'PAYLOAD_TOO_LARGE')
    expect(sent).toBeLessThan(200_000)
  })
  test('up to it a field of the wrong length is told by its name, and unknown ones are ignored', async () => {
    await fails(ann.post('posts', { ...newPost(large(10_001)), title: 'Long' }), 'VALIDATION_FAILED', 'content')
    await ann.post('posts', { ...newPost(inHindi(400)), filler: large(10_000) })
  })
  test('of strangers, whatever they send', async () => {
    const stranger = new Visitor()
    const body = { email: '1@campus.edu', password: 'क'.repeat(1_024), pad: large(16_384) }
    for (const path of ['auth/login', 'auth/registration/initialize', 'auth/otp/login/send', 'colleges/requests'])
      await fails(stranger.post(path, body), 'PAYLOAD_TOO_LARGE')
    await fails(stranger.post('posts', newPost(inHindi(9_000))), 'UNAUTHENTICATED')
  })
  test('a name of a threshold is no longer than it may be', async () => {
    for (const name of [large(101), 'two\nlines', 'क']) {
      const toxicityThresholds = { openai: { hate: 1, [name]: 'x' } }
      await fails(
        root.patch('admin/settings', { toxicityThresholds }),
        'VALIDATION_FAILED',
        'toxicityThresholds.openai',
      )
    }
  })
})

type Route = { method: string; path: string; hooks?: { body?: TSchema; detail?: Record<string, unknown> } }

const withBody = (app.routes as unknown as Route[]).flatMap(({ method, path, hooks }) =>
  hooks?.body && !takesFile(hooks.body)
    ? [{ method, path, schema: hooks.body, level: `${hooks.detail?.['x-access']}` }]
    : [],
)

describe('every route with a body', () => {
  test('has a schema in which every text, list and record has a bound', () => {
    const unbounded = withBody.filter(({ schema }) => !Number.isFinite(largestBody(schema).json))
    expect(unbounded.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    expect(withBody.length).toBeGreaterThan(50)
  })
  test('reads the longest that its schema allows, and not much more', async () => {
    for (const { method, path, schema } of withBody) {
      const body = fullest(schema) as object
      const { json, form } = bodyLimits(method, path)
      expect([path, fitsLengths(schema, body)]).toEqual([path, true])
      expect(json).toBeWithin(TEXT_BODY_BYTES, Math.max(TEXT_BODY_BYTES, escapedJson(body).length * 1.25) + 1)
      expect(form).toBeWithin(TEXT_BODY_BYTES, Math.max(TEXT_BODY_BYTES, asForm(body).length * 1.25) + 1)
      const target = path.replace(/:\w+/g, MISSING_ID)
      for (const [text, type] of [
        [escapedJson(body), 'application/json'],
        [asForm(body), 'application/x-www-form-urlencoded'],
      ] as const) {
        const answer = await root.visitor
          .copy()
          .send(method, target, text, { raw: true, headers: { 'content-type': type } })
        expect([method, path, type, answer.status, answer.code]).not.toEqual([method, path, type, 413, answer.code])
        expect(answer.status).toBeLessThan(500)
      }
    }
  })
  test('reads 22 KB of strangers at most, but for the set-up', () => {
    const mostOfStrangers = withBody
      .filter(({ level, path }) => ['public', 'viewer', 'content'].includes(level) && path !== '/api/v1/setup')
      .map(({ method, path }) => Math.max(...Object.values(bodyLimits(method, path))))
    expect(Math.max(...mostOfStrangers)).toBeLessThan(22_528)
  })
  test('stays below what the runtime reads', () => {
    const most = withBody.map(({ method, path }) => bodyLimits(method, path).json)
    expect(Math.max(...most)).toBeLessThan(1_048_576)
  })
})
