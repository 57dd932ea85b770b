import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { exactId, firstIdAt, idAfter, idsOfMinute, minuteId, orderedIds } from '../../../src/lib/crypto/ids'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const MINUTE = 60_000
const YEAR = 365 * 86_400_000
const start = Date.UTC(2026, 10, 22, 10, 30)
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** As the table would hold them: each id is the one after the greatest of its minute. */
function given(count: number, at: (n: number) => number): string[] {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { from, until } = idsOfMinute(at(n))
    const last = ids.filter((id) => id >= from && id < until).toSorted()
    ids.push(idAfter(last.at(-1) ?? null, at(n)))
  }
  return ids
}

describe('ids of posts and comments', () => {
  test('are UUIDs in the order in which they were given, with the minute as their time', () => {
    const ids = given(400, (n) => start + n * 777)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(400)
    for (const [n, id] of ids.entries()) {
      expect(id).toMatch(UUID_V7)
      expect(timeOf(id)).toBe(start + Math.floor((n * 777) / MINUTE) * MINUTE)
    }
  })
  test('begin a minute anywhere, not at nought, and step by other lengths each time', () => {
    const counter = (id: string) => BigInt(`0x${id.replaceAll('-', '').slice(13)}`)
    const firsts = Array.from({ length: 50 }, () => idAfter(null, start).slice(15, 18))
    expect(new Set(firsts).size).toBeGreaterThan(20)
    const ids = given(200, () => start)
    const steps = ids.slice(1).map((id, n) => Number((counter(id) - counter(ids[n] ?? '')) >> 34n))
    expect(new Set(steps.map((step) => Math.floor(Math.log2(Math.max(step, 1))))).size).toBeGreaterThan(10)
  })
  test('go on after ids of another generator in that minute, whose milliseconds are not of the new ones', () => {
    const old = Array.from({ length: 20 }, (_, n) => Bun.randomUUIDv7('hex', start + n * 1000))
    let last = old.toSorted().at(-1) ?? ''
    for (let n = 0; n < 50; n++) {
      const next = idAfter(last, start + 40_000 + n)
      expect(next > last).toBe(true)
      expect(next).toMatch(UUID_V7)
      expect(timeOf(next)).toBeLessThan(start + 40_000)
      last = next
    }
  })
  test('go on when the counter of the minute is used up', () => {
    const last = `${firstIdAt(start)}-7fff-bfff-ffff${'f'.repeat(8)}`
    const next = idAfter(last, start)
    expect(next > last).toBe(true)
    expect(next).toMatch(UUID_V7)
    expect(timeOf(next)).toBe(start + 1)
  })
})

describe('a table', () => {
  const greatest =
    (ids: string[]) =>
    (_: null, { from, until }: { from: string; until: string }) =>
      ids
        .filter((id) => id >= from && id < until)
        .toSorted()
        .at(-1) ?? null

  test('goes on in order after every restart, within a minute and from one to the next', () => {
    const ids: string[] = []
    for (let n = 0; n < 300; n++) {
      // Each process gives three.
      const next = orderedIds(greatest(ids))
      for (let k = 0; k < 3; k++) ids.push(next(null, start + n * 997))
    }
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(900)
  })
  test('is asked for its greatest id once a minute', () => {
    let asked = 0
    const next = orderedIds(() => {
      asked++
      return null
    })
    for (let n = 0; n < 90; n++) next(null, start + n * 1000)
    expect(asked).toBe(2)
  })
})

test('a minute has its ids between its bounds, and no others', () => {
  const { from, until } = idsOfMinute(start + 12_345)
  expect([from, until]).toEqual([firstIdAt(start), firstIdAt(start + MINUTE)])
  for (const id of [idAfter(null, start + 59_999), minuteId(start), minuteId(start + 59_999)]) {
    expect(id >= from && id < until).toBe(true)
    expect(timeOf(id)).toBe(start)
    expect(id).toMatch(UUID_V7)
  }
  for (const id of [minuteId(start - 1), idAfter(null, start + MINUTE)]) expect(id >= from && id < until).toBe(false)
})

describe('exact ids', () => {
  test('are UUIDs in order, with the millisecond as their time', () => {
    const ids = Array.from({ length: 500 }, (_, n) => exactId(start + Math.floor(n / 3)))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(500)
    expect(timeOf(ids[499] ?? '')).toBe(start + 166)
    for (const id of ids) expect(id).toMatch(UUID_V7)
  })
  test('never run ahead of the clock by more than a minute, and stay in order while it steps back by less', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -YEAR, max: YEAR }), { maxLength: 30 }), (offsets) => {
        for (const offset of offsets) {
          const id = exactId(start + offset)
          expect(timeOf(id)).toBeWithin(start + offset, start + offset + MINUTE + 1)
        }
      }),
    )
    const before = exactId(start + 2 * YEAR)
    expect(exactId(start + 2 * YEAR - 59_000) > before).toBe(true)
    expect(exactId(start) < before).toBe(true)
  })
})
