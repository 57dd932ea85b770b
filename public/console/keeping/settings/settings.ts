import type { Data } from '../../../../client/api'
import { api, envelope, type ResponseData } from '../../../app/lib/api'

export const readSettings = () => envelope(api.admin.settings.get())

export type Settings = ResponseData<ReturnType<typeof readSettings>>

export const changeSettings = (changes: Partial<Settings>) => envelope(api.admin.settings.patch(changes))

export type ListSetting = 'topics' | 'feedbackTypes' | 'reportReasons'
export const LONGEST: Record<ListSetting, number> = { topics: 100, feedbackTypes: 50, reportReasons: 100 }
export const MOST_ITEMS = 100

/** The API's limits. */
export const MOST_REMOVAL_REASONS = 20
export const LONGEST_REMOVAL_REASON = 300

export function repeatedAt(texts: readonly string[]): number | undefined {
  const folded = texts.map((each) => each.trim().toLowerCase())
  const at = folded.findIndex((each, index) => folded.indexOf(each) < index)
  return at === -1 ? undefined : at
}

export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= items.length) return [...items]
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}

export type Provider = keyof Settings['toxicityThresholds']
export type Thresholds = Record<string, number>

/** What each provider scores, in its own terms. */
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

/** The attributes that the provider scores, and those that already have a threshold. */
export const providerAttributes = (provider: Provider, thresholds: Thresholds): string[] => [
  ...new Set([...ATTRIBUTES[provider], ...Object.keys(thresholds)]),
]

export const isSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

export const tryAddresses = (addresses: string[], pattern: string) =>
  envelope(api.admin.settings.addresses.post({ addresses, ...(pattern === '' ? {} : { pattern }) }))
export type AddressTrial = ResponseData<ReturnType<typeof tryAddresses>>
export type MailTest = Data<typeof api.admin.settings.mail.post>
