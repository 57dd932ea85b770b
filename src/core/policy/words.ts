import { slurs, swearing, type WordLabel } from './built-in-words'
import type { Finding } from './finding'
import { Matcher } from './matcher'
import type { Normalized } from './normalize'

export type WordSwitches = Readonly<{ slurs: boolean; swearing: boolean }>

const NONE = new Matcher<WordLabel>([])
const SLURS = new Matcher(slurs)
const SWEARING = new Matcher(swearing)
const BOTH = new Matcher([...slurs, ...swearing])

const builtIn = (on: WordSwitches): Matcher<WordLabel> =>
  on.slurs ? (on.swearing ? BOTH : SLURS) : on.swearing ? SWEARING : NONE

/** Words in the text that are refused: the moderators' and the built-in ones that are switched on. */
export function wordsIn(folded: Normalized, banned: Matcher<WordLabel>, on: WordSwitches): Finding[] {
  return [banned, builtIn(on)]
    .flatMap((matcher) => matcher.find(folded))
    .map(({ start, end, label }) => ({ ...label, start, end }))
    .sort((one, other) => one.start - other.start)
}
