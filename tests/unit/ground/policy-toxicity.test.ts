import { afterAll, describe, expect, test } from 'bun:test'
import { ScoreUnavailable, toxicAttributes } from '../../../src/parts/scorers/toxicity'
import { type Format, HURTFUL, Scorer, WRONGS } from '../../support/scorer'
import { until } from '../../support/until'

const KEY = 'sk-very-secret'
const THRESHOLDS = {
  openai: { harassment: 0.7, hate: 0.5 },
  perspective: { TOXICITY: 0.85, INSULT: 0.9 },
}

/** What the log says; the rest are answers that cannot be read. */
const FAULTS: Partial<Record<(typeof WRONGS)[number], string>> = {
  hang: 'timeout',
  drip: 'timeout',
  trickle: 'timeout',
  'status 500': 'status 5xx',
  'status 429': 'status 4xx',
  'status 204': 'status 2xx',
  redirect: 'status 3xx',
  huge: 'response too large',
}

const scorers = { openai: new Scorer('openai'), perspective: new Scorer('perspective') }
afterAll(() => Promise.all(Object.values(scorers).map((scorer) => scorer.stop())))

/** `timeoutMs` is short only where the scorer is to let it pass. */
const toxic = async (format: Format, text: string, timeoutMs = 5_000, url = scorers[format].url): Promise<string[]> =>
  (await toxicAttributes(text, { provider: format, url, apiKey: KEY, timeoutMs }, THRESHOLDS[format])).map(
    ({ attribute }) => attribute,
  )

describe.each(['openai', 'perspective'] as const)('%s', (format) => {
  const scorer = scorers[format]
  const provider = { provider: format, url: scorer.url, apiKey: KEY, timeoutMs: 5_000 }

  test('a text is judged by what it says', async () => {
    scorer.mode = 'judge'
    expect(await toxic(format, 'Where is the library?')).toEqual([])
    expect(await toxic(format, `You ${HURTFUL}.`)).toEqual(
      { openai: ['harassment'], perspective: ['TOXICITY', 'INSULT'] }[format],
    )
  })

  test('the key goes where the format wants it, and none without one; the text goes whole', async () => {
    scorer.mode = 'clean'
    const text = 'Zeile eins\nद्वितीय 🦦 "quoted"'
    await toxic(format, text)
    const call = scorer.calls.at(-1)
    expect(call).toMatchObject({
      path: '/score',
      text,
      ...(format !== 'perspective' ? { authorization: `Bearer ${KEY}`, key: null } : { authorization: null, key: KEY }),
    })
    if (format === 'perspective')
      expect(Object.keys(call?.body.requestedAttributes as object)).toEqual(['TOXICITY', 'INSULT'])
    await toxicAttributes('x', { ...provider, apiKey: undefined }, THRESHOLDS[format])
    expect(scorer.calls.at(-1)).toMatchObject({ authorization: null, key: null })
  })

  test('the threshold itself is too much, less is not', async () => {
    scorer.mode = 'toxic'
    const name = format === 'perspective' ? 'TOXICITY' : 'harassment'
    expect(await toxicAttributes('x', provider, { [name]: 0.98 })).toEqual([{ attribute: name, score: 0.98 }])
    expect(await toxicAttributes('x', provider, { [name]: 0.9801 })).toEqual([])
  })

  test.each(WRONGS)('%s: there is no score', async (mode) => {
    scorer.mode = mode
    const fault = FAULTS[mode] ?? 'invalid response'
    const outcome = toxic(format, 'Where is the library?', fault === 'timeout' ? 150 : 5_000)
    await expect(outcome).rejects.toThrow(new ScoreUnavailable(fault))
  })

  test('an answer to no HTTP: there is no score', async () => {
    const listener = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket) => void socket.end('hello there\r\n\r\n') },
    })
    await expect(toxic(format, 'x', 5_000, `http://127.0.0.1:${listener.port}/`)).rejects.toThrow(ScoreUnavailable)
    listener.stop(true)
  })

  test('an attribute that the provider does not know: there is no score', async () => {
    scorer.mode = 'clean'
    if (format === 'openai')
      await expect(toxicAttributes('x', provider, { harassment: 0.7, invented: 0.5 })).rejects.toThrow(ScoreUnavailable)
    else expect(await toxicAttributes('x', provider, { invented: 0.5 })).toEqual([])
  })
})

test('a redirect is not followed: the text and the key stay here', () => {
  expect(scorers.openai.strays + scorers.perspective.strays).toBe(0)
})

test('sixteen texts are asked about at once; those that wait give up with the rest, and places come free again', async () => {
  const scorer = scorers.openai
  scorer.mode = 'hang'
  const before = scorer.calls.length
  const crowd = Promise.allSettled(Array.from({ length: 40 }, () => toxic('openai', 'x', 1_000)))
  await until(() => scorer.calls.length - before >= 16, 'that all places are taken')
  expect(scorer.calls.length - before).toBe(16)
  expect((await crowd).map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
  scorer.mode = 'clean'
  expect(await Promise.all(Array.from({ length: 40 }, () => toxic('openai', 'x')))).toEqual(Array(40).fill([]))
})
