import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { hindiOf } from '../../../public/app/texts/catalogue'
import { text } from '../../../public/app/texts/core'
import { en } from '../../../src/messages/en'
import { hi } from '../../../src/messages/hi'

const client = join(import.meta.dir, '../../../public')
const subjects = [...new Glob('{app,console}/texts/*.ts').scanSync(client)]
  .filter((file) => !/\/(?:catalogue|formats|numbers|sentences)\.ts$/.test(file))
  .sort()

type Words = { [key: string]: unknown }

/** A file of texts exports its catalogue, which shows English where nobody has chosen a language, and nothing else. */
const english = async (file: string): Promise<Words> => Object.values(await import(join(client, file)))[0] as Words

const hindi = async (file: string): Promise<Words> => hindiOf(await english(file))

/** Every text by its key (`feed.empty`); a function is said for some numbers and names. */
function spoken(words: unknown, key = ''): [string, string][] {
  if (typeof words === 'string') return [[key, words]]
  if (typeof words === 'function') return [[key, words(3, 5)]]
  return Object.entries(words as Words).flatMap(([name, each]) => spoken(each, key === '' ? name : `${key}.${name}`))
}

/** What reads the same in both: the poster has both languages. */
const SAME = new Set(['writing.markdown', 'sheet.english'])

const BY_CODE = new Set(['failures', 'errors', 'actions', 'hiddenActions', 'counts', 'choices', 'doubts', 'eventNames'])

describe.each(subjects)('%s', (subject) => {
  test('is all there in Hindi, and in Hindi', async () => {
    const inEnglish = new Map(spoken(await english(subject)))
    const inHindi = new Map(spoken(await hindi(subject)))
    const keys = [...inEnglish.keys()].filter((key) => !SAME.has(key))
    // A code of a failure may be left to the server's words, but not in one language only.
    expect([...inHindi.keys()].sort()).toEqual([...inEnglish.keys()].sort())
    for (const key of keys) expect([key, /\p{Script=Devanagari}/u.test(inHindi.get(key)!)]).toEqual([key, true])
    for (const [key, words] of inEnglish)
      expect([key, words.trim() !== '', /undefined|\[object/.test(words)]).toEqual([key, true, false])
  })

  test('is all used', async () => {
    const sources = [...new Glob('{app,console}/**/*.{ts,tsx}').scanSync(client)].filter(
      (file) => !file.includes('/texts/'),
    )
    const program = sources.map((file) => readFileSync(join(client, file), 'utf8')).join('\n')
    const words = (await english(subject)) as Record<string, Words>
    const unused = Object.entries(words).flatMap(([section, each]) =>
      Object.keys(each)
        // Looked up by a code that comes from elsewhere, or listed as they are.
        .filter(() => !BY_CODE.has(section))
        .filter((key) => !new RegExp(`[.'"]${key}\\b|[{,]\\s*${key}\\s*[,}:]`).test(program))
        .map((key) => `${section}.${key}`),
    )
    expect(unused).toEqual([])
  })
})

test.each([
  [0, '0 comments', '0 टिप्पणी'],
  [1, '1 comment', '1 टिप्पणी'],
  [2, '2 comments', '2 टिप्पणियाँ'],
  [1234, '1,234 comments', '1,234 टिप्पणियाँ'],
])('%i comments take their plural form in each language', async (count, inEnglish, inHindi) => {
  expect(text.post.comments(count)).toBe(inEnglish)
  expect((await hindiOf(text)).post.comments(count)).toBe(inHindi)
})

/** The glossary’s words for people: English, what no text says for it, and the same in Hindi. */
const glossary = readFileSync(join(client, '../docs/glossary.md'), 'utf8')
  .split('## Words of the texts')[1]!
  .split('## ')[0]!
  .matchAll(/^\| (?!word |---)(.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gmu)
  .map((row) => row.slice(1).map((cell) => cell.normalize('NFC')) as [string, string, string, string])
  .toArray()

/** Finds words or phrases, with commas between them, where “…” stands for any ending. */
const saying = (words: string): RegExp => {
  const choices = words.replaceAll(', ', '|').replaceAll('…', '[\\p{L}\\p{M}]*')
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${choices})(?![\\p{L}\\p{M}])`, 'iu')
}

type Said = [key: string, words: string]

const doublesIn = (texts: Said[], avoided: string[]): string[] =>
  avoided.flatMap((words) =>
    texts.filter(([, said]) => saying(words).test(said)).map(([key]) => `${key} says one of: ${words}`),
  )

const isSaid = (word: string, texts: Said[]) => texts.some(([, said]) => saying(`${word}…`).test(said))

test('one thing has one word, the glossary’s, in every text of the client and the server', async () => {
  const textsOf = async (ofFile: (file: string) => Promise<Words>, messages: Words): Promise<Said[]> => {
    const pages = await Promise.all(subjects.map(async (file) => spoken(await ofFile(file), file)))
    return [...pages.flat(), ...spoken(messages)].map(([key, said]) => [
      key,
      said.replaceAll(/\{\w+\}/g, '').normalize('NFC'),
    ])
  }
  const inEnglish = await textsOf(english, en)
  const inHindi = await textsOf(hindi, hi)
  expect(glossary.length).toBeGreaterThan(40)
  const avoidedInHindi = glossary.map(([, , , avoided]) => avoided)
  expect([
    ...doublesIn(
      inEnglish,
      glossary.map(([, avoided]) => avoided),
    ),
    ...doublesIn(inHindi, avoidedInHindi),
  ]).toEqual([])
  expect(glossary.filter(([word, , hindiWord]) => !isSaid(word, inEnglish) || !isSaid(hindiWord, inHindi))).toEqual([])
  expect(doublesIn([['planted', 'अपनी ब्रांच चुनें']], avoidedInHindi)).toHaveLength(1)
})

test('the pages hold no words of their own', () => {
  const found: string[] = []
  for (const file of new Glob('{app,console}/**/*.tsx').scanSync(client)) {
    const source = readFileSync(join(client, file), 'utf8')
    // Words between tags, and attributes that people hear or see.
    for (const [, words] of source.matchAll(/(?<!=)>\s*([A-Z][a-z]+(?: [a-z]+)+[^<>{}]*)</g))
      found.push(`${file}: ${words}`)
    for (const [attribute] of source.matchAll(/\b(?:aria-label|title|label|alt|placeholder|hint|lead)="[^"]+"/g))
      found.push(`${file}: ${attribute}`)
  }
  expect(found).toEqual([])
})
