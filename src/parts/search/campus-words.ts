import words from './campus-words.json' with { type: 'json' }

// What the words of a title mean on a campus, in English, Hindi and Hinglish: `campus-words.json` has a line for each
// meaning, its first word the name of it, words that stand together with `_` between them. Most questions could have a `weak`
// one.

/** What weighs nothing: words of asking, and those that most sentences have. */
const SILENT = new Set(words.silent.flatMap((line) => line.split(' ')))

/** Of Hinglish: `milega`, `jayegi`, `karunga`. */
const FUTURE = /(?:[ey]e?n?|un)g[aie]$/

/** What a title asks for. Two that ask for different things differ, whatever else they share. */
const ASKED: Readonly<Record<string, string>> = {
  ...{ when: 'when', kab: 'when', कब: 'when', deadline: 'when', timing: 'when' },
  ...{ where: 'where', kahan: 'where', kaha: 'where', kidhar: 'where', कहाँ: 'where', कहां: 'where' },
}
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6', seventh: '7', eighth: '8' },
}

export type Meaning = { name: string; forms: readonly string[]; weight: number }
const WEAK = 0.3
const LONGEST = 4

const MEANING_OF = new Map<string, Meaning>(
  [...meanings(words.strong, 1), ...meanings(words.weak, WEAK)].flatMap(({ said, meaning }) =>
    said.map((word) => [word, meaning] as const),
  ),
)

function meanings(lines: readonly string[], weight: number) {
  return lines.map((line) => {
    const said = line.split(' ')
    return { said, meaning: { name: said[0] ?? '', forms: said.map((word) => word.replaceAll('_', ' ')), weight } }
  })
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A light fold of plurals and forms, as the index folds them. */
const folded = (word: string): string => (word.length < 5 ? word : word.replace(/(?:ing|ed|es|s)$/, ''))

/** What a title is about, and what it asks for of that. */
export type Asked = { meanings: ReadonlyMap<string, Meaning>; numbers: ReadonlySet<string>; kinds: ReadonlySet<string> }

export function meaningOf(title: string): Asked {
  const words = title.normalize('NFC').toLowerCase().replaceAll(/[’']/g, '').match(WORD) ?? []
  const asked = { meanings: new Map<string, Meaning>(), numbers: new Set<string>(), kinds: new Set<string>() }
  for (let at = 0; at < words.length; ) {
    const length = longestFrom(words, at)
    const word = words.slice(at, at + length).join('_')
    at += length
    const { name, forms, weight } = MEANING_OF.get(word) ?? { name: folded(word), forms: [word], weight: 1 }
    const number = ORDINALS[word] ?? /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1]
    const kind = ASKED[name]
    if (kind !== undefined) asked.kinds.add(kind)
    if (number !== undefined || /\d/.test(word)) asked.numbers.add(number ?? word)
    else if (kind === undefined || MEANING_OF.has(word)) {
      if (!SILENT.has(word) && (MEANING_OF.has(word) || !FUTURE.test(word)))
        asked.meanings.set(name, { name, forms, weight })
    }
  }
  return asked
}

/** How many of the words from there mean something together. */
function longestFrom(words: readonly string[], at: number): number {
  for (let length = LONGEST; length > 1; length--)
    if (at + length <= words.length && MEANING_OF.has(words.slice(at, at + length).join('_'))) return length
  return 1
}
