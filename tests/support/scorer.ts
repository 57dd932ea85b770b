import type { Server } from 'bun'

/** A text with it in is hurtful to a scorer that judges. */
export const HURTFUL = 'vexatiousmarker'

export type Mode = 'judge' | 'clean' | 'toxic' | 'held' | Wrong
export type Format = 'openai' | 'perspective'
type Answer = Record<string, unknown>
type Call = {
  path: string
  key: string | null
  authorization: string | null
  text: string
  body: Answer
}

const CATEGORIES =
  'harassment harassment/threatening hate hate/threatening self-harm self-harm/intent self-harm/instructions sexual sexual/minors violence violence/graphic'.split(
    ' ',
  )

/** A scoring server on loopback, in any format, that behaves as `mode` says. */
export class Scorer {
  mode: Mode = 'judge'
  readonly calls: Call[] = []
  /** Where the redirect leads to: nobody is to come here. */
  strays = 0
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
    const body = (await request.json()) as Answer
    const text = this.textOf(body)
    const authorization = request.headers.get('authorization')
    this.calls.push({ path: url.pathname, key: url.searchParams.get('key'), authorization, text, body })
    if (this.mode === 'held') await this.held.promise
    const isToxic = this.mode === 'toxic' || (this.mode === 'judge' && text.includes(HURTFUL))
    const good = this.scores(isToxic, askedIn(body))
    const wrong = isWrong(this.mode) ? await WRONG[this.mode](good, this) : good
    return wrong instanceof Response ? wrong : Response.json(wrong)
  }

  private textOf(body: Answer) {
    return String(this.format === 'openai' ? body.input : (body.comment as { text: string }).text)
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

  /** Answers when this is stopped. */
  async late() {
    await this.parting.promise
    return new Response(null, { status: 503 })
  }

  /** Sends `part` at once, or again and again, and never comes to an end by itself. */
  streamed(part: string, everyMs?: number) {
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

type OpenaiResult = { flagged: boolean; categories: Record<string, boolean>; category_scores: Answer }

const askedIn = (body: Answer) => Object.keys((body.requestedAttributes as object) ?? {})

/** The same answer with another score for one of the attributes that are asked for. */
function withScore(good: Answer, score: unknown) {
  const copy = structuredClone(good)
  if (Array.isArray(copy.results)) (copy.results[0] as OpenaiResult).category_scores.hate = score
  for (const attribute of Object.values(
    (copy.attributeScores ?? {}) as Record<string, { summaryScore: { value: unknown } }>,
  ).slice(0, 1))
    attribute.summaryScore.value = score
  return copy
}

function flagged(good: Answer) {
  const copy = structuredClone(good)
  const [result] = copy.results as OpenaiResult[]
  if (result) Object.assign(result, { flagged: true, categories: { ...result.categories, hate: true } })
  return copy
}

const withStatus = (good: Answer, status: number) => Response.json(good, { status })

/** What the scorer does with a question: the answer, or what is in its place as JSON. */
const WRONG = {
  hang: (_, scorer) => scorer.late(),
  drip: (good, scorer) => scorer.streamed(JSON.stringify(good).slice(0, 20)),
  trickle: (_, scorer) => scorer.streamed(' ', 50),
  'status 500': (good) => withStatus(good, 500),
  'status 429': (good) => withStatus(good, 429),
  'status 204': () => new Response(null, { status: 204 }),
  redirect: () => Response.redirect('/stray', 307),
  garbage: () => new Response('<html>not JSON</html>'),
  empty: () => new Response(''),
  shape: () => ({ ok: true }),
  null: () => null,
  array: (good) => [good],
  huge: (good) => ({ ...good, padding: 'x'.repeat(2_000_000) }),
  'above one': (good) => withScore(good, 1.5),
  'below zero': (good) => withScore(good, -0.1),
  'text score': (good) => withScore(good, '0.001'),
  'no number': (good) => new Response(JSON.stringify(withScore(good, 'NaN')).replaceAll('"NaN"', 'NaN')),
  'missing score': (good) => withScore(good, undefined),
  'too many results': (good) =>
    'attributeScores' in good ? { results: [] } : { ...good, results: [good.results, good.results].flat() },
  'no result': (good) => ({ ...good, results: [], attributeScores: {} }),
  'cut off': (good) => new Response(JSON.stringify(good).slice(0, -10)),
  contradiction: (good) => ('results' in good ? flagged(good) : withScore(good, null)),
} satisfies Record<string, (good: Answer, scorer: Scorer) => unknown>
type Wrong = keyof typeof WRONG
export const WRONGS = Object.keys(WRONG) as Wrong[]
const isWrong = (mode: Mode): mode is Wrong => mode in WRONG
