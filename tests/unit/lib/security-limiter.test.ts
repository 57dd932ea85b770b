import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type CeilingLimit, type Limit, rateLimiter, SecurityLimiter } from '../../../src/lib/net/security-limiter'
import { temporaryFolder } from '../../support/operator'

const THREE: Limit = { name: 'test:three', max: 3, seconds: 60 }
const START = Date.parse('2026-03-01T12:00:00.000Z')
const { path: directory, remove } = temporaryFolder()
const limiter = new SecurityLimiter()

beforeEach(() => {
  setSystemTime(new Date(START))
  limiter.clear()
  rateLimiter.clear()
})
afterEach(() => {
  limiter.close()
  rateLimiter.clear()
  setSystemTime()
})
afterAll(remove)

describe.each([
  ['a ceiling', limiter],
  ['a limit of volume', rateLimiter],
])('%s', (_, limiter) => {
  test('lets as many pass as it says, then says how long to wait', () => {
    expect([1, 2, 3].map(() => limiter.consume(THREE, 'a').remaining)).toEqual([2, 1, 0])
    setSystemTime(new Date(START + 20_500))
    expect(limiter.consume(THREE, 'a')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 40 })
  })
  test('a window opens with the first and opens anew once it has passed', () => {
    for (let n = 0; n < 4; n++) limiter.consume(THREE, 'a')
    setSystemTime(new Date(START + 59_999))
    expect(limiter.consume(THREE, 'a')).toMatchObject({ allowed: false, resetSeconds: 1 })
    setSystemTime(new Date(START + 60_000))
    expect(limiter.consume(THREE, 'a')).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 })
  })
  test('subjects and limits are counted apart', () => {
    for (let n = 0; n < 4; n++) limiter.consume(THREE, 'a')
    expect(limiter.consume(THREE, 'b').allowed).toBe(true)
    expect(limiter.consume({ ...THREE, name: 'test:other' }, 'a').allowed).toBe(true)
    expect(limiter.consume(THREE, 'a').allowed).toBe(false)
  })
})

test('a ceiling: whatever happens in a window, no more than the limit pass that were not given back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('take', 'peek', 'giveBack')), (steps) => {
      limiter.clear()
      let held = 0
      for (const step of steps) {
        if (step === 'take' && limiter.consume(THREE, 'a').allowed) held++
        if (step === 'peek') expect(limiter.peek(THREE, 'a').remaining).toBe(3 - held)
        if (step === 'giveBack') {
          limiter.refund(THREE, 'a')
          held = Math.max(0, held - 1)
        }
        expect(held).toBeLessThanOrEqual(3)
      }
    }),
  )
})

/** How many counts are in the file. */
function rowsIn(file: string): number {
  using db = new Database(file, { readonly: true })
  return db.query<{ n: number }, []>('select count(*) as n from counts').get()?.n ?? Number.NaN
}

/** Spends all that a subject may. */
const spent = (of: SecurityLimiter, subject: string) => {
  for (let n = 0; n < 3; n++) of.consume(THREE, subject)
}

