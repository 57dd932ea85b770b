import { refuse } from '../../errors'
import { words } from '../../lib/text/words'
import type { Account } from '../access/account'
import { examiners, judgementsOf, parts } from '../parts'
import type { Settings } from '../settings/schemas'
import { allSettings } from '../settings/settings'
import { bannedWordMatcher } from './banned-words'
import { countLinks, verdictOnLinks } from './links'
import { Matcher, type Reach, type WordToFind } from './matcher'
import { isNewAccount } from './new-accounts'
import { type NormalizedText, normalize, Unsearchable } from './normalize'
import { type Finding, findPatterns, type WordLabel } from './patterns'

// Content policy: whether a text may be stored. `refuseByPolicy` checks it against banned words and built-in patterns, its
// links against the settings (links.ts), then asks parts: first those that ask a service outside, last what they think.
// Words are found in text that is normalized (normalize.ts), so that disguises do not help (matcher.ts).

/** Texts by field, as sent: the offsets in a refusal count in them. */
export type Texts<Field extends string = string> = Readonly<Record<Field, string>>

/** Texts that passed the rules of the moment. */
export type CheckedTexts<Field extends string> = {
  /** Trimmed, to be stored. */
  texts: Texts<Field>
  /** Why a moderator has to decide first; empty for most texts, and always where the caller cannot hold one. */
  doubts: readonly Doubt[]
  /** What the answer to its author says, too, where they may need help. */
  help: { care?: true }
  /**
   * Checks again inside the write, if the rules or the texts (`current`) have changed. It never waits for a service:
   * if one is asked and the texts have changed, it refuses with 409 `CONFLICT`.
   */
  recheck(current?: Texts<Field>): void
}

/** Why nobody but a moderator can decide about a text. */
export const DOUBTS = words('uncertain scorer_down link_domain new_account_link known_picture new_account_picture')
export type Doubt = (typeof DOUBTS)[number]

type Writing = {
  author: Pick<Account, 'id' | 'role'>
  /** Of the alias or account that the text stands under; null for an alias that is not there yet. */
  name?: () => string | null
  /** Whether the text can wait for a moderator. If it cannot, what raises a doubt is refused. */
  mayHold: boolean
}

/** 400 for texts against the policy, or without a score in time. Call it before the write: it can take seconds. */
export async function refuseByPolicy<Field extends string>(
  sent: Texts<Field>,
  writing: Writing,
): Promise<CheckedTexts<Field>> {
  const rules = currentRules()
  const texts = trimTexts(sent)
  const text = Object.values<string>(texts).filter(Boolean).join('\n\n')
  const { author, name = () => author.id, mayHold } = writing
  try {
    refuseByRules(sent, rules)
  } catch (error) {
    for (const { refuses } of parts()) refuses?.(text, name)
    throw error
  }
  const doubts = await doubtsAbout(sent, writing)
  const judgements = judgementsOf(text, name)
  const holds = mayHold && judgements.some((each) => each.holds)
  return {
    texts,
    doubts: holds ? [...new Set([...doubts, 'uncertain' as const])] : doubts,
    help: judgements.some(({ needsHelp }) => needsHelp) ? { care: true } : {},
    recheck(current = texts) {
      const changed = Object.entries(trimTexts(current)).some(([field, text]) => text !== texts[field as Field])
      const { banned, on } = currentRules()
      if (changed || banned !== rules.banned || on !== rules.on) refuseByRules(current, { banned, on })
      // Two edits at once, each with a link, would make a text with both.
      if (changed) linkDoubts(current, { ...writing, mayHold: false }, allSettings())
      if (changed && examiners().length > 0) refuse('CONFLICT', 'policy.changedMeanwhile')
    },
  }
}

async function doubtsAbout(texts: Texts, writing: Writing): Promise<Doubt[]> {
  const doubts = linkDoubts(texts, writing, allSettings())
  for (const examine of examiners()) doubts.push(...(await examine(texts, writing.mayHold)))
  return doubts
}

const trimTexts = <Field extends string>(texts: Texts<Field>): Texts<Field> =>
  Object.fromEntries(Object.entries<string>(texts).map(([field, text]) => [field, text.trim()])) as Texts<Field>

/** The rules that need no external service: the moderators' words and the built-in checks that are on. */
export type Rules = { banned: Matcher<WordLabel>; on: Settings['contentPatterns'] }

const currentRules = (): Rules => ({ banned: bannedWordMatcher(), on: allSettings().contentPatterns })

/** Finds what is against the rules, in each text banned words first. Asks no provider of scores. */
export const findViolations = (texts: Texts, rules = currentRules()): (Finding & { field: string })[] =>
  Object.entries(texts).flatMap(([field, text]) => inspect(text, rules).map((each) => ({ ...each, field })))

/** More would only make the response longer. */
const MAX_MATCHES = 100

