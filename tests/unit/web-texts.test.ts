import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const client = join(import.meta.dir, '../../public')
const parts = [...new Glob('{app,console}/texts/en/*.ts').scanSync(client)]
  .map((file) => file.replace('/texts/en/', ' ').replace('.ts', ''))
  .sort()

type Words = { [key: string]: unknown }

async function load(language: string, part: string): Promise<Words> {
  const [place, name] = part.split(' ') as [string, string]
  const catalogue = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  return (await import(join(client, place, 'texts', language, name)))[catalogue] as Words
}

/** Every text by its key (`feed.empty`); a function is said for some numbers and names. */
function spoken(words: unknown, key = ''): [string, string][] {
  if (typeof words === 'string') return [[key, words]]
  if (typeof words === 'function') return [[key, words(3, 5)]]
  return Object.entries(words as Words).flatMap(([name, each]) => spoken(each, key === '' ? name : `${key}.${name}`))
}

/** What reads the same in both. */
const SAME = new Set(['writing.markdown'])

describe.each(parts)('the texts of %s', (part) => {
  test('are all there in Hindi, and in Hindi', async () => {
    const english = new Map(spoken(await load('en', part)))
    const hindi = new Map(spoken(await load('hi', part)))
    const keys = [...english.keys()].filter((key) => !SAME.has(key))
    // A code of a failure may be left to the server's words, but not in one language only.
    expect([...hindi.keys()].sort()).toEqual([...english.keys()].sort())
    for (const key of keys)
      expect([key, /\p{Script=Devanagari}/u.test(hindi.get(key)!) || key === 'writing.markdown']).toEqual([key, true])
    for (const [key, words] of english)
      expect([key, words.trim() !== '', /undefined|\[object/.test(words)]).toEqual([key, true, false])
  })

  test('are all used', async () => {
    const sources = [...new Glob('{app,console}/**/*.{ts,tsx}').scanSync(client)].filter(
      (file) => !/texts\/(en|hi)\//.test(file),
    )
    const program = sources.map((file) => readFileSync(join(client, file), 'utf8')).join('\n')
    const words = (await load('en', part)) as Record<string, Words>
    const unused = Object.entries(words).flatMap(([section, each]) =>
      Object.keys(each)
        // Looked up by a code that comes from elsewhere.
        .filter(() => !['failures', 'errors'].includes(section))
        .filter((key) => !new RegExp(`[.'"]${key}\\b|[{,]\\s*${key}\\s*[,}:]`).test(program))
        .map((key) => `${section}.${key}`),
    )
    expect(unused).toEqual([])
  })
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
