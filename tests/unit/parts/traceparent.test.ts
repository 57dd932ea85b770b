import { describe, expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { OpenIdProvider, WITH_EMAIL } from '../../../src/lib/net/openid'
import { postTo } from '../../../src/lib/net/outgoing'
import { ask, inActivity, readTraceparent, type Service, traceparent } from '../../../src/lib/tracing/spans'
import { Receiver } from '../../support/webhook-receiver'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const given = { traceId: TRACE, spanId: SPAN, isSampled: true }

describe('traceparent, as the W3C has it', () => {
  test('is read and written', () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(given)
    expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...given, isSampled: false })
    expect(traceparent(given)).toBe(`00-${TRACE}-${SPAN}-01`)
  })
  test('only the flag that it is sampled counts, and no other is passed on', () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-fe`)?.isSampled).toBe(false)
    expect(readTraceparent(`00-${TRACE}-${SPAN}-ff`)?.isSampled).toBe(true)
    expect(traceparent(readTraceparent(`00-${TRACE}-${SPAN}-ff`)!)).toEndWith('-01')
  })
  test.each(['01', 'cc', 'fe'])('of version %s the four fields count that are known', (version) => {
    expect(readTraceparent(`${version}-${TRACE}-${SPAN}-01`)).toEqual(given)
    expect(readTraceparent(`${version}-${TRACE}-${SPAN}-01-what-comes-later`)).toEqual(given)
  })
  test.each([
    null,
    '',
    'nonsense',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01-`,
    `01-${TRACE}-${SPAN}-01.more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN.toUpperCase()}-01`,
    `0-${TRACE}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}-${SPAN.slice(1)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('is nothing: %j', (header) => expect(readTraceparent(header)).toBeUndefined())
})

describe('what Quad asks of others for a request with a trace', () => {
  const NETWORKS = [{ address: '127.0.0.1', bits: 32 }]
  const within = async <T>(to: typeof config.traceparentTo, work: () => T): Promise<Awaited<T>> => {
    const before = config.traceparentTo
    config.traceparentTo = to
    try {
      return await inActivity({ trace: given }, work)
    } finally {
      config.traceparentTo = before
    }
  }
  const headerTo = (service: Service) =>
    ask(service, async ({ traceparent: header, ...more }) => {
      expect(more).toEqual({})
      return header
    })

  test.each(['scorer', 'provider', 'webhook', 'push', 'mail'] as const)(
    'by itself nothing goes to: %s',
    async (service) => {
      expect(await within([], () => headerTo(service))).toBeUndefined()
    },
  )
  test.each(['scorer', 'provider'] as const)('where the operator says so, the trace goes to: %s', async (service) => {
    const header = readTraceparent((await within([service], () => headerTo(service))) ?? null)
    expect(header).toMatchObject({ traceId: TRACE, isSampled: true })
    expect(header?.spanId).not.toBe(SPAN)
    // Nor without one.
    expect(await inActivity({ trace: undefined }, () => headerTo(service))).toBeUndefined()
  })
  test.each(['webhook', 'push'] as const)('whatever he says, nothing goes to: %s', async (service) => {
    await using receiver = new Receiver()
    const stop = new AbortController().signal
    const sent = await within(['scorer', 'provider'], () =>
      postTo({ url: receiver.url, headers: {}, body: '{}' }, { service, networks: NETWORKS, stop }),
    )
    expect(sent.problem).toBeNull()
    const names = receiver.received.flatMap(({ headers }) => [...headers.keys()])
    expect(names).toContain('user-agent')
    expect(names.filter((name) => /trace|request-id|baggage/.test(name))).toEqual([])
    expect(await within(['scorer', 'provider'], () => headerTo('mail'))).toBeUndefined()
  })
  test('the identity provider gets it with all that it is asked', async () => {
    await using receiver = new Receiver()
    const issuer = new URL(receiver.url).origin
    const provider = () =>
      new OpenIdProvider({ issuer, clientId: 'quad', clientSecret: 's', redirectUri: `${issuer}/back` })
    for (const to of [[], ['provider' as const]])
      await within(to, () => provider().begin(WITH_EMAIL)).catch(() => undefined)
    const [silent, told] = receiver.received.map(({ headers }) => headers.get('traceparent'))
    expect(silent).toBeNull()
    expect(told).toStartWith(`00-${TRACE}-`)
  })
})
