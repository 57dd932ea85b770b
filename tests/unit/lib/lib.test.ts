import { describe, expect, test } from 'bun:test'
import { Cache } from '../../../src/lib/process/cache'
import { createLog } from '../../../src/lib/process/log'
import { Semaphore } from '../../../src/lib/process/semaphore'

type Text = { text: string }
const textOf = (key: string): [string, Text] => [key, { text: key }]

test('cache: several at once are loaded once, and answered in the order in which they were asked for', () => {
  const cache = new Cache<string, Text>('a test', 10)
  const asked: string[][] = []
  const load = (missing: string[]) => {
    asked.push(missing)
    return new Map(missing.filter((key) => key !== 'none').map(textOf))
  }
  expect(cache.getAll(['b', 'none', 'a'], load)).toEqual([{ text: 'b' }, undefined, { text: 'a' }])
  expect(cache.getAll(['a', 'c', 'b'], load)).toEqual([{ text: 'a' }, { text: 'c' }, { text: 'b' }])
  expect(asked).toEqual([['b', 'none', 'a'], ['c']])
})

test('cache: texts take no more room together than there is', async () => {
  const cache = new Cache<string, Text>('a test', 100, { most: 10, takenBy: ({ text }) => text.length })
  for (const key of ['aaaa', 'bbbb', 'cccc']) cache.get(key, () => ({ text: key }))
  const again = cache.getAll(['aaaa', 'bbbb', 'cccc'], () => new Map())
  expect(again).toEqual([undefined, { text: 'bbbb' }, { text: 'cccc' }])
})

test('semaphore: no more than its permits run at once, in the order of their coming, and a failure frees its permit', async () => {
  const semaphore = new Semaphore(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    order.push(n)
    await Bun.sleep(1)
    running--
    if (n % 2) throw new Error(`${n}`)
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => semaphore.run(work(n))))
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, false])
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]])
})

describe('the log', () => {
  function captured(logFormat: 'json' | 'pretty', logLevel: 'debug' | 'info' | 'silent' = 'info') {
    const lines: string[] = []
    return { lines, log: createLog({ logFormat, logLevel }, { write: (line) => lines.push(line) }) }
  }

  test('a line of JSON: level by name, time in UTC, fields, message; silent says nothing', () => {
    const silent = captured('json', 'silent')
    silent.log.error('boom')
    expect(silent.lines).toEqual([])
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

  test.each(['json', 'pretty'] as const)('%s: what names a secret or an address is blanked, however deep', (format) => {
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
  })

  test('an error keeps its name, message and stack', () => {
    const { lines, log } = captured('json')
    log.error(new TypeError('boom'))
    log.warn({ err: new Error('again'), requestId: 'r' }, 'failed')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', err: { type: 'TypeError', message: 'boom' } },
      { level: 'warn', err: { message: 'again' }, requestId: 'r', msg: 'failed' },
    ])
  })
})
