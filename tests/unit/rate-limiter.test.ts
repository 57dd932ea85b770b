import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Limit, rateLimiter } from '../../src/lib/rate-limiter'
import { temporaryFolder } from '../support/operator'

const THREE: Limit = { name: 'test:three', max: 3, seconds: 60 }
const START = Date.parse('2026-03-01T12:00:00.000Z')
const { path: directory, remove } = temporaryFolder()

beforeEach(() => {
  setSystemTime(new Date(START))
  rateLimiter.clear()
})
afterEach(() => {
  rateLimiter.close()
  rateLimiter.clear()
  setSystemTime()
})
afterAll(remove)

describe('a limit', () => {
  test('lets as many pass as it says, then says how long to wait', () => {
    const remaining = [1, 2, 3].map(() => rateLimiter.consume(THREE, 'a').remaining)
    expect(remaining).toEqual([2, 1, 0])
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
    expect(rateLimiter.peek(THREE, 'a').allowed).toBe(false)
  })
  test('looking does not count', () => {
    for (let n = 0; n < 9; n++) expect(rateLimiter.peek(THREE, 'a')).toMatchObject({ allowed: true, remaining: 3 })
  })
  test('what is given back does not count, and never more than was taken', () => {
    rateLimiter.consume(THREE, 'a')
    for (let n = 0; n < 5; n++) rateLimiter.refund(THREE, 'a')
    expect(rateLimiter.peek(THREE, 'a').remaining).toBe(3)
  })
  test('forgetting begins anew', () => {
    for (let n = 0; n < 4; n++) rateLimiter.consume(THREE, 'a')
    rateLimiter.reset(THREE, 'a')
    expect(rateLimiter.consume(THREE, 'a')).toMatchObject({ allowed: true, remaining: 2 })
  })
  test('whatever happens in a window, no more than the limit pass that were not given back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('take', 'peek', 'giveBack')), (steps) => {
        rateLimiter.clear()
        let held = 0
        for (const step of steps) {
          if (step === 'take' && rateLimiter.consume(THREE, 'a').allowed) held++
          if (step === 'peek') expect(rateLimiter.peek(THREE, 'a').remaining).toBe(3 - held)
          if (step === 'giveBack') {
            rateLimiter.refund(THREE, 'a')
            held = Math.max(0, held - 1)
          }
          expect(held).toBeLessThanOrEqual(3)
        }
      }),
    )
  })
})

describe('a restart', () => {
  const restart = (file: string) => {
    rateLimiter.close()
    rateLimiter.clear()
    rateLimiter.open(file)
  }

  test('carries counts over, while their window is open', () => {
    const file = join(directory, 'carried.db')
    rateLimiter.open(file)
    for (let n = 0; n < 3; n++) rateLimiter.consume(THREE, 'a')
    restart(file)
    expect(rateLimiter.consume(THREE, 'a').allowed).toBe(false)
    setSystemTime(new Date(START + 60_000))
    restart(file)
    expect(rateLimiter.consume(THREE, 'a').allowed).toBe(true)
  })
  test('carries over what was forgotten, too', () => {
    const file = join(directory, 'forgotten.db')
    rateLimiter.open(file)
    for (let n = 0; n < 3; n++) rateLimiter.consume(THREE, 'a')
    rateLimiter.flush()
    rateLimiter.reset(THREE, 'a')
    restart(file)
    expect(rateLimiter.peek(THREE, 'a').remaining).toBe(3)
  })
  test('a flush without a restart keeps what it has, and clears out what has passed', () => {
    const file = join(directory, 'flushed.db')
    rateLimiter.open(file)
    rateLimiter.consume(THREE, 'a')
    rateLimiter.flush()
    const rows = () => {
      const db = new Database(file, { readonly: true })
      try {
        return db.query<{ n: number }, []>('select count(*) as n from counts').get()?.n
      } finally {
        db.close()
      }
    }
    expect(rows()).toBe(1)
    setSystemTime(new Date(START + 60_001))
    rateLimiter.flush()
    expect(rows()).toBe(0)
  })
  test('leaves no address on disk', () => {
    rateLimiter.open(join(directory, 'private.db'))
    rateLimiter.consume(THREE, '20211234@campus.edu')
    rateLimiter.consume(THREE, '198.51.100.7')
    rateLimiter.close()
    const kept = readdirSync(directory)
      .filter((name) => name.startsWith('private'))
      .map((name) => readFileSync(join(directory, name)))
    expect(kept.some((bytes) => bytes.includes('counts'))).toBe(true)
    for (const bytes of kept)
      for (const private_ of ['20211234', 'campus.edu', '198.51']) expect(bytes.includes(private_)).toBe(false)
  })
})
