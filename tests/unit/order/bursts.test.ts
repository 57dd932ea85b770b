import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { comparedText } from '../../../src/ground/policy/alike'
import {
  accountsIn,
  burstsOf,
  type FoundBurst,
  MOST_RECENT,
  type RecentText,
  RecentTexts,
  WITHIN_MS,
} from '../../../src/ground/policy/recent-texts'

type Text = RecentText
const LIMITS = { texts: 5, sameText: 3, sameLink: 4 }
const TEA = comparedText({ content: 'Tea is ready in the canteen, and the samosas are hot.' })
const COFFEE = comparedText({ content: 'Whoever makes coffee at night wakes all of the first floor.' })

const anyText = fc.record({
  type: fc.constantFrom('post' as const, 'comment' as const),
  authorId: fc.constantFrom('ann', 'ben', 'cat', 'dan', 'eve'),
  after: fc.nat(WITHIN_MS),
  compared: fc.constantFrom(TEA, COFFEE, undefined),
  hosts: fc.subarray(['a.example', 'b.example']),
})
/** Texts one after the other, each some time after the one before. */
const anyTexts = fc.array(anyText, { minLength: 1, maxLength: 40 }).map((texts) => {
  let at = 0
  return texts.map(({ after, ...text }, index): Text => {
    at += Math.floor(after / 20)
    return { ...text, id: `${index}`, at }
  })
})
const remembered = (texts: readonly Text[]): RecentTexts => {
  const recent = new RecentTexts()
  for (const each of texts) recent.add(each)
  return recent
}
const recentOf = (texts: readonly Text[]): Text[] => remembered(texts).all()
const found = (texts: readonly Text[], limits: Parameters<typeof burstsOf>[2] = LIMITS): FoundBurst[] =>
  burstsOf(texts.at(-1)!, remembered(texts), limits)
const text = (id: number, over: Partial<Text> = {}): Text => ({
  id: `${id}`,
  type: 'post',
  authorId: 'ann',
  at: id,
  compared: undefined,
  hosts: [],
  ...over,
})

describe('what is recent', () => {
  test('is what was written within ten minutes of the newest, in order', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const newest = texts.at(-1)!
        expect(recentOf(texts)).toEqual(texts.filter(({ at }) => at > newest.at - WITHIN_MS))
      }),
    )
  })
  test('is bounded, and without what a clock ahead has written', () => {
    const many = Array.from({ length: MOST_RECENT + 10 }, (_, id) => text(id))
    expect(recentOf(many)).toHaveLength(MOST_RECENT)
    expect(recentOf([text(1, { at: 9_000_000 }), text(2)]).map(({ id }) => id)).toEqual(['2'])
  })
  test('is no more what was forgotten, in no respect', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const recent = remembered(texts)
        recent.forget(({ hosts }) => hosts.includes('a.example'))
        const left = recentOf(texts).filter(({ hosts }) => !hosts.includes('a.example'))
        expect(recent.all()).toEqual(left)
        expect(recent.of('link a.example')).toEqual([])
        expect(recent.of('link b.example')).toEqual(left.filter(({ hosts }) => hosts.includes('b.example')))
        expect(recent.of('account ann')).toEqual(left.filter(({ authorId }) => authorId === 'ann'))
        const later = text(-1, { at: (left.at(-1)?.at ?? 0) + WITHIN_MS })
        recent.add(later)
        expect(recent.all()).toEqual([later])
      }),
    )
  })
})

describe('a burst', () => {
  test('is found wherever there are as many texts, or accounts, as the limit says, and has them all', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const recent = recentOf(texts)
        const { id, authorId, compared, hosts } = recent.at(-1)!
        const copies = recent.filter((each) => each.compared !== undefined && each.compared === compared)
        const own = recent.filter((each) => each.authorId === authorId)
        const expected: FoundBurst[] = [
          ...(own.length >= LIMITS.texts ? [{ kind: 'account' as const, about: authorId, texts: own }] : []),
          ...(accountsIn(copies) >= LIMITS.sameText
            ? [{ kind: 'text' as const, about: copies[0]?.id ?? id, texts: copies }]
            : []),
          ...hosts
            .map((about) => ({
              kind: 'link' as const,
              about,
              texts: recent.filter((each) => each.hosts.includes(about)),
            }))
            .filter((burst) => accountsIn(burst.texts) >= LIMITS.sameLink),
        ]
        expect(found(texts)).toEqual(expected)
      }),
    )
  })
  test('of one account is none of several, and short texts are no copies', () => {
    const alone = Array.from({ length: 4 }, (_, id) => text(id, { compared: TEA, hosts: ['a.example'] }))
    expect(found(alone)).toEqual([])
    const short = ['ann', 'ben', 'cat'].map((authorId, id) => text(id, { authorId }))
    expect(found(short)).toEqual([])
  })
  test('is not looked for where the setting says never', () => {
    const never = { texts: null, sameText: null, sameLink: null }
    fc.assert(
      fc.property(anyTexts, (texts) => {
        expect(found(texts, never)).toEqual([])
      }),
    )
  })
})
