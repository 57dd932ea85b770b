import type { Server } from 'bun'

/** A text with it in is hurtful to a scorer that judges. */
export const HURTFUL = 'vexatiousmarker'

/** What the scorer does with a question. */
export const WRONGS = [
  'hang',
  'drip',
  'trickle',
  'status 500',
  'status 429',
  'status 204',
  'redirect',
  'garbage',
  'empty',
  'shape',
  'null',
  'array',
  'huge',
  'above one',
  'below zero',
  'text score',
  'no number',
  'missing score',
  'too many results',
  'no result',
  'cut off',
  'contradiction',
] as const

export type Mode = 'judge' | 'clean' | 'toxic' | 'held' | (typeof WRONGS)[number]
export type Format = 'openai' | 'perspective' | 'chat'
type Call = {
  path: string
  key: string | null
  authorization: string | null
  traceparent: string | null
  text: string
  body: Record<string, unknown>
}

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
]

type Chat = { messages: { role: string; content: string }[] }

/** A scoring server on loopback, in any format, that behaves as `mode` says. */
export class Scorer {
  mode: Mode = 'judge'
  readonly calls: Call[] = []
  /** Where the redirect leads to: nobody is to come here. */
  strays = 0
  /** Of a language model: how toxic it finds a text, and what it then says. */
  judge = (text: string) => text.includes(HURTFUL)
  say = (answer: string, _text: string) => answer
  private server: Server<undefined>
  private readonly parting = Promise.withResolvers<void>()
  private held = Promise.withResolvers<void>()

  constructor(readonly format: Format) {
    this.server = this.listening(0)
  }

