import { config } from '../../config'
import { type FieldError, refuse } from '../../errors'
import type { MessageOrKey } from '../../messages/message'
import { contentPatterns, toxicityThresholds } from '../settings/settings'
import { bannedWordMatcher } from './banned-words'
import type { Finding } from './finding'
import { inspect, type Rules } from './rules'
import { type Provider, ScoreUnavailable, toxicIn } from './toxicity'

/** Texts by the fields they came in, as sent: the offsets in a refusal count in them. */
export type Texts<Field extends string = string> = Readonly<Record<Field, string>>

/** Texts that were let through, by the rules as they were then. */
export type Passed<Field extends string> = {
  /** Trimmed, to be stored. */
  texts: Texts<Field>
  /**
   * For inside the write: decides again where the rules have changed since or, in `now`, the texts. It waits for
   * nobody: where a provider has scored others than these, it is 409 `CONFLICT`.
   */
  stillPasses(now?: Texts<Field>): Promise<void>
}

/**
 * Refuses texts that are against the content policy (400 `CONTENT_POLICY_VIOLATION`), and all that a provider of
 * scores, where one is configured, cannot score in time. To be called before the write, for it may take seconds.
 */
export async function refuseByPolicy<Field extends string>(sent: Texts<Field>): Promise<Passed<Field>> {
  const rules = await currentRules()
  refuseByRules(sent, rules)
  await refuseToxic(sent)
  const texts = trimmed(sent)
  return {
    texts,
    async stillPasses(now = texts) {
      const changed = Object.entries(trimmed(now)).some(([field, text]) => text !== texts[field as Field])
      const present = await currentRules()
      if (changed || present.banned !== rules.banned || present.on !== rules.on) refuseByRules(now, present)
      if (changed && provider !== undefined) refuse('CONFLICT', 'policy.changedMeanwhile')
    },
  }
}

const trimmed = <Field extends string>(texts: Texts<Field>): Texts<Field> =>
  Object.fromEntries(Object.entries<string>(texts).map(([field, text]) => [field, text.trim()])) as Texts<Field>

type FieldFinding = Finding & { field: string }

/** What in the texts is against the rules that need nobody's judgement: banned words first. */
export async function findingsIn(texts: Texts): Promise<FieldFinding[]> {
  const { words, patterns } = inspectAll(texts, await currentRules())
  return [...words, ...patterns]
}

const currentRules = async (): Promise<Rules> => ({ banned: await bannedWordMatcher(), on: await contentPatterns() })

function inspectAll(texts: Texts, rules: Rules): { words: FieldFinding[]; patterns: FieldFinding[] } {
  const all = Object.entries(texts).map(([field, text]) => {
    const { words, patterns } = inspect(text, rules)
    const inField = (finding: Finding) => ({ ...finding, field })
    return { words: words.map(inField), patterns: patterns.map(inField) }
  })
  return { words: all.flatMap(({ words }) => words), patterns: all.flatMap(({ patterns }) => patterns) }
}

/** More would only make the answer longer. */
const MATCHES_SHOWN = 100

function refuseByRules(texts: Texts, rules: Rules): void {
  const { words, patterns } = inspectAll(texts, rules)
  const [source, findings] = words.length > 0 ? (['words', words] as const) : (['patterns', patterns] as const)
  if (findings.length === 0) return
  const matches = findings
    .slice(0, MATCHES_SHOWN)
    .map(({ field, start, end, severity }) => ({ field, start, end, severity }))
  refuseText(errorsOf(findings), { source, reasons: [...new Set(findings.map(({ reason }) => reason))], matches })
}

function errorsOf(findings: readonly FieldFinding[]): FieldError[] {
  const byField = new Map<string, Set<Finding['reason']>>()
  for (const { field, reason } of findings) byField.set(field, (byField.get(field) ?? new Set()).add(reason))
  return [...byField].map(([field, reasons]) => ({
    field,
    message: [...reasons].map((reason) => `policy.${reason}` as const),
  }))
}

type Meta = { source: string; reasons: string[]; matches?: unknown[] }

function refuseText(errors: FieldError[], meta: Meta, text?: MessageOrKey): never {
  return refuse('CONTENT_POLICY_VIOLATION', text, { errors, meta })
}

const provider = configuredProvider()

function configuredProvider(): Provider | undefined {
  const { provider: name, url, ...more } = config.toxicity
  return name === 'off' || url === undefined ? undefined : { ...more, provider: name, url }
}

/** Scores all fields as one text, so that what is split over title and content is judged as it is read. */
async function refuseToxic(texts: Texts): Promise<void> {
  if (provider === undefined) return
  const reasons = await toxicReasons(Object.values(texts).join('\n\n'), provider)
  if (reasons.length === 0) return
  const message = reasons.includes(UNAVAILABLE) ? 'policy.unchecked' : 'policy.toxic'
  refuseText(
    Object.keys(texts).map((field) => ({ field, message })),
    { source: 'toxicity', reasons },
    message,
  )
}

const UNAVAILABLE = 'unavailable'

async function toxicReasons(text: string, asked: Provider): Promise<string[]> {
  try {
    return await toxicIn(text, asked, (await toxicityThresholds())[asked.provider])
  } catch (error) {
    if (error instanceof ScoreUnavailable) return [UNAVAILABLE]
    throw error
  }
}
