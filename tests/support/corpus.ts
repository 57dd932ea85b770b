import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import letters from './corpus/letters.json'
import ordinary from './corpus/ordinary.json'

export type Line = { file: string; refuse: boolean; text: string }

const FILES = ['evasions', 'innocents', 'hinglish', 'patterns']

const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dir, 'corpus', `${file}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'))

const unescaped = (text: string) =>
  text
    .replace(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})/gi, (_, long?: string, short?: string) =>
      String.fromCodePoint(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replaceAll('\\n', '\n')

/**
 * The labelled texts, one a line: `refuse` or `accept` as a person would decide, tab, text. `\uXXXX`, `\u{XXXXX}` and
 * `\n` stand for characters that one cannot see or tell apart. `words.tsv`: word, reach, severity.
 */
export const corpus = (): Line[] =>
  FILES.flatMap((file) =>
    rowsOf(file).map(([label, text = '']) => {
      if (label !== 'refuse' && label !== 'accept') throw new Error(`${file}: no such label: ${label}`)
      return { file, refuse: label === 'refuse', text: unescaped(text) }
    }),
  )

type Severity = 'mild' | 'moderate' | 'severe'

/** The banned words that the corpus is read with. */
export const corpusWords = (): { word: string; strictMode: boolean; severity: Severity }[] =>
  rowsOf('words').map(([word = '', reach, severity]) => ({
    word,
    strictMode: reach === 'strict',
    severity: severity as Severity,
  }))

/** Other ways to write a letter, as evaders do. */
const LOOKS: Record<string, string[]> = letters

const BETWEEN = ['', '', '', '.', '-', '_', ' ', ' - ', '*', '🔥', '\n', '~']
const INVISIBLE = ['', '', '', '\u200b', '\u2060', '\u00ad', '\u0336', '\u0301']

type Disguise = { look: number; capital: boolean; times: number; invisible: string }

const disguise: fc.Arbitrary<Disguise> = fc.record({
  look: fc.nat(30),
  capital: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 1, 4),
  invisible: fc.constantFrom(...INVISIBLE),
})

/**
 * One character of each: what it looks like, its case, how often, and what one cannot see. One look of letters alone is
 * left as it is.
 */
function dressed(letter: string, { look, capital, times, invisible }: Disguise) {
  const looks = LOOKS[letter] ?? []
  // Two of three letters stay themselves, and so does one that would be a number among numbers.
  const shown = looks[look] ?? (capital && letter !== 'i' ? letter.toUpperCase() : letter)
  return shown.repeat(times) + invisible
}

/** The word as an evader might write it. */
export const disguised = (word: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(disguise, { minLength: word.length, maxLength: word.length }), fc.constantFrom(...BETWEEN))
    .map(([disguises, between]) => [...word].map((letter, at) => dressed(letter, disguises[at]!)).join(between))
    .filter((text) => /\p{L}/u.test(text))

/** Words without a banned one within them, for texts that nobody minds. */
export const ORDINARY: readonly string[] = ordinary
