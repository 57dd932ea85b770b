import { describe, expect, test } from 'bun:test'
import {
  AUDIT_ACTIONS,
  actionName,
  actionNumber,
  isListed,
  LISTED_FROM,
  OWN_BELOW,
} from '../../../src/ground/audit/actions'
import { ENTITY_TYPES, PLATFORMS, ROLES } from '../../../src/ground/audit/entries'

const digest = (words: readonly string[]): string => Bun.SHA256.hash(words.join(), 'hex').slice(0, 16)

describe('the numbers of words in the log', () => {
  // A word that is new comes after these: nothing here changes.
  const numbered = [...AUDIT_ACTIONS].map(([action, { number }]) => ({ action, number }))
  const upTo = (from: number, last: number) =>
    numbered
      .filter(({ number }) => number >= from && number <= last)
      .toSorted((one, other) => one.number - other.number)
  test.each([
    ['actions about the log', 1, 2, '01a57563bce33999'],
    ['hidden actions', OWN_BELOW, 69, 'bd769e515201ef81'],
    ['listed actions', LISTED_FROM, 307, '81d6a46b1db2d6f0'],
  ])('%s keep theirs', (_, from, last, expected) => {
    const words = upTo(from, last).map(({ action, number }) => `${number} ${action}`)
    expect(words).toHaveLength(last - from + 1)
    expect(digest(words)).toBe(expected)
  })
  test.each([
    [ROLES, 4, '75f19656b13d7cd7'],
    [PLATFORMS, 4, '0dd5b99b1a40d32d'],
    [ENTITY_TYPES, 24, '1535c8b9d037e23f'],
  ])('%p keep their places', (words, length, expected) => expect(digest(words.slice(0, length))).toBe(expected))

  test('are one for each action, and say who sees it', () => {
    expect(new Set(numbered.map(({ number }) => number)).size).toBe(numbered.length)
    for (const [action, { number, visibility }] of AUDIT_ACTIONS) {
      expect([action, actionName(number), actionNumber(action)]).toEqual([action, action, number])
      expect([action, isListed(action)]).toEqual([action, visibility === 'moderation' || visibility === 'attempt'])
      expect([action, number < OWN_BELOW]).toEqual([action, visibility === 'chain'])
    }
  })
})
