import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { app } from '../../src/app'
import { log } from '../../src/lib/log'
import { API, expectData, newEmail, PASSWORD, refusal, student, useQuad, Visitor } from '../support/kit'

const LIMIT = 16_384

await useQuad()
const person = await student()

const anonymous = () => new Visitor()
const as = (type: string | null) => ({ raw: true, headers: { 'content-type': type } })
const sendRaw = (body: string, type: string | null = 'application/json', path = 'auth/login') =>
  anonymous().post(path, body, as(type))

/** A login of exactly so many bytes. */
const sized = (bytes: number) => {
  const shell = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '' })
  return `${shell.slice(0, -2)}${'p'.repeat(bytes - shell.length)}"}`
}

describe('bodies', () => {
  test.each(['{"email": ', '{email: 1}', 'nul', '', '{"a":1}}', '\u0000', `{"email":"${'\ud800'}`])(
    '400 INVALID_JSON for %j',
    async (body) => {
      expect(refusal(await sendRaw(body))).toEqual([400, 'INVALID_JSON'])
    },
  )
  test.each(['[]', '"text"', 'null', '12', 'true', '[{"email":"a@b.edu","password":"x"}]'])(
    '400 VALIDATION_FAILED for %s, which is no object',
    async (body) => {
      expect(refusal(await sendRaw(body))).toEqual([400, 'VALIDATION_FAILED'])
    },
  )
  test('16 levels of nesting are read, one more is 400 INVALID_JSON', async () => {
    const nested = (more: string) => `{"email":"${newEmail()}","password":"${PASSWORD}","more":${more}}`
    const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(refusal(await sendRaw(nested(lists(15))))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(refusal(await sendRaw(nested(lists(16))))).toEqual([400, 'INVALID_JSON'])
    expect(refusal(await sendRaw(nested(`"${'['.repeat(8_000)}"`)))).toEqual([401, 'INVALID_CREDENTIALS'])
  })
  test('none at all is an empty object where nothing is required', async () => {
    expectData(await anonymous().post('auth/refresh'))
    expect(refusal(await anonymous().post('auth/login'))).toEqual([400, 'VALIDATION_FAILED'])
  })
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
    '%j is read as JSON',
    async (type) => {
      const body = JSON.stringify({ email: person.email, password: PASSWORD })
      expectData(await sendRaw(body, type))
    },
  )
  test('URL-encoded forms are read', async () => {
    expectData(await anonymous().post('auth/login', new URLSearchParams({ email: person.email, password: PASSWORD })))
  })
  test.each([
    ['text/plain'],
    ['application/xml'],
    ['application/octet-stream'],
    ['text/json'],
    ['application/jsonp'],
    [null],
  ])('415 for %p', async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ email: person.email, password: PASSWORD }))
    const answer = await anonymous().send('POST', 'auth/login', body, as(type))
    expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
  test('415 for a form with files, where none is taken', async () => {
    const form = new FormData()
    form.set('email', person.email)
    form.set('profile', new File(['x'], 'x.png'))
    expect(refusal(await anonymous().post('auth/login', form))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
  test('who may not call a route is told so before the body is looked at', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      [sized(LIMIT + 1), 'application/json'],
    ] as const)
      expect(refusal(await sendRaw(body, type, 'auth/logout-all'))).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('the size of a body', () => {
  test('16,384 bytes are read, one more is 413', async () => {
    expect(sized(LIMIT)).toHaveLength(LIMIT)
    expect(refusal(await sendRaw(sized(LIMIT)))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(refusal(await sendRaw(sized(LIMIT + 1)))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('is counted in bytes, not in characters', async () => {
    const body = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '🦦'.repeat(LIMIT / 4) })
    expect(body.length).toBeLessThan(LIMIT)
    expect(refusal(await sendRaw(body))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('holds for URL-encoded forms', async () => {
    expect(
      refusal(await anonymous().post('auth/login', new URLSearchParams({ email: 'x', password: 'x'.repeat(LIMIT) }))),
    ).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('is believed before a byte is read', async () => {
    let read = false
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await anonymous().send('POST', 'auth/login', body, {
      raw: true,
      headers: { 'content-type': 'application/json', 'content-length': '16385' },
    })
    expect([...refusal(answer), read]).toEqual([413, 'PAYLOAD_TOO_LARGE', false])
  })
})

describe('over a connection', () => {
  let port: number
  beforeAll(() => {
    app.listen({ hostname: '127.0.0.1', port: 0 })
    port = app.server?.port ?? 0
  })
  afterAll(async () => {
    await app.stop(true)
  })

  /** Sends the pieces as they are; answers all that comes back, or what has come when the server hangs up. */
  function exchange(pieces: string[], finished = /\r\n\r\n/): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let got = ''
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(5_000, () => reject(new Error(`no answer: ${got}`)))
    socket.on('data', (chunk) => {
      got += chunk
      if (finished.test(got)) resolve(got)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
    for (const piece of pieces) socket.write(piece)
    return promise.finally(() => socket.destroy())
  }
  const head = (...lines: string[]) =>
    [
      `POST ${API}/auth/login HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n')
  const chunked = (text: string) => {
    const pieces = text.match(/.{1,4000}/gs) ?? []
    return [...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`), '0\r\n\r\n']
  }

  test('a chunked body without a length is read up to the limit', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(LIMIT))], /\}$/)
    expect(answer).toContain(' 401 ')
    expect(answer).toContain('INVALID_CREDENTIALS')
  })
  test('and refused above it', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(40_000))], /\}$/)
    expect(answer).toContain(' 413 ')
    expect(answer).toContain('PAYLOAD_TOO_LARGE')
  })
  test('one that never ends is refused as soon as it is too long', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(40_000)).slice(0, -1)])
    expect(answer).toContain(' 413 ')
  })
  test('a client that hangs up in the middle of a body is no fault of ours', async () => {
    const logged = spyOn(log, 'error')
    try {
      const socket = connect(port, '127.0.0.1')
      await new Promise<void>((sent) => socket.write(`${head('Content-Length: 5000')}{"email":`, () => sent()))
      await Bun.sleep(50)
      socket.destroy()
      await Bun.sleep(50)
      expect(logged).not.toHaveBeenCalled()
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    } finally {
      logged.mockRestore()
    }
  })
  test('HEAD answers as GET does, without the body', async () => {
    const [get, none] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`http://127.0.0.1:${port}${API}/colleges`, { method })),
    )
    expect([get?.status, none?.status]).toEqual([200, 200])
    expect([(await get?.text())?.length === 0, await none?.text()]).toEqual([false, ''])
  })
})
