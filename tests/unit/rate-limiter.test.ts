import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { type Limit, rateLimiter } from '../../src/lib/rate-limiter'

const THREE: Limit = { name: 'test:three', max: 3, seconds: 60 }
const START = Date.parse('2026-03-01T12:00:00.000Z')

beforeEach(() => {
  setSystemTime(new Date(START))
  rateLimiter.clear()
})
afterEach(() => {
  rateLimiter.clear()
  setSystemTime()
})

describe('a limit of volume', () => {
  test('lets as many pass as it says, then says how long to wait', () => {
    expect([1, 2, 3].map(() => rateLimiter.consume(THREE, 'a').remaining)).toEqual([2, 1, 0])
    setSystemTime(new Date(START + 20_500))
    expect(rateLimiter.consume(THREE, 'a')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 40 })
  })
  test('a window opens with the first and opens anew once it has passed', () => {
    for (let n = 0; n < 4; n++) rateLimiter.consume(THREE, 'a')
    setSystemTime(new Date(START + 59_999))
    expect(rateLimiter.consume(THREE, 'a')).toMatchObject({ allowed: false, resetSeconds: 1 })
    setSystemTime(new Date(START + 60_000))
    expect(rateLimiter.consume(THREE, 'a')).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 })
  })
  test('subjects and limits are counted apart', () => {
    for (let n = 0; n < 4; n++) rateLimiter.consume(THREE, 'a')
    expect(rateLimiter.consume(THREE, 'b').allowed).toBe(true)
    expect(rateLimiter.consume({ ...THREE, name: 'test:other' }, 'a').allowed).toBe(true)
    expect(rateLimiter.consume(THREE, 'a').allowed).toBe(false)
  })
})
