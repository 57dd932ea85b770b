import { describe, expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { isMailDue, isOverdue, nextDue, type Tried } from '../../../src/keeping/backups/records'
import { superfluous } from '../../../src/keeping/backups/run'
import { backupName, sortOut, timeOf, unfinishedMark } from '../../../src/keeping/backups/stores'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2030, 0, 1)

/** Newest first, one each some hours. */
const histories = array(
  record({
    hours: integer({ min: 1, max: 100 }),
    outcome: constantFrom('failed', 'doubtful', 'proven'),
    mailedAfter: integer({ min: -1, max: 3 }),
  }),
  { maxLength: 12 },
).map((steps): Tried[] => {
  let at = NOW
  return steps.map(({ hours, outcome, mailedAfter }) => {
    at -= hours * HOUR
    return {
      startedAt: at,
      isStored: outcome !== 'failed',
      isProven: outcome === 'proven',
      mailedAt: mailedAfter < 0 ? null : at + mailedAfter * 60_000,
    }
  })
})
const intervals = constantFrom(HOUR, DAY, 7 * DAY)

const tried = (hoursAgo: number, outcome: 'proven' | 'doubtful' | 'failed', mailed = false): Tried => ({
  startedAt: NOW - hoursAgo * HOUR,
  isStored: outcome !== 'failed',
  isProven: outcome === 'proven',
  mailedAt: mailed ? NOW - hoursAgo * HOUR : null,
})

describe('when a backup is due', () => {
  test('at once where there is none, and where the last one is of the future', () => {
    expect(nextDue([], DAY, NOW)).toBe(NOW)
    expect(nextDue([tried(-5, 'proven')], DAY, NOW)).toBe(NOW)
  })
  test('an interval after one that is there, in doubt or not', () => {
    for (const outcome of ['proven', 'doubtful'] as const)
      expect(nextDue([tried(1, outcome)], DAY, NOW)).toBe(NOW + 23 * HOUR)
  })
  test('sooner after a failure, and later after each further one', () => {
    const pauses = [1, 2, 3, 4].map((count) => {
      const history = Array.from({ length: count }, (_, n) => tried(n, 'failed'))
      return (nextDue([...history, tried(50, 'proven')], DAY, NOW) - NOW) / 60_000
    })
    expect(pauses).toEqual([15, 30, 60, 120])
  })
  test('never later than an interval after the last one, and never before it', () => {
    assert(
      property(histories, intervals, (history, every) => {
        const due = nextDue(history, every, NOW)
        const last = history[0]?.startedAt ?? NOW - every
        return due >= last && due <= Math.max(NOW, last + every)
      }),
    )
  })
})

describe('when superadmins are mailed', () => {
  test('never while the newest is proven and young', () => {
    assert(property(histories, (history) => !isMailDue([tried(1, 'proven'), ...history], DAY, NOW)))
  })
  const [failed, doubtful] = [tried(0, 'failed'), tried(0, 'doubtful')]
  test.each<[string, boolean, ...Tried[]]>([
    ['never where there is none', false],
    ['of one that failed', true, failed, tried(24, 'proven')],
    ['of one in doubt', true, doubtful, tried(24, 'proven')],
    ['of two that failed, once in an interval', false, failed, tried(1, 'failed', true), tried(24, 'proven')],
    ['of two in doubt, once in an interval', false, doubtful, tried(1, 'doubtful', true), tried(24, 'proven')],
    ['again in the next interval', true, failed, tried(25, 'failed', true), tried(48, 'proven')],
    ['again in the next interval in doubt', true, doubtful, tried(25, 'doubtful', true), tried(48, 'proven')],
    ['again, after one was proven meanwhile', true, failed, tried(1, 'proven'), tried(2, 'failed', true)],
    ['when none was proven in two intervals, though nothing failed', true, tried(49, 'proven')],
  ])('%s: %p', (_, isDue, ...history) => expect(isMailDue(history, DAY, NOW)).toBe(isDue))
  test.each<[boolean, ...Tried[]]>([
    [true, tried(49, 'proven')],
    [false, tried(47, 'proven')],
    [true, tried(1, 'failed'), tried(49, 'failed')],
    [false],
  ])('that it is overdue: %p', (isSo, ...history) => expect(isOverdue(history, DAY, NOW)).toBe(isSo))
  test('at most once in an interval, whatever happens each hour', () => {
    assert(
      property(array(constantFrom('failed', 'doubtful', 'none'), { minLength: 1, maxLength: 100 }), (hours) => {
        let history: Tried[] = []
        const mails: number[] = []
        for (const [hour, outcome] of hours.entries()) {
          const now = NOW + hour * HOUR
          if (outcome !== 'none')
            history = [
              { startedAt: now, isStored: outcome === 'doubtful', isProven: false, mailedAt: null },
              ...history,
            ]
          if (!isMailDue(history, DAY, now)) continue
          mails.push(now)
          history = history.map((each, at) => (at === 0 ? { ...each, mailedAt: now } : each))
        }
        return mails.every((at, n) => n === 0 || at - (mails[n - 1] ?? 0) >= DAY)
      }),
    )
  })
})

