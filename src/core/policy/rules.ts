import type { WordLabel } from './built-in-words'
import type { Finding } from './finding'
import { type Matcher, Unsearchable } from './matcher'
import { fold } from './normalize'
import { type PatternSwitches, patternsIn } from './patterns'
import { type WordSwitches, wordsIn } from './words'

export type PolicySwitches = WordSwitches & PatternSwitches

/** What a text is held against without asking anybody. */
export type Rules = { banned: Matcher<WordLabel>; on: PolicySwitches }

export type Inspection = { words: Finding[]; patterns: Finding[] }

/** What in the text is against the rules. One that cannot be searched in good time is, too. */
export function inspect(text: string, { banned, on }: Rules): Inspection {
  const folded = fold(text)
  try {
    return { words: wordsIn(folded, banned, on), patterns: patternsIn(text, folded, on) }
  } catch (error) {
    if (!(error instanceof Unsearchable)) throw error
    return { words: [{ reason: 'unsearchable', severity: 'severe', start: 0, end: text.length }], patterns: [] }
  }
}
