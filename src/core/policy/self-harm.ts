import type { Range } from './finding'
import { Matcher } from './matcher'
import type { NormalizedText } from './normalize'
import type { WordToFind } from './word-tree'

/** Phrases that address a person, and phrases that are harmless unless they urge somebody. */
type Phrase = 'said_to_you' | 'needs_urging'

const SAID_TO_YOU =
  'kill yourself, kill your self, kill urself, kill ur self, kys, hang yourself, hang urself, neck yourself, shoot yourself, slit your wrists, slit your wrist, slit ur wrists, slit your throat, end your own life, take your own life, unalive yourself, suicide kar le, suicide karle, suicide kar lo, khudkushi kar le, khudkushi karle, zeher kha le, jeher kha le, phansi laga le, faansi laga le, jaake mar ja, ja ke mar, doob ke mar, doob mar, आत्महत्या कर ले, मर जा, ज़हर खा ले'

const NEEDS_URGING =
  'commit suicide, drink bleach, jump off a bridge, jump off a building, jump off the roof, jump off a cliff, end your life, end it all, go die, go and die, just die, mar ja, mar jaa, cut your wrists, cut yourself'

const listed = (phrases: string, label: Phrase): WordToFind<Phrase>[] =>
  phrases.split(', ').map((word) => ({ word, reach: 'whole', label }))

const matcher = new Matcher([...listed(SAID_TO_YOU, 'said_to_you'), ...listed(NEEDS_URGING, 'needs_urging')])

/** Before a phrase: advice against it, help, or talk about oneself or others. */
const HEDGED =
  /\b(?:don['’]?t|do not|dont|never|not|won['’]?t|wouldn['’]?t|shouldn['’]?t|can['’]?t|cannot|without|instead of|rather than|if you|when you|feel(?:ing)? like|felt like|want(?:s|ed|ing)? to|wanna|think(?:ing)? (?:of|about)|thoughts? (?:of|about)|urges? to|about to|tr(?:y|ied|ying) to|plan(?:s|ned|ning)? to|told (?:me|him|her|them|us) to|says?|said|saying|called|means?|mat|who|people|students)(?:\s+[^\s,;:]+){0,2}\s*["'“‘]?$/i

/** Before a phrase that urges: the start of a sentence, or a word that calls on somebody. */
const URGED =
  /(?:^|[.!?,;:\n"“(]\s*|\b(?:just|go|and|should|must|please|pls|plz|can|could|better|to|you|u|jaake|jake|ja|jao|tu|tum|tujhe|sale|saale)\s+)$/i

/** How many characters before a phrase are read. */
const CLAUSE_LENGTH = 60

/** Where the text urges somebody to self-harm. Writing about it, or against it, does not count. */
export function urgedSelfHarm(source: string, normalized: NormalizedText): Range[] {
  return matcher
    .find(normalized)
    .filter(({ start, label }) => {
      const before = clauseBefore(source, start)
      return !HEDGED.test(before) && (label === 'said_to_you' || URGED.test(before))
    })
    .map(({ start, end }) => ({ start, end }))
}

const clauseBefore = (source: string, end: number): string =>
  source
    .slice(Math.max(0, end - CLAUSE_LENGTH), end)
    .replace(/^[\s\S]*[.!?\n](?=[\s\S])/, '')
    .replace(/\bwhy (?:don['’]?t|not)\b/gi, '')
