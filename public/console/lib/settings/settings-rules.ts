import type { Settings } from './settings'

/** A list whose order people see. */
export type ListSetting = 'topics' | 'feedbackTypes' | 'reportReasons'
/** How long one of its texts may be. */
export const LONGEST: Record<ListSetting, number> = { topics: 100, feedbackTypes: 50, reportReasons: 100 }
export const MOST_ITEMS = 100

/** Where the first text stands that says what one above it says, whatever the case. */
export function repeatedAt(texts: readonly string[]): number | undefined {
  const folded = texts.map((each) => each.trim().toLowerCase())
  const at = folded.findIndex((each, index) => folded.indexOf(each) < index)
  return at === -1 ? undefined : at
}

/** The items with one of them in another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= items.length) return [...items]
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}

export type Provider = keyof Settings['toxicityThresholds']
export type Thresholds = Record<string, number>

/** What the providers score, as they name it. */
const ATTRIBUTES: Record<Provider, readonly string[]> = {
  openai: [
    'harassment',
    'harassment/threatening',
    'hate',
    'hate/threatening',
    'illicit',
    'illicit/violent',
    'self-harm',
    'self-harm/intent',
    'self-harm/instructions',
    'sexual',
    'sexual/minors',
    'violence',
    'violence/graphic',
  ],
  perspective: ['TOXICITY', 'SEVERE_TOXICITY', 'IDENTITY_ATTACK', 'INSULT', 'PROFANITY', 'THREAT'],
}

/** Those that can be given a threshold, and those that have one. */
export const providerAttributes = (provider: Provider, thresholds: Thresholds): string[] => [
  ...new Set([...ATTRIBUTES[provider], ...Object.keys(thresholds)]),
]

/** Whether both hold the same under the same names. */
export const isSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
