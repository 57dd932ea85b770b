import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { comparedText } from '../../src/core/policy/alike'
import {
  accountsIn,
  burstsOf,
  type FoundBurst,
  MOST_RECENT,
  type RecentText,
  RecentTexts,
  WITHIN_MS,
} from '../../src/core/policy/bursts'

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
  test('has all that belongs to it, the newest text among them, and as much as the limit says', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const recent = recentOf(texts)
        const newest = recent.at(-1)!
        for (const { kind, about, texts: together } of found(texts)) {
          expect(together).toContain(newest)
          expect(new Set(together.map(({ id }) => id)).size).toBe(together.length)
          if (kind === 'account') {
            expect(about).toBe(newest.authorId)
            expect(together).toEqual(recent.filter(({ authorId }) => authorId === about))
            expect(together.length).toBeGreaterThanOrEqual(LIMITS.texts)
          } else if (kind === 'text') {
            expect(together.every(({ compared }) => compared === newest.compared)).toBe(true)
            expect(accountsIn(together)).toBeGreaterThanOrEqual(LIMITS.sameText)
          } else {
            expect(together.every(({ hosts }) => hosts.includes(about))).toBe(true)
            expect(accountsIn(together)).toBeGreaterThanOrEqual(LIMITS.sameLink)
          }
        }
      }),
    )
  })
  test('is never missed', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const recent = recentOf(texts)
        const newest = recent.at(-1)!
        const kinds = found(texts).map(({ kind }) => kind)
        const own = recent.filter(({ authorId }) => authorId === newest.authorId)
        expect(kinds.includes('account')).toBe(own.length >= LIMITS.texts)
        const copies = recent.filter(({ compared }) => compared !== undefined && compared === newest.compared)
        expect(kinds.includes('text')).toBe(accountsIn(copies) >= LIMITS.sameText)
        const linked = newest.hosts.filter(
          (host) => accountsIn(recent.filter(({ hosts }) => hosts.includes(host))) >= LIMITS.sameLink,
        )
        expect(kinds.filter((kind) => kind === 'link')).toHaveLength(linked.length)
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
