import { describe, expect, test } from 'bun:test'
import { plainSegments } from '../../../public/app/parts/search/plain-segments'
import { boundsOf, searchPath, wantedIn, withRecent } from '../../../public/app/parts/search/search'
import { hitsIn, segmentsOf, snippetOf } from '../../../src/parts/search/record'
import { parseQuery, tiersOf } from '../../../src/parts/search/terms'
import { scoreOf, weightOf } from '../../../src/parts/search/windows'

const [O, C] = ['\uFDD0', '\uFDD1']

describe('what somebody typed', () => {
  const words = (text: string) => parseQuery(text).map((term) => term.words.join(' '))
  test('is words, each once, without those that say nothing', () => {
    expect(words('The best LAPTOP, the laptop for coding')).toEqual(['best', 'laptop', 'coding'])
    expect(words('the')).toEqual(['the'])
    expect(words('किताब की दुकान')).toEqual(['किताब', 'दुकान'])
    expect(words('"night canteen" open')).toEqual(['night canteen', 'open'])
  })
  test.each(['', ' ', '"', '""', '*', '😀', '\0', '() - + : ^', '\u0300', '"*"'])(
    'without a word is nothing: %j',
    (text) => expect(words(text).filter((word) => /[\p{L}\p{N}]/u.test(word))).toEqual([]),
  )
  test('is bounded', () => {
    expect(words(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8)
    expect(words('x'.repeat(5000))[0]).toHaveLength(200)
  })
  test('reaches FTS5 in quotes only', () => {
    const tiers = tiersOf(parseQuery('a" OR b NEAR(c) -d* title:e'), () => [])
    for (const tier of tiers) expect(tier.replaceAll(/"[^"]*"/g, '').replaceAll(/AND|OR|NOT|[() ]/g, '')).toBe('')
  })
})

describe('a snippet', () => {
  const plain = (text: string) =>
    snippetOf(text)
      .map((part) => part.text)
      .join('')
  test('is the text around the hits, whole words, on one line', () => {
    const far = `${'word '.repeat(100)}the ${O}needle${C}\nis here ${'tail '.repeat(100)}`
    const snippet = snippetOf(far)
    expect(snippet.filter(({ isHit }) => isHit)).toEqual([{ text: 'needle', isHit: true }])
    expect(plain(far)).toMatch(/^… (word )+the needle is here (tail )+…$/)
    expect(plain(far).length).toBeLessThan(260)
  })
  test('of a text without a hit is its beginning', () => expect(plain('short text')).toBe('short text'))
  test('never splits a character', () => {
    for (let before = 30; before < 60; before++)
      expect(plain(`${'😀'.repeat(before)}${O}hit${C}${'😀'.repeat(200)}`).isWellFormed()).toBe(true)
  })
  test('has no mark of its author', () => {
    const found = segmentsOf(`${C}a${O}${O}b${C}c${O}`)
    expect(found).toEqual([
      { text: 'a', isHit: false },
      { text: 'b', isHit: true },
      { text: 'c', isHit: false },
    ])
    expect(hitsIn(`${O}a${C} ${O}b c${C}`)).toEqual(['a', 'b c'])
  })
})

const now = Date.parse('2026-11-22T00:00:00.000Z')
const text = (title: string, content: string, createdAt = '2026-11-01T00:00:00.000Z') => ({
  title,
  content,
  createdAt,
})
const terms = [{ word: 'hostel', weight: 1 }]
const score = (...of: Parameters<typeof text>) => scoreOf(text(...of), terms, now)
test('the order: title over text, more over less, short over long, new over old, rare over common', () => {
  const hit = `${O}hostel${C}`
  expect(score(hit, '')).toBeGreaterThan(score('', hit))
  expect(score('', `${hit} ${hit}`)).toBeGreaterThan(score('', hit))
  expect(score('', `${hit} ${'x'.repeat(2000)}`)).toBeLessThan(score('', hit))
  expect(score('', hit, '2024-01-01T00:00:00.000Z')).toBeLessThan(score('', hit))
  expect(weightOf(1, 256)).toBeGreaterThan(weightOf(200, 256))
  expect(weightOf(256, 256)).toBeGreaterThan(0)
})

describe('the address of the page', () => {
  test('says what is searched for, and nothing that goes without saying', () => {
    expect(searchPath(wantedIn({}))).toBe('/search')
    expect(searchPath(wantedIn({ q: ' a b ', type: 'posts', sort: 'relevance' }))).toBe('/search?q=a+b')
    const path = '/search?q=x&type=comments&topic=Showcase&span=week&sort=new'
    const query = Object.fromEntries(new URL(path, 'http://quad').searchParams)
    expect(searchPath(wantedIn(query))).toBe(path)
    expect(searchPath(wantedIn({ ...query, type: 'people' }))).toBe('/search?q=x&type=people')
    expect(searchPath(wantedIn({ q: 'x', type: 'nonsense', span: 'nonsense' }))).toBe('/search?q=x')
    const dated = '/search?q=x&branch=CSE&from=2026-01-05&to=2026-01-06'
    const dates = Object.fromEntries(new URL(dated, 'http://quad').searchParams)
    expect(wantedIn(dates).span).toBe('dates')
    expect(searchPath(wantedIn(dates))).toBe(dated)
    expect(searchPath(wantedIn({ ...dates, type: 'people' }))).toBe('/search?q=x&type=people')
    expect(searchPath({ ...wantedIn(dates), span: 'week' })).toBe('/search?q=x&branch=CSE&span=week')
    expect(searchPath(wantedIn({ q: 'x', span: 'dates' }))).toBe('/search?q=x&span=dates')
    expect(searchPath(wantedIn({ q: 'x', from: '2026-02-31', to: 'soon' }))).toBe('/search?q=x')
  })
  test('dates are whole days where one is, and spans end now', () => {
    const now = Date.parse('2026-01-20T12:00:00Z')
    const dated = (from: string, to: string) => boundsOf({ span: 'dates', from, to }, now)
    const local = (time: string) => new Date(time).toISOString()
    expect(dated('2026-01-05', '2026-01-06')).toEqual({
      from: local('2026-01-05T00:00'),
      to: local('2026-01-06T23:59'),
    })
    expect(dated('', '2026-01-06')).toEqual({ to: local('2026-01-06T23:59') })
    expect(dated('', '')).toEqual({})
    expect(boundsOf({ span: 'week', from: '', to: '' }, now)).toEqual({ from: '2026-01-13T12:00:00.000Z' })
    expect(boundsOf({ span: '', from: '', to: '' }, now)).toEqual({})
  })
  test('recent searches: the latest first, each once, eight of them', () => {
    expect(withRecent(['a', 'B'], 'b')).toEqual(['b', 'a'])
    expect(withRecent([...'12345678'], 'x')).toHaveLength(8)
  })
})

const part = (text: string, isHit = false) => ({ text, isHit })
test.each([
  [[part('Second, with **more** detail and `code`.')], 'Second, with more detail and code.'],
  [[part('of the **main '), part('library', true), part('** at noon')], 'of the main library at noon'],
  [[part('see [the '), part('notes', true), part('](https://a.example/x) now')], 'see the notes now'],
  [[part('… detail** that was cut, ~~so')], '… detail that was cut, so'],
  [[part('Mess | Dish | |---|---:| | North | '), part('Biryani', true), part(' |')], 'Mess · Dish · North · Biryani |'],
  [[part('2 * 3 = 6 and snake_case_name stay')], '2 * 3 = 6 and snake_case_name stay'],
])('a snippet is read without the marks of Markdown: %j', (segments, words) => {
  const plain = plainSegments(segments)
  expect(plain.map(({ text }) => text).join('')).toBe(words)
  expect(plain.filter(({ isHit }) => isHit)).toEqual(segments.filter(({ isHit }) => isHit))
})
