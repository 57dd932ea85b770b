import { log } from '../../lib/log'
import { Semaphore } from '../../lib/semaphore'
import { ask } from '../../lib/tracing/outgoing'
import { SCORERS } from './toxicity-providers'
import { InvalidResponse, type Scores } from './toxicity-response'

export type Provider = {
  provider: keyof typeof SCORERS
  url: string
  apiKey: string | undefined
  /** For a provider that has several. */
  model?: string | undefined
  /** For everything: waiting for a connection, connecting, and reading the whole response. */
  timeoutMs: number
}

/** The provider returned no score, for any reason. */
export class ScoreUnavailable extends Error {
  override name = 'ScoreUnavailable'
}

/** A provider that hangs must not hold a connection for every text of a busy hour. */
const connections = new Semaphore(16)

/** A hundred times what a response of one number for each attribute needs. */
const MAX_RESPONSE_BYTES = 256 * 1024

export type Scored = { attribute: string; score: number }

/**
 * Returns the attributes whose score reaches its threshold.
 * @throws ScoreUnavailable within the timeout, whatever the provider does
 */
export async function toxicAttributes(text: string, provider: Provider, thresholds: Scores): Promise<Scored[]> {
  try {
    const scores = await withDeadline(provider.timeoutMs, (signal) =>
      connections.run(
        () => ask('scorer', (headers) => requestScores(text, provider, Object.keys(thresholds), headers, signal)),
        signal,
      ),
    )
    return Object.entries(thresholds).flatMap(([attribute, limit]) => {
      const score = scores[attribute] ?? 1
      return score >= limit ? [{ attribute, score }] : []
    })
  } catch (error) {
    // Neither the URL nor the message of a foreign error: both can contain the key.
    const fault =
      error instanceof Fault ? error.message : error instanceof InvalidResponse ? 'invalid response' : 'no connection'
    log.warn({ provider: provider.provider, fault }, 'a text could not be scored')
    throw new ScoreUnavailable(fault)
  }
}

/** A failure whose message is safe to log. */
class Fault extends Error {}

async function withDeadline<T>(ms: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // Before the abort, because a task can ignore its signal.
    expired.reject(new Fault('timeout'))
    controller.abort()
  }, ms)
  try {
    return await Promise.race([task(controller.signal), expired.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function requestScores(
  text: string,
  { provider, url, apiKey, model }: Provider,
  attributes: string[],
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Scores> {
  const scorer = SCORERS[provider]
  const asked = scorer.ask({ text, attributes, model })
  const response = await fetch(scorer.address(url, apiKey), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json', ...scorer.headers(apiKey) },
    body: JSON.stringify(asked.body),
    // A redirect could send the text and the key to another server.
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Fault(`status ${Math.floor(response.status / 100)}xx`)
  }
  return asked.scores(parseJson(await readBounded(response)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidResponse('JSON was expected')
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) throw new Fault('response too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
