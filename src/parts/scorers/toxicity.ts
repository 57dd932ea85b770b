import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { unlessAborted } from '../../lib/net/outgoing'
import { log } from '../../lib/process/log'
import { Semaphore } from '../../lib/process/semaphore'
import { ask } from '../../lib/tracing/spans'

type Provider = {
  provider: keyof typeof SCORERS
  url: string
  apiKey: string | undefined
  model?: string | undefined
  /** For everything: waiting for a connection, connecting, and reading the whole response. */
  timeoutMs: number
}

/** Attribute to the lowest score that refuses a text. */
type Thresholds = Readonly<Record<string, number>>

/** The provider returned no score, for a reason that is safe to log. */
export class ScoreUnavailable extends Error {}

/** A provider that hangs must not hold a connection for every text of a busy hour. */
const connections = new Semaphore(16)

/** A hundred times what a response of one number for each attribute needs. */
const MAX_RESPONSE_BYTES = 256 * 1024

/** The attributes whose score reaches its threshold. @throws ScoreUnavailable within the timeout, whatever happens */
export async function toxicAttributes(text: string, provider: Provider, thresholds: Thresholds) {
  const question = { ...provider, text, attributes: Object.keys(thresholds) }
  const deadline = AbortSignal.timeout(provider.timeoutMs)
  const request = async () => {
    // Who gave up while waiting in line asks no more.
    deadline.throwIfAborted()
    return ask('scorer', (headers) => requestScores(question, headers, deadline))
  }
  try {
    const scores = await unlessAborted(connections.run(request), deadline)
    return Object.entries(thresholds).flatMap(([attribute, limit]) => {
      const score = scores[attribute] ?? 1
      return score >= limit ? [{ attribute, score }] : []
    })
  } catch (error) {
    // Neither the URL nor the message of a foreign error: both can contain the key.
    const foreign = error instanceof SyntaxError ? INVALID : deadline.aborted ? 'timeout' : 'no connection'
    const fault = error instanceof ScoreUnavailable ? error.message : foreign
    log.warn({ provider: provider.provider, fault }, 'a text could not be scored')
    throw new ScoreUnavailable(fault)
  }
}

const INVALID = 'invalid response'

type Question = Provider & { text: string; attributes: readonly string[] }

async function requestScores(question: Question, headers: Record<string, string>, signal: AbortSignal) {
  const asked = SCORERS[question.provider](question)
  const response = await fetch(asked.url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json', ...asked.headers },
    body: JSON.stringify(asked.body),
    // A redirect could send the text and the key to another server.
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new ScoreUnavailable(`status ${Math.floor(response.status / 100)}xx`)
  }
  const score = asked.scoreIn(JSON.parse(await readBounded(response)))
  return Object.fromEntries(question.attributes.map((attribute) => [attribute, as(Score, score(attribute))]))
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) throw new ScoreUnavailable('response too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The value, if it has that form. */
function as<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw new ScoreUnavailable(INVALID)
  return value
}

const Score = Type.Number({ minimum: 0, maximum: 1 })
const Values = Type.Record(Type.String(), Type.Unknown())

/** A request in the protocol of one kind of provider, and how to find the score of an attribute in its response. */
type Asked = {
  url: string
  headers?: Record<string, string>
  body: unknown
  scoreIn(response: unknown): (attribute: string) => unknown
}

const SCORERS = { openai: askOpenai, perspective: askPerspective }

/** A provider that flags a category with a lower score contradicts itself. */
const MIN_FLAGGED_SCORE = 0.01

const Moderation = Type.Object({
  results: Type.Tuple([Type.Object({ category_scores: Values, categories: Values, flagged: Type.Boolean() })]),
})

/** https://platform.openai.com/docs/api-reference/moderations */
function askOpenai({ url, apiKey, text, model = 'omni-moderation-latest' }: Question): Asked {
  return {
    url,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    body: { model, input: text },
    scoreIn(response) {
      const [{ category_scores: scores, categories }] = as(Moderation, response).results
      for (const [category, flag] of Object.entries(categories))
        if (flag === true && as(Score, scores[category]) < MIN_FLAGGED_SCORE) throw new ScoreUnavailable(INVALID)
      return (attribute) => scores[attribute]
    },
  }
}

const Analysis = Type.Object({ attributeScores: Values })
const Summary = Type.Object({ summaryScore: Type.Object({ value: Score }) })

/** https://developers.perspectiveapi.com/s/about-the-api-methods. The key is a query parameter. */
function askPerspective({ url, apiKey, text, attributes }: Question): Asked {
  const address = new URL(url)
  if (apiKey !== undefined) address.searchParams.set('key', apiKey)
  return {
    url: address.href,
    body: {
      comment: { text, type: 'PLAIN_TEXT' },
      // Without it the service guesses, and refuses short texts.
      languages: ['en'],
      requestedAttributes: Object.fromEntries(attributes.map((attribute) => [attribute, {}])),
      doNotStore: true,
    },
    scoreIn(response) {
      const { attributeScores } = as(Analysis, response)
      return (attribute) => as(Summary, attributeScores[attribute]).summaryScore.value
    },
  }
}
