import { describe, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { nextStep, STEP, storedPoll, sumOf } from '../../../src/forum/polls/poll'

// The rule of steps, over polls made at random.

const votesIn = (voters: number, options: number) => Array.from({ length: voters }, () => randomInt(options))

/** Each count that a reader sees, one after the other; counted after some of the votes, and at the end. */
function published(votes: readonly number[], isCountedAfter: () => boolean) {
  const counts = [0, 0, 0, 0, 0, 0]
  let pending: readonly number[] = [...counts]
  const seen: number[][] = []
  const count = (hasEnded: boolean) => {
    const step = nextStep(pending, sumOf(counts), hasEnded)
    if (step === undefined) return
    for (const [at, drawn] of (step.drawn ?? []).entries()) counts[at]! += drawn
    if (step.drawn !== null) seen.push([...counts])
    pending = step.left ?? []
  }
  for (const vote of votes) {
    pending = pending.map((waiting, at) => waiting + Number(at === vote))
    if (isCountedAfter()) count(false)
  }
  count(true)
  return seen
}

describe('what readers see of a poll', () => {
  test.each([0, 1, 4])('of %p voters nothing, ever', (voters) => {
    expect(published(votesIn(voters, 3), () => true)).toEqual([])
  })
  test.each([5, 9])('of %p voters the end alone', (voters) => {
    const seen = published(votesIn(voters, 3), () => true)
    expect(seen.map(sumOf)).toEqual([voters])
  })
  test('moves by five voters or more, never back, and ends with all of them as they chose', () => {
    for (let round = 0; round < 500; round++) {
      const options = 2 + randomInt(5)
      const votes = votesIn(STEP + randomInt(60), options)
      const rare = randomInt(1, 8)
      const seen = published(votes, () => randomInt(rare) === 0)
      for (const [n, counts] of seen.entries()) {
        const before = seen[n - 1] ?? [0, 0, 0, 0, 0, 0]
        expect(sumOf(counts) - sumOf(before)).toBeGreaterThanOrEqual(STEP)
        for (const [at, count] of counts.entries()) expect(count).toBeGreaterThanOrEqual(before[at]!)
      }
      const chosen = [0, 1, 2, 3, 4, 5].map((option) => votes.filter((vote) => vote === option).length)
      expect(seen.at(-1)).toEqual(chosen)
    }
  })
  test('what is drawn in a step is not who came first', () => {
    const firstFive = [5, 5, 0, 0, 0, 0]
    const drawn = Array.from({ length: 200 }, () => nextStep(firstFive, 0, false)?.drawn?.[0])
    expect(new Set(drawn).size).toBeGreaterThan(3)
  })
})

test('options are stored trimmed', () => {
  expect(JSON.parse(storedPoll({ options: [' Tea', 'Coffee\n'], hours: 6 }))).toEqual({
    options: ['Tea', 'Coffee'],
    hours: 6,
  })
})
