import { log } from '../../lib/log'
import { Semaphore } from '../../lib/semaphore'
import { SCORERS, type Scores, Unreadable } from './toxicity-providers'

export type Provider = {
  provider: keyof typeof SCORERS
  url: string
  apiKey: string | undefined
  /** For everything: waiting for a place, connecting, and reading the answer to its end. */
  timeoutMs: number
}

/** There is no score to be had, for whatever reason; the text is refused. */
export class ScoreUnavailable extends Error {
  override name = 'ScoreUnavailable'
}

/** So that a provider that hangs does not hold a connection for every text of a busy hour. */
const connections = new Semaphore(16)

/** An answer has a number for each attribute; this is a hundred times as much. */
const ANSWER_BYTES = 256 * 1024

/**
 * The attributes of the text whose score reaches its threshold.
 * @throws ScoreUnavailable within the timeout, whatever the provider does
 */
export async function toxicIn(text: string, provider: Provider, thresholds: Scores): Promise<string[]> {
  try {
    const scores = await withDeadline(provider.timeoutMs, (signal) =>
      connections.run(() => scoresOf(text, provider, Object.keys(thresholds), signal), signal),
    )
    return Object.entries(thresholds).flatMap(([attribute, limit]) =>
      (scores[attribute] ?? 1) >= limit ? [attribute] : [],
    )
  } catch (error) {
    // Neither the address nor the fault's own words: both may carry the key.
    const fault =
      error instanceof Fault ? error.message : error instanceof Unreadable ? 'unreadable answer' : 'no connection'
    log.warn({ provider: provider.provider, fault }, 'a text could not be scored and was refused')
    throw new ScoreUnavailable(fault)
  }
}

/** What went wrong, in words that are ours and may be logged. */
class Fault extends Error {}

async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // First, for work that does not heed its signal is left behind.
    expired.reject(new Fault('timeout'))
    controller.abort()
  }, ms)
  try {
    return await Promise.race([work(controller.signal), expired.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function scoresOf(
  text: string,
  { provider, url, apiKey }: Provider,
  attributes: string[],
  signal: AbortSignal,
): Promise<Scores> {
  const scorer = SCORERS[provider]
  const response = await fetch(scorer.address(url, apiKey), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...scorer.headers(apiKey) },
    body: JSON.stringify(scorer.question(text, attributes)),
    // A redirect would carry the text, and the key, to wherever it says.
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Fault(`status ${Math.floor(response.status / 100)}xx`)
  }
  return scorer.scores(parsed(await bounded(response)), attributes)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('JSON was expected')
  }
}

/** Reads the answer as far as an answer may go. */
async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES) throw new Fault('answer too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
