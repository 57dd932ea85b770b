import { describe, expect, setSystemTime, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { renewTokens } from '../../../src/ground/access/sessions'
import { checkSockets, socketCount } from '../../../src/lib/net/sockets/hub'
import { metricsText } from '../../../src/lib/process/metrics'
import { students } from '../../support/content'
import {
  bearer,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  type Person,
  refusal,
  student,
  times,
  useQuad,
  Visitor,
  withTokens,
} from '../../support/kit'
import { handshake, Socket } from '../../support/socket'

await useQuad()
app.listen({ hostname: '127.0.0.1', port: 0 })

const FOREIGN = { origin: 'https://front.example' }

/** As one at another origin is. */
const signedIn = async (person: Person) => (await withTokens(person)).client
async function ticketOf(client: Visitor): Promise<string> {
  return expectData(await client.post('ws/ticket')).ticket
}
const open = (ticket: string, headers = FOREIGN) => Socket.open(null, headers, `?ticket=${ticket}`)

/** What comes of a handshake with the query. */
async function outcome(query: string, visitor: Visitor | null = null): Promise<[number, string | undefined]> {
  const { status, body, connection } = await handshake(visitor, FOREIGN, query)
  connection.destroy()
  return [status, body?.code]
}

const REFUSED: [number, string] = [401, 'UNAUTHENTICATED']

describe('a ticket', () => {
  test('opens a socket by the lines that the page shows', async () => {
    const page =
      readFileSync(join(import.meta.dir, '../../../docs/clients.md'), 'utf8').split('\n## The socket\n')[1] ?? ''
    const code = page.split('```ts\n')[1]?.split('```')[0] ?? ''
    const lines = new Bun.Transpiler({ loader: 'ts' }).transformSync(code)
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
    const { accessToken } = await withTokens(await student())
    const socket = await new AsyncFunction('quad', 'accessToken', `${lines}; return socket`)(
      app.server?.url.origin,
      accessToken,
    )
    const { promise, resolve } = Promise.withResolvers<MessageEvent>()
    socket.onmessage = resolve
    expect(JSON.parse((await promise).data)).toMatchObject({ type: 'ready' })
  })
  test('opens one socket within half a minute, from any origin, as whoever asked for it; of two handshakes at once one', async () => {
    const person = await student()
    const client = await signedIn(person)
    const before = Date.now()
    const { ticket, expiresAt } = expectData(await client.post('ws/ticket'))
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expiresAt)).toBeWithin(before + 30_000, Date.now() + 30_001)
    expect((await open(ticket)).received).toEqual([{ type: 'ready', userId: person.id, notifications: false }])
    expect(await outcome(`?ticket=${ticket}`)).toEqual(REFUSED)
    const next = await ticketOf(client)
    const both = await Promise.all([outcome(`?ticket=${next}`), outcome(`?ticket=${next}`)])
    expect(both.sort(([one], [other]) => one - other)).toEqual([[101, undefined], REFUSED])
  })
  test('counts instead of the cookie that a browser sends with it, and leaves a handshake without one as it was', async () => {
    const [ann, ben] = await students(2)
    const ticket = await ticketOf(await signedIn(ann))
    const socket = await Socket.open(ben.visitor, FOREIGN, `?ticket=${ticket}`)
    expect(socket.received[0].userId).toBe(ann.id)
    // And one that is void is not made good by a cookie.
    for (const query of [`?ticket=${ticket}`, '?ticket=x', '?ticket=', '?x=1&ticket=', `?ticket=x&ticket=${ticket}`])
      expect([query, ...(await outcome(query, ben.visitor))]).toEqual([query, ...REFUSED])
    expect(socketCount(ben.id)).toBe(0)
    for (const query of ['', '?', '?tickets=x', '?Ticket=x', '?x=ticket=', '#?ticket=x'])
      expect([query, ...(await outcome(query, ben.visitor))]).toEqual([query, 403, 'CSRF_REJECTED'])
  })
  test('is void after half a minute, and one from a clock that was ahead is, too', async () => {
    const client = await signedIn(await student())
    const [late, early] = [await ticketOf(client), await ticketOf(client)]
    const now = Date.now()
    setSystemTime(new Date(now + 30_001))
    expect(await outcome(`?ticket=${late}`)).toEqual(REFUSED)
    setSystemTime(new Date(now - 600_000))
    expect(await outcome(`?ticket=${early}`)).toEqual(REFUSED)
  })
  test.each([
    ['signs out', (client: Visitor) => client.post('auth/logout')],
    ['deletes the account', (client: Visitor) => client.delete('auth/account')],
    ['gets other tokens', (client: Visitor, { password }: Person) => client.post('auth/reauthenticate', { password })],
  ])('is void once its owner %s', async (_, act) => {
    const [person, other] = await students(2)
    const client = await signedIn(person)
    const [ticket, others] = [await ticketOf(client), await ticketOf(await signedIn(other))]
    expectData(await act(client, person))
    expect(await outcome(`?ticket=${ticket}`)).toEqual(REFUSED)
    expect((await open(others)).received[0].userId).toBe(other.id)
  })
  test('opens a socket that ends with the session, and with the token that asked for it', async () => {
    const person = await student()
    const client = await signedIn(person)
    const [first, second] = [await open(await ticketOf(client)), await open(await ticketOf(await signedIn(person)))]
    expectData(await client.post('auth/logout'))
    expect(await first.closing()).toBe(4401)
    expect(await second.all('error')).toEqual([])
    later(16 * 60_000)
    checkSockets(performance.now() + 59_000)
    expect(await second.closing()).toBe(4401)
  })
  test('of a session with a cookie takes no new cookie from it', async () => {
    const { visitor, id } = await student()
    const ticket = await ticketOf(visitor)
    await storage.write((tx) => renewTokens(tx, id))
    expect((await open(ticket)).received[0].userId).toBe(id)
    const answer = await visitor.get('auth/me')
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([200, 2])
  })
  test('is one of ten: the eleventh voids the oldest, and nobody else’s', async () => {
    const client = await signedIn(await student())
    const others = await ticketOf(await signedIn(await student()))
    const tickets = await times(11, () => ticketOf(client))
    expect(await outcome(`?ticket=${tickets[0]}`)).toEqual(REFUSED)
    for (const ticket of [tickets[1], tickets[10], others]) await open(ticket ?? '')
  })
  test('does nothing anywhere else', async () => {
    const person = await student()
    const ticket = await ticketOf(await signedIn(person))
    const client = bearer(ticket)
    for (const answer of [
      await new Visitor().get(`auth/me?ticket=${ticket}`),
      await new Visitor().post(`ws/ticket?ticket=${ticket}`),
      await client.get('auth/me'),
      await client.post('ws/ticket'),
      await new Visitor({ cookie: `identity.session_token=${ticket}` }).get('auth/me'),
    ])
      await fails(answer, 'UNAUTHENTICATED')
    const upgrade = { upgrade: 'websocket', ...FOREIGN }
    await fails(new Visitor(upgrade).get(`auth/me?ticket=${ticket}`), 'CSRF_REJECTED')
    await fails(new Visitor(upgrade).post(`ws?ticket=${ticket}`), 'CSRF_REJECTED')
    await fails(person.post('ws/ticket', undefined, { headers: FOREIGN }), 'CSRF_REJECTED')
    await open(ticket)
  })
  test('is counted: sixty a minute for an account, and wrong ones for their address', async () => {
    const client = await signedIn(await student())
    await configured({ rateLimits: true }, async () => {
      await times(60, async () => expectData(await client.post('ws/ticket')))
      await fails(client.post('ws/ticket'), 'RATE_LIMITED')
      const wrong = await new Visitor().get('ws?ticket=x')
      expect([...refusal(wrong), wrong.headers.get('ratelimit-limit')]).toEqual([...REFUSED, '1200'])
    })
  })
  test('is in no metric and no refusal', async () => {
    const ticket = await ticketOf(await signedIn(await student()))
    const answer = await fails(new Visitor().get(`ws?ticket=${ticket}`), 'UPGRADE_REQUIRED')
    const again = await new Visitor().get(`ws?ticket=${ticket}`)
    for (const text of [answer.text, again.text, await metricsText(), JSON.stringify([...answer.headers])])
      expectWithout(text, ticket)
  })
})