function refuseByRules(texts: Texts, rules: Rules): void {
  const all = findViolations(texts, rules)
  const source = all.some((each) => each.source === 'words') ? 'words' : 'patterns'
  const findings = all.filter((each) => each.source === source)
  if (findings.length === 0) return
  const matches = findings
    .slice(0, MAX_MATCHES)
    .map(({ field, start, end, severity }) => ({ field, start, end, severity }))
  const errors = [...Map.groupBy(findings, ({ field }) => field)].map(([field, found]) => ({
    field,
    message: reasonsOf(found).map((reason) => `policy.${reason}` as const),
  }))
  refuse('CONTENT_POLICY_VIOLATION', undefined, { errors, meta: { source, reasons: reasonsOf(findings), matches } })
}

const reasonsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ reason }) => reason))]

/** 400 for all texts together. */
export function refuseWhole(
  texts: Texts,
  message: `policy.${'link_domain' | 'new_account_link' | 'unchecked' | 'toxic'}`,
  source: 'links' | 'toxicity',
  reasons: string[],
): never {
  const errors = Object.keys(texts).map((field) => ({ field, message }))
  return refuse('CONTENT_POLICY_VIOLATION', message, { errors, meta: { source, reasons } })
}

/** What the settings say about links: 400, or a doubt. */
function linkDoubts(texts: Texts, { author, mayHold }: Writing, settings: Settings): Doubt[] {
  const { linkDomains, newAccounts, holding } = settings
  const text = Object.values(texts).join('\n\n')
  const doubts: Doubt[] = []
  const verdict = verdictOnLinks(text, linkDomains)
  if (verdict === 'refuse' || (verdict === 'hold' && !mayHold)) refuseLinks(texts, 'link_domain')
  if (verdict === 'hold') doubts.push('link_domain')
  if (newAccounts.links === null || countLinks(text, linkDomains) <= newAccounts.links) return doubts
  if (!isNewAccount(author, newAccounts)) return doubts
  if (holding.newAccountLinks === 'refuse' || !mayHold) refuseLinks(texts, 'new_account_link')
  return [...doubts, 'new_account_link']
}

/** 400 for a text that must not be held with a doubt that says that its author's account is new. */
export const refuseNewAccountLinks = (texts: Texts): never => refuseLinks(texts, 'new_account_link')

/** 400 for a picture that a moderator would have to look at, where its text cannot wait for one. */
export const refusePicture = (doubt: 'known_picture' | 'new_account_picture'): never =>
  refuse('CONTENT_POLICY_VIOLATION', `policy.${doubt}`, {
    errors: [{ field: 'picture', message: `policy.${doubt}` }],
    meta: { source: 'pictures', reasons: [doubt] },
  })

const refuseLinks = (texts: Texts, reason: 'link_domain' | 'new_account_link'): never =>
  refuseWhole(texts, `policy.${reason}`, 'links', [reason])

/** Finds what is against the rules. A text that takes too long to search is against them, too. */
export function inspect(text: string, { banned, on }: Rules): Finding[] {
  const normalized = normalize(text)
  try {
    if (normalized.isCut) throw new Unsearchable()
    return [...findWords(normalized, banned, on), ...findPatterns(text, normalized, on)]
  } catch (error) {
    if (!(error instanceof Unsearchable)) throw error
    return [{ source: 'words', reason: 'unsearchable', severity: 'severe', start: 0, end: text.length }]
  }
}

const findWords = (text: NormalizedText, banned: Matcher<WordLabel>, { slurs, swearing }: Rules['on']): Finding[] =>
  [banned, slurs ? (swearing ? BOTH : SLURS) : swearing ? SWEARING : NO_WORDS]
    .flatMap((matcher) => matcher.find(text))
    .map(({ start, end, label }) => ({ source: 'words' as const, ...label, start, end }))
    .sort((one, other) => one.start - other.start)

const listed = (words: string, reach: Reach, label: WordLabel): WordToFind<WordLabel>[] =>
  words.split(' ').map((word) => ({ word, reach, label }))

/**
 * A start until moderators have their list. Whole words, because Harshit, Wankhede and Shitole contain others. None of
 * health, law, love or the body, and no names of groups that are insults only by tone: people have to judge those.
 */
const slurs = listed(
  'nigger niggers nigga niggas kike kikes spic spics gook gooks wetback wetbacks raghead ragheads towelhead towelheads faggot faggots tranny trannies retard retards chingchong',
  'whole',
  { reason: 'slur', severity: 'severe' },
)

const swearing = [
  ...listed(
    'shit shits shitty shitting shithead shithole bullshit horseshit dipshit bitch bitches bitching bitchy cunt cunts slut sluts slutty whore whores wanker wankers twat twats asshole assholes arsehole arseholes dickhead dickheads cocksucker cocksuckers madarchod maderchod behenchod behnchod bhenchod bhosdike bhosadike bhosdiwale chutiya chutiye chutiyapa chutiyo gandu gaandu lavde lawde मादरचोद बहनचोद भोसड़ीके चूतिया गांडू',
    'whole',
    { reason: 'swearing', severity: 'moderate' },
  ),
  ...listed('fuck', 'anywhere', { reason: 'swearing', severity: 'moderate' }),
]

const NO_WORDS = new Matcher<WordLabel>([])
const SLURS = new Matcher(slurs)
const SWEARING = new Matcher(swearing)
const BOTH = new Matcher([...slurs, ...swearing])
