import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ADMIN, Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../support/program'
import { type Format, HURTFUL, Scorer, WRONGS } from '../support/scorer'

const KEY = 'sk-very-secret-key'
/** The provider's, in the configuration: long enough for a good answer on a busy machine. */
const TIMEOUT_MS = 5_000

/** What Quad answers within: it must come at all, long before a client gives up. */
const PATIENCE_MS = 40_000

/** What takes until the time is over: tried at once. */
const WAITS: readonly (typeof WRONGS)[number][] = ['hang', 'drip', 'trickle']

/** What the log calls each; all others are an invalid response. */
const FAULTS: Partial<Record<(typeof WRONGS)[number], string>> = {
  'status 500': 'status 5xx',
  'status 429': 'status 4xx',
  redirect: 'status 3xx',
  'status 204': 'status 2xx',
  huge: 'response too large',
}

type Reply = {
  status: number
  body: Record<string, unknown> & {
    data?: Record<string, Record<string, string>>
    code?: string
    meta?: { source: string; reasons: string[] }
  }
}

describe.each(['openai', 'perspective'] as const)('%s', (format: Format) => {
  const scorer = new Scorer(format)
  let program: Program
  let author: Browser

  beforeAll(async () => {
    program = await startProgram({
      ...CAMPUS_VARIABLES,
      TOXICITY_PROVIDER: format,
      TOXICITY_URL: scorer.url,
      TOXICITY_API_KEY: KEY,
      TOXICITY_TIMEOUT_MS: `${TIMEOUT_MS}`,
    })
    author = new Browser(program.origin)
    expect((await author.post('/api/v1/auth/login', ADMIN)).status).toBe(200)
  })
  afterAll(async () => {
    await scorer.stop()
    await program.stop()
  })

  const send = async (method: string, path: string, body: object): Promise<Reply> => {
    const cookie = [...author.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }
    const response = await fetch(`${program.origin}/api/v1/${path}`, init)
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }
  let serial = 0
  const publish = (over: object = {}) =>
    send('POST', 'posts', {
      title: `Title ${++serial}`,
      content: 'Where is the library?',
      topic: 'Ask Campus',
      ...over,
    })
  const published = async (): Promise<string> => {
    scorer.mode = 'clean'
    return (await publish()).body.data?.post?.id ?? ''
  }
  const stored = (text: string): number => {
    const count = (table: string, columns: string) =>
      program.database
        .query<{ count: number }, [string]>(`SELECT count(*) AS count FROM ${table} WHERE instr(${columns}, ?1) > 0`)
        .get(text)?.count ?? 0
    return count('posts', "title || ' ' || content") + count('comments', 'content')
  }
  const expectRefused = ({ status, body }: Reply, reasons: string[]) => {
    expect([status, body.code, body.meta?.source]).toEqual([400, 'CONTENT_POLICY_VIOLATION', 'toxicity'])
    expect(body.meta?.reasons).toEqual(reasons)
    expect(JSON.stringify(body)).not.toContain(KEY)
    expect(JSON.stringify(body)).not.toContain('127.0.0.1')
  }
  const hurtful =
    format === 'openai'
      ? ['harassment']
      : ['TOXICITY', 'SEVERE_TOXICITY', 'IDENTITY_ATTACK', 'INSULT', 'PROFANITY', 'THREAT']

  test('what the provider finds clean is stored, title and content scored as one', async () => {
    scorer.mode = 'judge'
    const { status } = await publish({ title: ' Lost umbrella ', content: 'blue, near the gate' })
    expect(status).toBe(201)
    expect(scorer.calls.at(-1)?.text).toContain('Lost umbrella')
    expect(scorer.calls.at(-1)?.text).toContain('blue, near the gate')
    expect(stored('Lost umbrella')).toBe(1)
  })

  test('what it finds hurtful is refused, in title, content and comment, new or edited', async () => {
    const id = await published()
    const { body } = await send('POST', `comments/post/${id}`, { content: 'a fine comment', parentCommentId: null })
    scorer.mode = 'judge'
    expectRefused(await publish({ title: HURTFUL }), hurtful)
    expectRefused(await publish({ content: `you ${HURTFUL}` }), hurtful)
    expectRefused(await send('PATCH', `posts/${id}`, { title: HURTFUL }), hurtful)
    expectRefused(await send('POST', `comments/post/${id}`, { content: HURTFUL, parentCommentId: null }), hurtful)
    expectRefused(await send('PATCH', `comments/${body.data?.comment?.id}`, { content: HURTFUL }), hurtful)
    expect(stored(HURTFUL)).toBe(0)
    expect(stored('a fine comment')).toBe(1)
  })

  test('an edit of one field is scored together with the other; one of neither is not scored', async () => {
    const id = await published()
    const before = scorer.calls.length
    expect((await send('PATCH', `posts/${id}`, { title: 'A new title' })).status).toBe(200)
    expect(scorer.calls.at(-1)?.text).toContain('Where is the library?')
    expect((await send('PATCH', `posts/${id}`, { isPrivate: true })).status).toBe(200)
    expect(scorer.calls.length).toBe(before + 1)
  })

  test('what the words refuse already never leaves the house', async () => {
    scorer.mode = 'clean'
    const before = scorer.calls.length
    const { body } = await publish({ content: 'oh fuck' })
    expect(body.meta?.source).toBe('words')
    expect(scorer.calls.length).toBe(before)
  })

  /** Every way to publish a text. */
  const attempts = (id: string, text: string) => [
    publish({ content: text }),
    publish({ title: text }),
    send('PATCH', `posts/${id}`, { content: text }),
    send('POST', `comments/post/${id}`, { content: text, parentCommentId: null }),
  ]

  test.each(WRONGS.filter((mode) => !WAITS.includes(mode)))('%s: the text is refused and not stored', async (mode) => {
    const id = await published()
    scorer.mode = mode
    const text = `unheard of ${mode}`
    for (const reply of await Promise.all(attempts(id, text))) expectRefused(reply, ['unavailable'])
    expect(stored(text)).toBe(0)
    expect(scorer.strays).toBe(0)
    await expectLogged(FAULTS[mode] ?? 'invalid response')
  })

  test('hang, drip, trickle: reading is answered while texts wait for a score, and then they are refused', async () => {
    const id = await published()
    const pending: Promise<Reply>[] = []
    let answered = 0
    for (const mode of WAITS) {
      const before = scorer.calls.length
      scorer.mode = mode
      for (const attempt of attempts(id, `unheard of ${mode}`)) pending.push(attempt.finally(() => answered++))
      while (scorer.calls.length < before + 4) await Bun.sleep(1)
    }
    const reads = await Promise.all([
      author.get(`/api/v1/posts/${id}`),
      author.get('/api/v1/posts'),
      author.get('/healthz'),
    ])
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answered).toBeLessThan(pending.length)
    for (const reply of await Promise.all(pending)) expectRefused(reply, ['unavailable'])
    for (const mode of WAITS) expect(stored(`unheard of ${mode}`)).toBe(0)
    await expectLogged('timeout')
  })

  test('two edits at once: what has not been scored together is not stored together', async () => {
    const id = await published()
    const before = scorer.calls.length
    scorer.mode = 'held'
    const edits = [
      send('PATCH', `posts/${id}`, { title: 'Half of' }),
      send('PATCH', `posts/${id}`, { content: 'an insult' }),
    ]
    while (scorer.calls.length < before + 2) await Bun.sleep(1)
    scorer.release()
    const statuses = (await Promise.all(edits)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('nobody listening: the text is refused', async () => {
    const id = await published()
    const text = 'unheard of, nobody there'
    await scorer.away(async () => {
      expectRefused(await publish({ content: text }), ['unavailable'])
      expect((await author.get(`/api/v1/posts/${id}`)).status).toBe(200)
    })
    expect(stored(text)).toBe(0)
    await expectLogged('no connection')
  })

  /** The log tells of each fault, without the key or the text. */
  async function expectLogged(fault: string): Promise<void> {
    const log = await program.logWith(fault)
    for (const secret of [KEY, new URL(scorer.url).host, 'unheard of']) expect(log).not.toContain(secret)
  }
})
