import { Matcher } from './matcher'
import type { Normalized } from './normalize'
import type { Place } from './personal-data'
import type { Sought } from './word-tree'

/** Phrases that are said to a person, and those that have other meanings unless somebody is called upon to do it. */
type Phrase = 'said_to_you' | 'needs_urging'

const SAID_TO_YOU =
  'kill yourself, kill your self, kill urself, kill ur self, kys, hang yourself, hang urself, neck yourself, shoot yourself, slit your wrists, slit your wrist, slit ur wrists, slit your throat, end your own life, take your own life, unalive yourself, suicide kar le, suicide karle, suicide kar lo, khudkushi kar le, khudkushi karle, zeher kha le, jeher kha le, phansi laga le, faansi laga le, jaake mar ja, ja ke mar, doob ke mar, doob mar, आत्महत्या कर ले, मर जा, ज़हर खा ले'

const NEEDS_URGING =
  'commit suicide, drink bleach, jump off a bridge, jump off a building, jump off the roof, jump off a cliff, end your life, end it all, go die, go and die, just die, mar ja, mar jaa, cut your wrists, cut yourself'

const listed = (phrases: string, label: Phrase): Sought<Phrase>[] =>
  phrases.split(', ').map((word) => ({ word, reach: 'whole', label }))

const matcher = new Matcher([...listed(SAID_TO_YOU, 'said_to_you'), ...listed(NEEDS_URGING, 'needs_urging')])

/** Advice against it, help, and speaking of oneself or of others. */
const HEDGED =
  /\b(?:don['’]?t|do not|dont|never|not|won['’]?t|wouldn['’]?t|shouldn['’]?t|can['’]?t|cannot|without|instead of|rather than|if you|when you|feel(?:ing)? like|felt like|want(?:s|ed|ing)? to|wanna|think(?:ing)? (?:of|about)|thoughts? (?:of|about)|urges? to|about to|tr(?:y|ied|ying) to|plan(?:s|ned|ning)? to|told (?:me|him|her|them|us) to|says?|said|saying|called|means?|mat|who|people|students)(?:\s+[^\s,;:]+){0,2}\s*["'“‘]?$/i

/** Said to somebody: the phrase begins what is said, or follows on a call to do it. */
const URGED =
  /(?:^|[.!?,;:\n"“(]\s*|\b(?:just|go|and|should|must|please|pls|plz|can|could|better|to|you|u|jaake|jake|ja|jao|tu|tum|tujhe|sale|saale)\s+)$/i

/** How much before a phrase is read: a clause. */
const CLAUSE = 60

/** Places where somebody is urged to self-harm; speaking about it, or against it, is none. */
export function urgedSelfHarm(source: string, folded: Normalized): Place[] {
  return matcher
    .find(folded)
    .filter(({ start, label }) => {
      const before = clauseBefore(source, start)
      return !HEDGED.test(before) && (label === 'said_to_you' || URGED.test(before))
    })
    .map(({ start, end }) => ({ start, end }))
}

const clauseBefore = (source: string, end: number): string =>
  source
    .slice(Math.max(0, end - CLAUSE), end)
    .replace(/^[\s\S]*[.!?\n](?=[\s\S])/, '')
    .replace(/\bwhy (?:don['’]?t|not)\b/gi, '')