describe('a restart', () => {
  const restart = (file: string) => {
    limiter.close()
    limiter.open(file)
  }

  test('carries counts over while their window is open, and what was reset, too', () => {
    const file = join(directory, 'carried.db')
    limiter.open(file)
    for (const subject of ['a', 'b']) spent(limiter, subject)
    limiter.reset(THREE, 'b')
    restart(file)
    expect([limiter.consume(THREE, 'a').allowed, limiter.peek(THREE, 'b').remaining]).toEqual([false, 3])
    setSystemTime(new Date(START + 60_000))
    restart(file)
    expect(limiter.consume(THREE, 'a').allowed).toBe(true)
  })
  test('a crash loses no count: each is in the file once its turn of the event loop is over', async () => {
    const file = join(directory, 'crashed.db')
    limiter.open(file)
    spent(limiter, 'a')
    await new Promise((resolve) => setImmediate(resolve))
    const after = new SecurityLimiter()
    after.open(file)
    expect(after.peek(THREE, 'a').allowed).toBe(false)
    after.close()
  })
  test('a sweep clears out what has passed, a bounded number at a time, and nothing else', () => {
    const file = join(directory, 'swept.db')
    limiter.open(file)
    for (let n = 0; n < 250; n++) limiter.consume(THREE, `passing ${n}`)
    limiter.consume({ ...THREE, seconds: 3600 }, 'staying')
    setSystemTime(new Date(START + 60_001))
    expect([limiter.sweep(), rowsIn(file)]).toEqual([true, 151])
    expect([limiter.sweep(), limiter.sweep(), rowsIn(file)]).toEqual([true, false, 1])
  })
  test('what cannot be written stays counted, and is written when it can be', async () => {
    const file = join(directory, 'full-disk.db')
    limiter.open(file)
    limiter.consume(THREE, 'before')
    const blocker = new Database(file)
    await new Promise((resolve) => setImmediate(resolve))
    blocker.run('begin immediate')
    for (let n = 0; n < 3; n++) limiter.consume(THREE, 'a')
    await new Promise((resolve) => setImmediate(resolve))
    expect([limiter.consume(THREE, 'a').allowed, limiter.sweep()]).toEqual([false, false])
    blocker.run('rollback')
    blocker.close()
    restart(file)
    expect([limiter.peek(THREE, 'a').allowed, limiter.peek(THREE, 'before').remaining]).toEqual([false, 2])
  })
  test('a file that a power cut broke is begun anew, and says so', () => {
    const file = join(directory, 'broken.db')
    limiter.open(file)
    for (let n = 0; n < 500; n++) limiter.consume(THREE, `subject ${n}`)
    limiter.close()
    const bytes = readFileSync(file)
    for (const broken of [bytes.fill(0xff, 4096, 12_288), Buffer.from('no database at all'.repeat(99))]) {
      limiter.close()
      writeFileSync(file, broken)
      limiter.open(file)
      expect(limiter.consume(THREE, 'subject 1').remaining).toBe(2)
    }
  })
  test('leaves no address on disk', () => {
    limiter.open(join(directory, 'private.db'))
    limiter.consume(THREE, '20211234@campus.edu')
    limiter.consumeFrom(THREE, '198.51.100.7')
    limiter.close()
    const kept = readdirSync(directory)
      .filter((name) => name.startsWith('private'))
      .map((name) => readFileSync(join(directory, name)))
    expect(kept.some((bytes) => bytes.includes('counts'))).toBe(true)
    for (const bytes of kept)
      for (const private_ of ['20211234', 'campus.edu', '198.51']) expect(bytes.includes(private_)).toBe(false)
  })
})

