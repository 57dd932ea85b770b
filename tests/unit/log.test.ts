import { expect, test } from 'bun:test'
import { createLog } from '../../src/lib/log'

function captured(logFormat: 'json' | 'pretty', logLevel: 'debug' | 'info' | 'silent' = 'info') {
  const lines: string[] = []
  return { lines, log: createLog({ logFormat, logLevel }, { write: (line) => lines.push(line) }) }
}

test('a line of JSON: level by name, time in UTC, fields, message', () => {
  const { lines, log } = captured('json')
  log.info({ status: 200 }, 'answered')
  log.debug('not at this level')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    status: 200,
    msg: 'answered',
  })
})

test.each(['json', 'pretty'] as const)(
  '%s: fields that name a secret or an address are blanked, however deep',
  (format) => {
    const { lines, log } = captured(format)
    const fields = {
      email: 'hidden',
      newPassword: 'hidden',
      headers: { Authorization: 'hidden', 'set-cookie': ['hidden'], cookie: 'hidden', accept: 'shown' },
      body: { user: { accessToken: 'hidden', otp: 'hidden', username: 'shown' } },
      list: [{ to: 'hidden' }],
      code: 'shown',
    }
    log.info(fields, 'shown')
    const text = lines.join('')
    expect(text).not.toContain('hidden')
    expect(text.match(/shown/g)).toHaveLength(4)
    expect(fields.body.user.otp).toBe('hidden')
  },
)

test('an error keeps its name, message and stack', () => {
  const { lines, log } = captured('json')
  log.error(new TypeError('boom'))
  log.warn({ err: new Error('again'), requestId: 'r' }, 'failed')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', err: { type: 'TypeError', message: 'boom' } },
    { level: 'warn', err: { message: 'again' }, requestId: 'r', msg: 'failed' },
  ])
})

test('silent says nothing', () => {
  const { lines, log } = captured('json', 'silent')
  log.error('boom')
  expect(lines).toEqual([])
})
