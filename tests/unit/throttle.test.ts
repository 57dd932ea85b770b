import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Limit, throttle } from '../../src/lib/rate-limiter'

const THREE: Limit = { name: 'test:three', max: 3, seconds: 60 }
const START = Date.parse('2026-03-01T12:00:00.000Z')
const directory = mkdtempSync(join(tmpdir(), 'quad-throttle-'))

beforeEach(() => {
  setSystemTime(new Date(START))
  throttle.clear()
})
afterEach(() => {
  throttle.close()
  throttle.clear()
  setSystemTime()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('a limit', () => {
  test('lets as many pass as it says, then says how long to wait', () => {
    const remaining = [1, 2, 3].map(() => throttle.take(THREE, 'a').remaining)
    expect(remaining).toEqual([2, 1, 0])
    setSystemTime(new Date(START + 20_500))
    expect(throttle.take(THREE, 'a')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 40 })
  })
  test('a window opens with the first and opens anew once it has passed', () => {
    for (let n = 0; n < 4; n++) throttle.take(THREE, 'a')
    setSystemTime(new Date(START + 59_999))
    expect(throttle.take(THREE, 'a')).toMatchObject({ allowed: false, resetSeconds: 1 })
    setSystemTime(new Date(START + 60_000))
    expect(throttle.take(THREE, 'a')).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 })
  })
  test('subjects and limits are counted apart', () => {
    for (let n = 0; n < 4; n++) throttle.take(THREE, 'a')
    expect(throttle.take(THREE, 'b').allowed).toBe(true)
    expect(throttle.take({ ...THREE, name: 'test:other' }, 'a').allowed).toBe(true)
    expect(throttle.peek(THREE, 'a').allowed).toBe(false)
  })
  test('looking does not count', () => {
    for (let n = 0; n < 9; n++) expect(throttle.peek(THREE, 'a')).toMatchObject({ allowed: true, remaining: 3 })
  })
  test('what is given back does not count, and never more than was taken', () => {
    throttle.take(THREE, 'a')
    for (let n = 0; n < 5; n++) throttle.giveBack(THREE, 'a')
    expect(throttle.peek(THREE, 'a').remaining).toBe(3)
  })
  test('forgetting begins anew', () => {
    for (let n = 0; n < 4; n++) throttle.take(THREE, 'a')
    throttle.forget(THREE, 'a')
    expect(throttle.take(THREE, 'a')).toMatchObject({ allowed: true, remaining: 2 })
  })
  test('whatever happens in a window, no more than the limit pass that were not given back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('take', 'peek', 'giveBack')), (steps) => {
        throttle.clear()
        let held = 0
        for (const step of steps) {
          if (step === 'take' && throttle.take(THREE, 'a').allowed) held++
          if (step === 'peek') expect(throttle.peek(THREE, 'a').remaining).toBe(3 - held)
          if (step === 'giveBack') {
            throttle.giveBack(THREE, 'a')
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
    throttle.close()
    throttle.clear()
    throttle.open(file)
  }

  test('carries counts over, while their window is open', () => {
    const file = join(directory, 'carried.db')
    throttle.open(file)
    for (let n = 0; n < 3; n++) throttle.take(THREE, 'a')
    restart(file)
    expect(throttle.take(THREE, 'a').allowed).toBe(false)
    setSystemTime(new Date(START + 60_000))
    restart(file)
    expect(throttle.take(THREE, 'a').allowed).toBe(true)
  })
  test('carries over what was forgotten, too', () => {
    const file = join(directory, 'forgotten.db')
    throttle.open(file)
    for (let n = 0; n < 3; n++) throttle.take(THREE, 'a')
    throttle.flush()
    throttle.forget(THREE, 'a')
    restart(file)
    expect(throttle.peek(THREE, 'a').remaining).toBe(3)
  })
  test('a flush without a restart keeps what it has, and clears out what has passed', () => {
    const file = join(directory, 'flushed.db')
    throttle.open(file)
    throttle.take(THREE, 'a')
    throttle.flush()
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
    throttle.flush()
    expect(rows()).toBe(0)
  })
  test('leaves no address on disk', () => {
    throttle.open(join(directory, 'private.db'))
    throttle.take(THREE, '20211234@campus.edu')
    throttle.take(THREE, '198.51.100.7')
    throttle.close()
    const kept = readdirSync(directory)
      .filter((name) => name.startsWith('private'))
      .map((name) => readFileSync(join(directory, name)))
    expect(kept.some((bytes) => bytes.includes('counts'))).toBe(true)
    for (const bytes of kept)
      for (const private_ of ['20211234', 'campus.edu', '198.51']) expect(bytes.includes(private_)).toBe(false)
  })
})