describe('a flood of subjects', () => {
  const flooded = (room: number, subjects: number, file?: string, limit: CeilingLimit = THREE) => {
    const small = new SecurityLimiter(room)
    if (file !== undefined) small.open(file)
    for (let n = 0; n < subjects; n++) small.consume(limit, `made up ${n}`)
    return small
  }

  test('of reads, 200,001 of them, makes no ceiling forget', () => {
    spent(limiter, 'victim')
    for (let n = 0; n <= 200_000; n++) rateLimiter.consume(THREE, `reader ${n}`)
    expect(limiter.peek(THREE, 'victim').allowed).toBe(false)
  })
  test('of its own makes it forget none either: it keeps every subject that it has', () => {
    const small = new SecurityLimiter(1_000)
    spent(small, 'victim')
    for (let n = 0; n < 5_000; n++) small.consume(THREE, `made up ${n}`)
    expect(small.peek(THREE, 'victim').allowed).toBe(false)
    small.close()
  })
  test('whoever comes after it is counted still, with others of a bucket, and a room that frees resets nothing', () => {
    const small = flooded(10, 10, undefined, { ...THREE, seconds: 30 })
    setSystemTime(new Date(START + 20_000))
    spent(small, 'late')
    expect(small.consume(THREE, 'late').allowed).toBe(false)
    // A reset would free the bucket for all that share it.
    small.reset(THREE, 'late')
    setSystemTime(new Date(START + 31_000))
    small.sweep()
    expect(small.consume(THREE, 'late').allowed).toBe(false)
    setSystemTime(new Date(START + 80_001))
    expect(small.consume(THREE, 'late').allowed).toBe(true)
    small.close()
  })
  test('does not grow the file without bound', () => {
    const file = join(directory, 'full.db')
    flooded(100, 10_000, file).close()
    expect(rowsIn(file)).toBeLessThanOrEqual(100 + 1_024)
  })
  test('survives a restart, buckets and all', () => {
    const file = join(directory, 'flooded.db')
    const small = flooded(10, 10, file)
    spent(small, 'late')
    small.close()
    const roomy = new SecurityLimiter()
    roomy.open(file)
    expect(roomy.peek(THREE, 'late').allowed).toBe(false)
    roomy.close()
  })
  test('does not touch those whose number is bounded: accounts and devices', () => {
    const small = flooded(10, 50_000)
    expect(small.consume(THREE, 'anybody').allowed).toBe(false)
    expect(small.consume({ ...THREE, boundedSubjects: true }, 'account').remaining).toBe(2)
    small.close()
  })
})

describe('a client with many addresses', () => {
  const passes = (addresses: string[], scope?: string) =>
    addresses.filter((each) => limiter.consumeFrom(THREE, each, scope).allowed).length
  const sites = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)

  test('one address gets the limit; an IPv4 /24 four times as much in all', () => {
    expect(passes(Array(9).fill('198.51.100.7'))).toBe(3)
    expect(passes(Array.from({ length: 254 }, (_, n) => `198.51.100.${n}`))).toBe(9)
    expect(passes(['198.51.101.7'])).toBe(1)
  })
  test('an IPv6 /64 gets it, a /56 twice, a /48 four times, whichever of its 65,536 networks is used', () => {
    expect(passes(Array.from({ length: 9 }, (_, n) => `2001:db8:1:0:${n}::1`))).toBe(3)
    expect(passes(sites(256))).toBe(3)
    expect(passes(sites(4_096))).toBe(6)
    expect(passes(['2001:db8:2::1'])).toBe(1)
  })
  test('a subject from a network is counted apart from the network, and from others', () => {
    expect(passes(Array(9).fill('198.51.100.7'), 'a@campus.edu')).toBe(3)
    expect(passes(['198.51.100.7'], 'b@campus.edu')).toBe(1)
    expect(passes(['198.51.100.7'])).toBe(1)
  })
  test('a refusal at one width counts at no other', () => {
    for (let n = 0; n < 9; n++) limiter.consumeFrom(THREE, '198.51.100.7')
    expect(limiter.peekFrom(THREE, '198.51.100.8')).toMatchObject({ allowed: true, remaining: 3 })
    expect(passes(Array.from({ length: 99 }, (_, n) => `198.51.100.${n + 8}`))).toBe(9)
  })
  test('what is refunded or reset is so at each width', () => {
    for (let n = 0; n < 99; n++) {
      expect(limiter.consumeFrom(THREE, sites(99)[n]!).allowed).toBe(true)
      limiter.refundFrom(THREE, sites(99)[n]!)
    }
    passes(sites(99))
    expect(limiter.peekFrom(THREE, sites(200)[199]!).allowed).toBe(false)
    for (const each of sites(99)) limiter.resetFrom(THREE, each)
    expect(limiter.peekFrom(THREE, sites(200)[199]!).allowed).toBe(true)
  })
  test('a client without an address is one client', () => expect(passes(Array(9).fill(''))).toBe(3))
})
