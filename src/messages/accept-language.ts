import { LANGUAGES, type Language } from './template'

/** A language range with its weight (RFC 9110 §12.4.2, §12.5.4). */
const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** Longer headers come from nobody who reads the answer. */
const LONGEST = 1000

/** The language that the header `Accept-Language` prefers among ours; English if it accepts none. */
export function languageFrom(header: string | null): Language {
  if (header === null) return 'en'
  const weights = new Map<string, number>()
  for (const range of header.slice(0, LONGEST).toLowerCase().split(',')) {
    const [, language, weight = '1'] = RANGE.exec(range) ?? []
    if (language !== undefined) weights.set(language, Math.max(Number(weight), weights.get(language) ?? 0))
  }
  // Of languages that weigh the same the one that is named first wins; one that is not named weighs what `*` does.
  const named = [...weights.keys()].filter(isLanguage)
  const candidates = new Set<Language>([...named, ...LANGUAGES])
  const weightOf = (language: Language) => weights.get(language) ?? weights.get('*') ?? 0
  let best: Language = 'en'
  let heaviest = 0
  for (const language of candidates) {
    if (weightOf(language) <= heaviest) continue
    best = language
    heaviest = weightOf(language)
  }
  return best
}

const isLanguage = (word: string): word is Language => (LANGUAGES as readonly string[]).includes(word)