  private listening(port: number): Server<undefined> {
    return Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 0, fetch: (request) => this.answer(request) })
  }

  /** Nobody listens while `work` runs. */
  async away(work: () => Promise<void>) {
    const { port } = this.server
    await this.server.stop(true)
    await work().finally(() => {
      this.server = this.listening(port ?? 0)
    })
  }

  get url() {
    return `http://127.0.0.1:${this.server.port}/score`
  }

  /** Lets go, as clean, what came in mode `held`. */
  release() {
    this.held.resolve()
    this.held = Promise.withResolvers()
  }

  async stop() {
    this.parting.resolve()
    await this.server.stop(true)
  }

  private async answer(request: Request) {
    const url = new URL(request.url)
    if (url.pathname === '/stray') {
      this.strays++
      return Response.json(this.scores(false, []))
    }
    const body = (await request.json()) as Record<string, unknown>
    const text = this.textOf(body)
    const authorization = request.headers.get('authorization')
    const traceparent = request.headers.get('traceparent')
    this.calls.push({ path: url.pathname, key: url.searchParams.get('key'), authorization, traceparent, text, body })
    if (this.mode === 'held') await this.held.promise
    const isToxic = this.mode === 'toxic' || (this.mode === 'judge' && this.judge(text))
    const good = this.format === 'chat' ? this.chatAnswer(body, isToxic, text) : this.scores(isToxic, askedIn(body))
    return this.wrong(good) ?? Response.json(good)
  }

  private textOf(body: Record<string, unknown>) {
    if (this.format === 'openai') return String(body.input)
    if (this.format === 'perspective') return String((body.comment as { text: string }).text)
    const { messages } = body as Chat
    return JSON.parse(messages[1]?.content ?? '').text
  }

  /** As a model does what its instructions say: the last two lines are the id and the attributes. */
  private chatAnswer(body: Record<string, unknown>, isToxic: boolean, text: string): Record<string, unknown> {
    const [id = '', attributes = ''] = ((body as Chat).messages[0]?.content ?? '').split('\n').slice(-2)
    const score = isToxic ? 0.98 : 0.001
    const scores = Object.fromEntries((JSON.parse(attributes) as string[]).map((name) => [name, score]))
    const content = this.say(JSON.stringify({ id: JSON.parse(id), scores }), text)
    return { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] }
  }

  private scores(isToxic: boolean, asked: readonly string[]): Record<string, unknown> {
    const score = isToxic ? 0.98 : 0.001
    if (this.format === 'perspective')
      return {
        attributeScores: Object.fromEntries(
          asked.map((name) => [name, { summaryScore: { value: score, type: 'PROBABILITY' } }]),
        ),
      }
    const hot = (name: string) => isToxic && name === 'harassment'
    return {
      id: 'modr-1',
      model: 'omni-moderation-latest',
      results: [
        {
          flagged: isToxic,
          categories: Object.fromEntries(CATEGORIES.map((name) => [name, hot(name)])),
          category_scores: Object.fromEntries(CATEGORIES.map((name) => [name, hot(name) ? score : 0.0001])),
        },
      ],
    }
  }

  private wrong(good: Record<string, unknown>): Promise<Response> | Response | undefined {
    switch (this.mode) {
      case 'hang':
        return this.parting.promise.then(() => new Response(null, { status: 503 }))
      case 'drip':
        return this.streamed(JSON.stringify(good).slice(0, 20))
      case 'trickle':
        return this.streamed(' ', 50)
      case 'status 500':
      case 'status 429':
      case 'status 204':
        return new Response(this.mode === 'status 204' ? null : JSON.stringify(good), {
          status: Number(this.mode.slice(7)),
        })
      case 'redirect':
        return Response.redirect('/stray', 307)
      case 'garbage':
        return new Response('<html>not JSON</html>')
      case 'empty':
        return new Response('')
      case 'shape':
        return Response.json({ ok: true })
      case 'null':
        return Response.json(null)
      case 'array':
        return Response.json([good])
      case 'huge':
        return Response.json({ ...good, padding: 'x'.repeat(2_000_000) })
      case 'above one':
        return Response.json(withScore(good, 1.5))
      case 'below zero':
        return Response.json(withScore(good, -0.1))
      case 'text score':
        return Response.json(withScore(good, '0.001'))
      case 'no number':
        return new Response(JSON.stringify(withScore(good, 'NaN')).replaceAll('"NaN"', 'NaN'))
      case 'missing score':
        return Response.json(withScore(good, undefined))
      case 'too many results':
        return Response.json(
          this.format === 'perspective'
            ? { results: [] }
            : { ...good, ...doubled(good, 'results'), ...doubled(good, 'choices') },
        )
      case 'no result':
        return Response.json({ ...good, results: [], choices: [], attributeScores: {} })
      case 'cut off':
        return new Response(JSON.stringify(good).slice(0, -10))
      case 'contradiction':
        return Response.json(this.format === 'openai' ? flagged(good) : withScore(good, null))
      default:
        return undefined
    }
  }

  /** Sends `part` at once, or again and again, and never comes to an end by itself. */
  private streamed(part: string, everyMs?: number): Response {
    const bytes = new TextEncoder().encode(part)
    let timer: NodeJS.Timeout | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes)
        if (everyMs !== undefined) timer = setInterval(() => controller.enqueue(bytes), everyMs)
        void this.parting.promise.then(() => clearInterval(timer))
      },
      cancel: () => clearInterval(timer),
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}

type OpenaiResult = { flagged: boolean; categories: Record<string, boolean>; category_scores: Record<string, unknown> }

const askedIn = (body: Record<string, unknown>) => Object.keys((body.requestedAttributes as object) ?? {})

const doubled = (good: Record<string, unknown>, name: string) =>
  Array.isArray(good[name]) ? { [name]: [good[name], good[name]].flat() } : {}

type Choice = { message: { content: string } }

/** The same answer with another score for one of the attributes that are asked for. */
function withScore(good: Record<string, unknown>, score: unknown): Record<string, unknown> {
  const copy = structuredClone(good)
  for (const { message } of (copy.choices ?? []) as Choice[]) {
    const { id, scores } = JSON.parse(message.content)
    message.content = JSON.stringify({ id, scores: { ...scores, hate: score } })
  }
  if (Array.isArray(copy.results)) (copy.results[0] as OpenaiResult).category_scores.hate = score
  for (const attribute of Object.values(
    (copy.attributeScores ?? {}) as Record<string, { summaryScore: { value: unknown } }>,
  ).slice(0, 1))
    attribute.summaryScore.value = score
  return copy
}

function flagged(good: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(good)
  const [result] = copy.results as OpenaiResult[]
  if (result) Object.assign(result, { flagged: true, categories: { ...result.categories, hate: true } })
  return copy
}
