import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { migrate, migrationsFolder } from '../../../db/migrate'
import { isFoundAmongAll, windowStart } from '../../../src/forum/posts/lists'
import { HOT, hotLead, hotScore } from '../../../src/forum/posts/stats'

// The formulas of hot and best: in TypeScript, and best as the database computes it.

const count = fc.integer({ min: 0, max: 200_000 })
const net = fc.integer({ min: -200_000, max: 200_000 })
const parts = fc.record({ votes: net, comments: count })
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const publishedAt = moment.map((date) => date.toISOString())
const DAY_MS = 86_400_000

describe('hot', () => {
  test('a vote or a comment more never moves a post back', () => {
    fc.assert(
      fc.property(parts, publishedAt, ({ votes, comments }, at) => {
        const score = hotScore(at, { votes, comments })
        expect(hotScore(at, { votes: votes + 1, comments })).toBeGreaterThanOrEqual(score)
        expect(hotScore(at, { votes, comments: comments + 1 })).toBeGreaterThanOrEqual(score)
      }),
    )
  })
  test('twice the votes are worth two steps, whatever their number: the first ones count most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (votes) => {
        const lead = hotLead({ votes, comments: 0 })
        expect(hotLead({ votes: 2 * votes, comments: 0 }) - lead).toBe(2 * HOT.stepMinutes)
        expect(hotLead({ votes: -votes, comments: 0 })).toBe(-lead)
      }),
    )
  })
  test('comments alone are worth no more than ten points', () => {
    fc.assert(
      fc.property(count, (comments) => {
        expect(hotLead({ votes: 0, comments })).toBeLessThanOrEqual(hotLead({ votes: 5, comments: 0 }))
      }),
    )
  })
  test('a post decays: every other post of no less passes it once it is newer by the difference of their leads', () => {
    fc.assert(
      fc.property(publishedAt, parts, parts, (at, one, other) => {
        const behind = hotLead(one) - hotLead(other)
        const later = new Date(Date.parse(at) + (behind + 1) * 60_000).toISOString()
        expect(hotScore(later, other)).toBeGreaterThan(hotScore(at, one))
        const within = new Date(Date.parse(at) + (behind - 1) * 60_000).toISOString()
        expect(hotScore(within, other)).toBeLessThan(hotScore(at, one))
      }),
    )
  })
  test('no post stays ahead for two days and a half by any number of votes', () => {
    expect(hotLead({ votes: 10_000_000, comments: 10_000_000 }) * 60_000).toBeLessThan(2.5 * DAY_MS)
  })
  test('the order does not depend on when a score is computed, and shows no second of publication', () => {
    fc.assert(
      fc.property(publishedAt, parts, (at, each) => {
        expect(hotScore(at, each)).toBe(hotScore(`${at.slice(0, 17)}00.000Z`, each))
        expect(Number.isSafeInteger(hotScore(at, each))).toBe(true)
      }),
    )
  })
})

const Z = 1.96

/**
 * Wilson's lower bound, in millionths: the least share of upvotes that the votes make 95 % certain. The author stands
 * for one upvote, so that a comment without votes is neither last nor equal to one with downvotes only.
 */
function bestScore({ upvotes, downvotes }: { upvotes: number; downvotes: number }): number {
  const up = upvotes + 1
  const all = up + downvotes
  const margin = Z * Math.sqrt((up * (all - up)) / all + Z ** 2 / 4)
  return Math.trunc((1_000_000 * (up + Z ** 2 / 2 - margin)) / (all + Z ** 2))
}

describe('best', () => {
  test('an upvote more moves a comment up, a downvote more down', () => {
    fc.assert(
      // Of more than 420 downvotes and no upvote, one more is less than a millionth.
      fc.property(fc.nat(400), fc.nat(400), (upvotes, downvotes) => {
        const score = bestScore({ upvotes, downvotes })
        expect(bestScore({ upvotes: upvotes + 1, downvotes })).toBeGreaterThan(score)
        expect(bestScore({ upvotes, downvotes: downvotes + 1 })).toBeLessThan(score)
      }),
    )
  })
  test('of the same share, more votes are more certain; it is never above the share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (upvotes, downvotes) => {
        const score = bestScore({ upvotes, downvotes })
        const share = (upvotes + 1) / (upvotes + 1 + downvotes)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(share * 1_000_000)
        expect(bestScore({ upvotes: 2 * upvotes + 1, downvotes: 2 * downvotes })).toBeGreaterThan(score)
      }),
    )
  })
  test('is Wilson’s bound: 0.2065 of one upvote of one, 0.7224 of ten of ten', () => {
    expect(bestScore({ upvotes: 0, downvotes: 0 })).toBe(206_543)
    expect(bestScore({ upvotes: 9, downvotes: 0 })).toBe(722_459)
  })
})

describe('the database', () => {
  const sqlite = new Database(':memory:', { strict: true })
  afterAll(() => sqlite.close())
  migrate(sqlite, migrationsFolder())
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run("INSERT INTO comments (id, post, author, content, created_at, updated_at) VALUES ('c', 1, 1, 't', 0, 0)")

  test('has the best score of a comment, of its counted votes', () => {
    const change = sqlite.prepare(
      `UPDATE comments SET upvote_count = $up, downvote_count = $down, uncounted_upvotes = $more, uncounted_downvotes = $more`,
    )
    const read = sqlite.prepare<{ best: number; top: number }, []>(
      'SELECT best_score AS best, top_score AS top FROM comments',
    )
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), fc.nat(50), (upvotes, downvotes, more) => {
        change.run({ up: upvotes + more, down: downvotes + more, more })
        expect(read.get()).toEqual({ best: bestScore({ upvotes, downvotes }), top: upvotes - downvotes })
      }),
    )
  })
})

describe('top', () => {
  test('a window begins at a whole hour, so that its lists stay for one', () => {
    const now = Date.parse('2026-11-22T10:59:59.999Z')
    expect(windowStart('day', now)).toBe('2026-11-21T10:00:00.000Z')
    expect(windowStart('week', now)).toBe('2026-11-15T10:00:00.000Z')
    expect(windowStart('month', now)).toBe('2026-10-23T10:00:00.000Z')
  })
  test('a list is sorted where that reads less than looking for its posts among all others', () => {
    const list = { filters: [['topic', '']], viewers: { kind: 'member' } } as const
    expect(isFoundAmongAll(list, 11, 100, 1_000_000)).toBe(false)
    expect(isFoundAmongAll(list, 11, 3_000, 1_000_000)).toBe(false)
    expect(isFoundAmongAll(list, 11, 4_000, 1_000_000)).toBe(true)
    expect(isFoundAmongAll({ ...list, filters: [] }, 11, 1_000_000, 1_000_000)).toBe(true)
    expect(isFoundAmongAll({ ...list, filters: [['authorId', '']] }, 11, 1_000_000, 1_000_000)).toBe(false)
    expect(isFoundAmongAll({ ...list, viewers: { kind: 'banned' } }, 11, 1_000_000, 1_000_000)).toBe(false)
  })
})