describe('what is kept', () => {
  const few = integer({ min: 0, max: 9 })
  const keeps = record({ daily: few, weekly: few, monthly: few })
  const times = array(
    integer({ min: 0, max: 20_000 }).map((hours) => NOW + hours * HOUR),
    { maxLength: 60 },
  )

  test('the newest always, never more than asked for, and what is kept stays', () => {
    assert(
      property(times, keeps, (all, keep) => {
        const unique = [...new Set(all)]
        const gone = new Set(superfluous(unique, keep))
        const kept = unique.filter((time) => !gone.has(time))
        expect(kept.length).toBeLessThanOrEqual(Math.max(1, keep.daily + keep.weekly + keep.monthly))
        if (unique.length > 0) expect(kept).toContain(Math.max(...unique))
        expect(superfluous(kept, keep)).toEqual([])
      }),
    )
  })
  test('of a year of nights: seven days, four weeks and six months, whenever one looks', () => {
    const keep = { daily: 7, weekly: 4, monthly: 6 }
    let held: number[] = []
    for (let day = 0; day < 400; day++) {
      held.push(NOW + day * DAY + 3 * HOUR)
      const gone = new Set(superfluous(held, keep))
      held = held.filter((time) => !gone.has(time))
      if (day < 250) continue
      const ages = held.map((time) => Math.round((NOW + day * DAY + 3 * HOUR - time) / DAY))
      for (let age = 0; age < 7; age++) expect(ages).toContain(age)
      for (const weeks of [1, 2, 3]) expect(ages.some((age) => age >= 7 * weeks - 6 && age <= 7 * weeks + 6)).toBe(true)
      expect(new Set(held.map((time) => new Date(time).toISOString().slice(0, 7))).size).toBeGreaterThanOrEqual(6)
      expect(held.length).toBeLessThanOrEqual(17)
    }
  })
})

describe('names', () => {
  test('tell the time, and whose it is', () => {
    assert(
      property(
        integer({ min: 0, max: 4_000_000_000 }),
        constantFrom('quad.campus.edu', '[::1]', 'a-b'),
        (second, host) => {
          for (const isEncrypted of [true, false]) {
            const name = backupName(host, new Date(second * 1000), isEncrypted)
            expect(timeOf(host, name)).toBe(second * 1000)
            expect(timeOf('other.campus.edu', name)).toBeUndefined()
          }
        },
      ),
    )
  })
  test('of others, and what somebody put there, are left alone', () => {
    const name = backupName('a.edu', new Date(NOW), false)
    const half = backupName('a.edu', new Date(NOW + DAY), true)
    const listed = [
      ...['notes.txt', `${name}.asc`, backupName('b.edu', new Date(NOW), false), unfinishedMark('notes.txt')],
      ...[half, unfinishedMark(half), name, unfinishedMark(backupName('a.edu', new Date(NOW + 2 * DAY), false))],
    ].map((each) => ({ name: each, bytes: 1 }))
    const { whole, left } = sortOut('a.edu', listed)
    expect(whole.map((each) => each.name)).toEqual([name])
    expect(left).toEqual([
      half,
      unfinishedMark(half),
      unfinishedMark(backupName('a.edu', new Date(NOW + 2 * DAY), false)),
    ])
  })
})
