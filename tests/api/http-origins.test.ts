import { describe, expect, test } from 'bun:test'
import { expectData, PASSWORD, refusal, student, useQuad, Visitor } from '../support/kit'

const EVIL = 'https://evil.example'
const UUID = '018f0000-0000-7000-8000-000000000000'

await useQuad()
const person = await student()

const anonymous = () => new Visitor()

describe('CORS', () => {
  const from = (origin: string) => anonymous().get('posts', { headers: { origin } })

  test('the own origin may read with credentials', async () => {
    const { headers } = await from('http://localhost:3000')
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toContain('Origin')
  })
  test.each([EVIL, 'null', 'http://localhost:3000.evil.example', 'http://localhost', 'https://localhost:3000'])(
    '%s may not',
    async (origin) => {
      expect((await from(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const preflight = await anonymous().send('OPTIONS', 'posts', undefined, {
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

describe('CSRF', () => {
  const writes = [
    ['POST', 'posts'],
    ['PATCH', `posts/${UUID}`],
    ['DELETE', 'auth/account'],
    ['POST', 'auth/logout'],
    ['PUT', `moderation/posts/${UUID}/moderation-state`],
    ['POST', '/api/auth/logout'],
    ['POST', '/auth/logout'],
    ['POST', 'auth/login'],
    ['POST', 'nothing'],
    ['PUT', 'auth/logout'],
    ['PATCH', 'colleges/requests'],
    ['DELETE', '/healthz'],
  ] as const
  const send = (method: string, path: string, headers: Record<string, string | null>) =>
    person.visitor.copy().send(method, path, method === 'POST' ? {} : undefined, { headers })

  test.each(writes)('%s %s from a foreign page is refused', async (method, path) => {
    for (const origin of [
      EVIL,
      'null',
      '',
      'http://localhost:3000.evil.example',
      'https://localhost:3000',
      'http://localhost:3001',
    ])
      expect([origin, ...refusal(await send(method, path, { origin }))]).toEqual([origin, 403, 'CSRF_REJECTED'])
    for (const site of ['cross-site', 'same-site', 'made-up'])
      expect([site, ...refusal(await send(method, path, { origin: null, 'sec-fetch-site': site }))]).toEqual([
        site,
        403,
        'CSRF_REJECTED',
      ])
    expectData(await person.visitor.get('auth/me'))
  })
  test.each([
    ['the own origin', { origin: 'http://localhost:3000' }],
    [
      'the own origin, whatever the fetch metadata say',
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    ],
    ['the same origin by fetch metadata', { origin: null, 'sec-fetch-site': 'same-origin' }],
    ['the user, who typed it', { origin: null, 'sec-fetch-site': 'none' }],
    ['no page at all', { origin: null }],
  ])('%s passes', async (_, headers) => {
    expectData(await send('POST', 'auth/refresh', headers))
  })
  test('reading from a foreign page is no write', async () => {
    expectData(await person.visitor.get('auth/me', { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } }))
  })
  test('a bearer token without a cookie passes, with one it does not', async () => {
    const { accessToken } = expectData(
      await anonymous().post('auth/login', { email: person.email, password: PASSWORD, tokens: true }),
    )
    const headers = { origin: EVIL, authorization: `Bearer ${accessToken}` }
    expectData(await anonymous().post('auth/logout-all', undefined, { headers }))
    person.visitor.cookies.clear()
    expectData(await person.visitor.post('auth/login', { email: person.email, password: PASSWORD }))
    expect(refusal(await person.visitor.post('auth/logout-all', undefined, { headers }))).toEqual([
      403,
      'CSRF_REJECTED',
    ])
    for (const authorization of ['Bearer', 'Basic eDp5', 'x'])
      expect(refusal(await anonymous().post('auth/refresh', {}, { headers: { origin: EVIL, authorization } }))).toEqual(
        [403, 'CSRF_REJECTED'],
      )
  })
})
