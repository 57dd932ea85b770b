import { Kind, plainCharacters } from './confusables'
import type { Finding, Range, Reason, Severity } from './finding'
import type { NormalizedText } from './normalize'
import { emailAddresses, governmentIds, phoneNumbers } from './personal-data'
import { urgedSelfHarm } from './self-harm'
import { linkSpam, repeatedCharacters } from './spam'

type Pattern = { reason: Reason; severity: Severity; find: (plain: string) => Range[] }

/** By the names of their switches. */
const PLAIN_TEXT_PATTERNS = {
  governmentIds: { reason: 'government_id', severity: 'severe', find: governmentIds },
  linkSpam: { reason: 'link_spam', severity: 'mild', find: linkSpam },
  phoneNumbers: { reason: 'phone_number', severity: 'moderate', find: phoneNumbers },
  emailAddresses: { reason: 'email_address', severity: 'moderate', find: emailAddresses },
} as const satisfies Record<string, Pattern>

type PatternName = keyof typeof PLAIN_TEXT_PATTERNS | 'selfHarm' | 'repeatedCharacters'
export type PatternSwitches = Readonly<Record<PatternName, boolean>>

/** Finds the patterns that are on. */
export function findPatterns(source: string, normalized: NormalizedText, on: PatternSwitches): Finding[] {
  const plain = toPlainText(source)
  const findings = (Object.keys(PLAIN_TEXT_PATTERNS) as (keyof typeof PLAIN_TEXT_PATTERNS)[]).flatMap(
    (name): Finding[] => {
      if (!on[name]) return []
      const { reason, severity, find } = PLAIN_TEXT_PATTERNS[name]
      return find(plain.text).map(({ start, end }) => ({
        reason,
        severity,
        start: plain.sourceOffset(start),
        end: plain.sourceOffset(end),
      }))
    },
  )
  if (on.selfHarm)
    for (const range of urgedSelfHarm(source, normalized))
      findings.push({ reason: 'self_harm', severity: 'severe', ...range })
  if (on.repeatedCharacters)
    for (const range of repeatedCharacters(source))
      findings.push({ reason: 'repeated_characters', severity: 'mild', ...range })
  return findings.sort((one, other) => one.start - other.start)
}

/** A text with ASCII digits for those of any script, and without invisible characters. */
type PlainText = { text: string; sourceOffset: (index: number) => number }

const ASCII = /^[\n\r\t\x20-\x7e]*$/

function toPlainText(source: string): PlainText {
  if (ASCII.test(source)) return { text: source, sourceOffset: (index) => index }
  let text = ''
  const offsets: number[] = []
  let offset = 0
  for (const character of source) {
    for (const { kind, code } of plainCharacters(character.codePointAt(0) ?? 0)) {
      if (kind === Kind.IGNORED || kind === Kind.MARK) continue
      const plain = kind === Kind.DIGIT ? String.fromCharCode(code) : character
      text += plain
      for (let unit = 0; unit < plain.length; unit++) offsets.push(offset)
      if (kind !== Kind.DIGIT) break
    }
    offset += character.length
  }
  offsets.push(offset)
  return { text, sourceOffset: (index) => offsets[index] ?? offset }
}
