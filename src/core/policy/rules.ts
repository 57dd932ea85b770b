import { slurs, swearing, type WordLabel } from './built-in-words'
import type { Finding } from './finding'
import { Matcher } from './matcher'
import { type NormalizedText, normalize, Unsearchable } from './normalize'
import { findPatterns, type PatternSwitches } from './patterns'

type WordSwitches = Readonly<{ slurs: boolean; swearing: boolean }>
export type PolicySwitches = WordSwitches & PatternSwitches

/** The rules that need no external service: the moderators' words and the built-in checks that are on. */
export type Rules = { banned: Matcher<WordLabel>; on: PolicySwitches }

export type Inspection = { words: Finding[]; patterns: Finding[] }

/** Finds what is against the rules. A text that takes too long to search is against them, too. */
export function inspect(text: string, { banned, on }: Rules): Inspection {
  const normalized = normalize(text)
  try {
    if (normalized.isCut) throw new Unsearchable('The text takes too long to search')
    return { words: findWords(normalized, banned, on), patterns: findPatterns(text, normalized, on) }
  } catch (error) {
    if (!(error instanceof Unsearchable)) throw error
    return { words: [{ reason: 'unsearchable', severity: 'severe', start: 0, end: text.length }], patterns: [] }
  }
}

function findWords(text: NormalizedText, banned: Matcher<WordLabel>, on: WordSwitches): Finding[] {
  return [banned, builtInMatcher(on)]
    .flatMap((matcher) => matcher.find(text))
    .map(({ start, end, label }) => ({ ...label, start, end }))
    .sort((one, other) => one.start - other.start)
}

const NO_WORDS = new Matcher<WordLabel>([])
const SLURS = new Matcher(slurs)
const SWEARING = new Matcher(swearing)
const BOTH = new Matcher([...slurs, ...swearing])

const builtInMatcher = (on: WordSwitches): Matcher<WordLabel> =>
  on.slurs ? (on.swearing ? BOTH : SLURS) : on.swearing ? SWEARING : NO_WORDS
