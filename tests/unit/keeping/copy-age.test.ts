import { afterEach, beforeEach, describe, expect, type Mock, setSystemTime, spyOn, test } from 'bun:test'
import { isSameOrLater } from '../../../db/commit-numbers'
import { COPY_WITHIN_MS, CopyAge, Following } from '../../../src/lib/follower/following'
import { openCommit, sealCommit } from '../../../src/lib/follower/primary'
import { thisMoment } from '../../../src/lib/process/clock'

let steady = 0
let clock: Mock<typeof performance.now>

/** Both clocks go on. */
function pass(ms: number): void {
  steady += ms
  setSystemTime(Date.now() + ms)
}

beforeEach(() => {
  clock = spyOn(performance, 'now').mockImplementation(() => steady)
  setSystemTime(new Date('2026-09-01T09:30:00Z'))
})
afterEach(() => {
  clock.mockRestore()
  setSystemTime()
})

test('a commit number comes after those before it, also where the numbers begin anew', () => {
  expect([isSameOrLater(5, 5), isSameOrLater(6, 5), isSameOrLater(4, 5)]).toEqual([true, true, false])
  const last = 0x7fffffff
  expect([isSameOrLater(0, last), isSameOrLater(last, 0)]).toEqual([true, false])
})

describe('the age of a copy', () => {
  const hear = (age: CopyAge, commit: number) => age.heard({ asked: thisMoment(), commit })

  test('is unknown until it has all that the primary had committed', () => {
    const age = new CopyAge()
    expect(age.ms).toBe(Number.POSITIVE_INFINITY)
    hear(age, 7)
    age.applied(6)
    expect(age.ms).toBe(Number.POSITIVE_INFINITY)
    pass(300)
    age.applied(7)
    expect(age.ms).toBe(300)
  })
  test('stays small while the primary is idle, and grows while the copy stands still', () => {
    const age = new CopyAge()
    age.applied(7)
    const hearEachTick = (commit: number) => {
      hear(age, commit)
      pass(250)
    }
    for (let n = 0; n < 5; n++) hearEachTick(7)
    expect(age.ms).toBe(250)
    for (let n = 0; n < 200; n++) hearEachTick(8 + n)
    expect(age.ms).toBe(201 * 250)
    age.applied(8 + 198)
    expect(age.ms).toBe(500)
  })
  test('grows over a pause of the machine that one of the clocks does not see', () => {
    const age = new CopyAge()
    age.applied(1)
    hear(age, 1)
    setSystemTime(Date.now() + 60_000)
    expect(age.ms).toBe(60_000)
    steady += 90_000
    expect(age.ms).toBe(90_000)
  })
})

describe('what the copy is good for', () => {
  let made: Following
  const hear = (commit: number, isAlike = true) => made.heard({ asked: thisMoment(), commit, isAlike })
  beforeEach(() => {
    steady = 1_000_000
    made = new Following('http://127.0.0.1:1', 60_000)
    made.age.applied(1)
    hear(1)
  })
  test('all reads at first, none once it is behind', () => {
    expect(made.copy).toBe('current')
    for (let n = 0; n <= COPY_WITHIN_MS; n += 250) {
      pass(250)
      hear(2)
    }
    expect(made.copy).toBe('behind')
    made.age.applied(2)
    expect(made.copy).toBe('current')
  })
  test('reads for a while when the primary is away, and none after that', () => {
    pass(COPY_WITHIN_MS + 1)
    expect([made.copy, made.isPrimaryAway]).toEqual(['alone', true])
    pass(60_000 - COPY_WITHIN_MS - 1)
    expect(made.copy).toBe('alone')
    pass(1)
    expect(made.copy).toBe('behind')
  })
  test('nothing at once when the primary refuses it', () => {
    hear(1, false)
    expect(made.copy).toBe('other')
    made.age.applied(1)
    expect(made.copy).toBe('other')
    hear(1)
    expect(made.copy).toBe('current')
  })
})

test('a browser carries the number of a commit so that it shows nothing', () => {
  const sealed = Array.from({ length: 20 }, () => sealCommit(41))
  expect(sealed.map(openCommit)).toEqual(Array.from({ length: 20 }, () => 41))
  expect(new Set(sealed.map((each) => each.slice(12))).size).toBe(20)
  for (const altered of ['', 'x', 'a'.repeat(40)]) expect(() => openCommit(altered)).not.toThrow()
})
