import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Matcher, Unsearchable } from '../../src/core/policy/matcher'
import { normalize, wordKey } from '../../src/core/policy/normalize'
import type { Reach } from '../../src/core/policy/word-tree'
import { corpusWords } from '../support/corpus'
import { disguised, ORDINARY } from '../support/disguises'

const matcher = (words: Record<string, Reach>) =>
  new Matcher(Object.entries(words).map(([word, reach]) => ({ word, reach, label: word })))

/** What of the text was found. */
const found = (text: string, words: Record<string, Reach> = { snarf: 'whole' }): string[] =>
  matcher(words)
    .find(normalize(text))
    .map(({ start, end }) => text.slice(start, end))

describe('where a word counts', () => {
  test('as a word of its own', () => {
    expect(found('a snarf, Snarf! snarfs unsnarf snarf')).toEqual(['snarf', 'Snarf', 'snarf'])
  })
  test('at the beginning of one', () => {
    expect(found('snarfing unsnarf', { snarf: 'beginning' })).toEqual(['snarf'])
  })
  test('anywhere', () => {
    expect(found('snarfing unsnarf', { snarf: 'anywhere' })).toEqual(['snarf', 'snarf'])
  })
  test('the longest of several that begin at one place', () => {
    expect(found('zonk off now', { zonk: 'whole', 'zonk off': 'whole' })).toEqual(['zonk off'])
  })
  test('in scripts without spaces every character begins and ends a word', () => {
    expect(found('他是大笨蛋吗', { 笨蛋: 'whole' })).toEqual(['笨蛋'])
  })
  test('signs alone are a word, too', () => {
    expect(found('you 🖕 there', { '🖕': 'whole' })).toEqual(['🖕'])
    expect(found('you 🎉 there', { '🖕': 'whole' })).toEqual([])
    expect(found('I write c++ and c', { 'c++': 'whole' })).toEqual(['c++'])
  })
  test('accents of other scripts are letters: क is not कु', () => {
    expect(found('कुत्ता', { कत: 'whole' })).toEqual([])
    expect(found('वह कुत्ता है', { कुत्ता: 'whole' })).toEqual(['कुत्ता'])
  })
})

describe('disguises', () => {
  test.each([
    'sn\u0430rf',
    '$n@rf',
    's.n.a.r.f',
    's n a r f',
    'SNAAARF',
    'sn\u200barf',
    '𝓼𝓷𝓪𝓻𝓯',
    '🇸🇳🇦🇷🇫',
    's\u0336n\u0336a\u0336r\u0336f\u0336',
  ])('%p is found whole', (text) => {
    expect(found(`x ${text} y`)).toEqual([text])
  })
  test.each([
    ['god', 'good'],
    ['rat', 'raat'],
    ['hell', "he'll"],
    ['shell', 'she\u2019ll'],
    ['panis', 'pan is'],
    ['cat', '(at'],
    ['taxi', 'pay tax!'],
    ['sass', '$455'],
    ['arm', 'farm'],
    ['abc', 'plan a, b'],
    ['ass', 'a55'],
    ['ba', 'b4'],
  ])('%s is not in %p', (word, text) => {
    expect(found(text, { [word]: 'whole' })).toEqual([])
  })
  test('but it is in what no English explains', () => {
    expect(found('goood', { god: 'whole' })).toEqual(['goood'])
    expect(found("h'e'l'l", { hell: 'whole' })).toEqual(["h'e'l'l"])
    expect(found('p a n i s', { panis: 'whole' })).toEqual(['p a n i s'])
  })
})

describe('the key of a word', () => {
  test('is the same for spellings of one word, and another for another', () => {
    expect(new Set(['Blorp', 'blörp', 'b.l.o.r.p', ' BLORP ', 'bl\u200borp', 'blоrр'].map(wordKey))).toEqual(
      new Set(['blorp']),
    )
    expect(wordKey('zonk   off')).toBe('zonk off')
    expect(wordKey('blorps')).not.toBe('blorp')
  })
  test.each(['', '   ', '\u200b', '\u0301'])('%p has nothing to look for', (word) => {
    expect(wordKey(word)).toBe('')
  })
  test('is its own key', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), disguised('snarf')),
        (word) => {
          expect(wordKey(wordKey(word))).toBe(wordKey(word))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const words = corpusWords()
const banned = new Matcher(
  words.map(({ word, strictMode }) => ({ word, reach: strictMode ? 'anywhere' : 'whole', label: word })),
)

describe('whatever the text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )

  test('a disguised word is found, and what is found covers it', () => {
    const long = words.map(({ word }) => word).filter((word) => word.length >= 5 && !word.includes(' '))
    const cases = fc
      .constantFrom(...long)
      .chain((word) =>
        fc.tuple(fc.constant(word), disguised(word), fc.constantFrom(...ORDINARY), fc.constantFrom(...ORDINARY)),
      )
    fc.assert(
      fc.property(cases, ([word, applyHeaders, before, after]) => {
        const text = `${before}, ${applyHeaders} , ${after}`
        const start = before.length + 2
        const match = banned.find(normalize(text)).find(({ label }) => label === word)
        expect(match, text).toBeDefined()
        expect(match!.start).toBe(start)
        expect(match!.end).toBeGreaterThanOrEqual(start + applyHeaders.replace(/[\s\p{Cf}\p{Mn}]+$/u, '').length)
      }),
      { numRuns: 5_000 },
    )
  })

  test('what is found lies inside of the text, in order, and is the word', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...words),
        disguised('zwickle'),
        anyText,
        (before, { word }, applyHeaders, after) => {
          const text = `${before} ${word} ${applyHeaders}${after}`
          let last = 0
          for (const { start, end, label } of banned.find(normalize(text))) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(text.length)
            expect(
              banned.find(normalize(text.slice(start, end))).map((again) => again.label),
              text,
            ).toContain(label)
            last = end
          }
          expect(last).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('ordinary words in any order are let through', () => {
    const ordinary = fc.array(
      fc.tuple(fc.constantFrom(...ORDINARY), fc.constantFrom(' ', ', ', '. ', '\n', '! ', ' - ', ' / ')),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(ordinary, (parts) => {
        const text = parts.flat().join('')
        expect(banned.find(normalize(text)).map(({ start, end }) => text.slice(start, end))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['li'.repeat(15), '1|'.repeat(5_000)],
    ['i'.repeat(20), '!|'.repeat(5_000)],
    ['ab'.repeat(20), 'ab'.repeat(5_000)],
    ['a'.repeat(30), 'a.'.repeat(5_000)],
    ['gggggggggggb', '9-'.repeat(5_000)],
  ])('a text made to be slow ends in good time: %s', (word, text) => {
    const slow = new Matcher([{ word, reach: 'anywhere', label: word }])
    const began = performance.now()
    try {
      slow.find(normalize(text))
    } catch (error) {
      expect(error).toBeInstanceOf(Unsearchable)
    }
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
