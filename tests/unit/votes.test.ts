import { describe, expect, test } from 'bun:test'
import { toVoteType, toVoteValue, type VoteType } from '../../src/core/posts/vote-type'
import { voteChange } from '../../src/core/votes/rules'

type Held = VoteType | null
type Row = [row: string, before: Held, after: Held, upvotes: number, downvotes: number, karma: number]

const VOTE_TABLE: Row[] = [
  ['none → POST → upvote: author karma +1', null, 'upvote', 1, 0, 1],
  ['none → POST → downvote: author karma -1', null, 'downvote', 0, 1, -1],
  ['upvote → PATCH differs → downvote: karma changes by 2, down', 'upvote', 'downvote', -1, 1, -2],
  ['downvote → PATCH differs → upvote: karma changes by 2, up', 'downvote', 'upvote', 1, -1, 2],
  ['upvote → PATCH equal → unchanged: nothing changes', 'upvote', 'upvote', 0, 0, 0],
  ['downvote → PATCH equal → unchanged: nothing changes', 'downvote', 'downvote', 0, 0, 0],
  ['upvote → DELETE → none: karma reversed', 'upvote', null, -1, 0, -1],
  ['downvote → DELETE → none: karma reversed', 'downvote', null, 0, -1, 1],
  ['none → PATCH or DELETE → unchanged', null, null, 0, 0, 0],
]
const STATES: Held[] = [null, 'upvote', 'downvote']

describe('what a change of a vote adds', () => {
  test.each(VOTE_TABLE)('%s', (_, before, after, upvotes, downvotes, karma) => {
    expect(voteChange(before, after)).toEqual({ upvotes, downvotes, karma })
  })
  test('every pair of states has its row', () => {
    expect(new Set(VOTE_TABLE.map(([, before, after]) => `${before} ${after}`)).size).toBe(STATES.length ** 2)
  })
  test('karma is upvotes less downvotes, and the way does not matter', () => {
    const sum = (...path: Held[]) =>
      path.slice(1).reduce(
        (total, after, index) => {
          const change = voteChange(path[index] ?? null, after)
          expect(change.karma).toBe(change.upvotes - change.downvotes)
          return {
            upvotes: total.upvotes + change.upvotes,
            downvotes: total.downvotes + change.downvotes,
            karma: total.karma + change.karma,
          }
        },
        { upvotes: 0, downvotes: 0, karma: 0 },
      )
    for (const from of STATES)
      for (const over of STATES) for (const to of STATES) expect(sum(from, over, to)).toEqual(sum(from, to))
  })
  test('what is stored reads back as what was cast', () => {
    for (const type of ['upvote', 'downvote'] as const) expect(toVoteType(toVoteValue(type))).toBe(type)
    expect(toVoteValue('upvote')).toBe(1)
  })
})
