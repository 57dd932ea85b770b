import { emailAddresses, phoneNumbers } from './contacts'
import type { Finding, Reason, Severity } from './finding'
import type { Normalized } from './normalize'
import { governmentIds, type Place } from './personal-data'
import { plainText } from './plain-text'
import { urgedSelfHarm } from './self-harm'
import { linkSpam, repeatedCharacters } from './spam'

type Pattern = { reason: Reason; severity: Severity; places: (plain: string) => Place[] }

/** By the names of their switches. Urging self-harm is looked for apart, in the folded text. */
const PATTERNS = {
  governmentIds: { reason: 'government_id', severity: 'severe', places: governmentIds },
  linkSpam: { reason: 'link_spam', severity: 'mild', places: linkSpam },
  phoneNumbers: { reason: 'phone_number', severity: 'moderate', places: phoneNumbers },
  emailAddresses: { reason: 'email_address', severity: 'moderate', places: emailAddresses },
} as const satisfies Record<string, Pattern>

type PatternName = keyof typeof PATTERNS | 'selfHarm' | 'repeatedCharacters'
export type PatternSwitches = Readonly<Record<PatternName, boolean>>

/** What in the text matches the patterns that are switched on. */
export function patternsIn(source: string, folded: Normalized, on: PatternSwitches): Finding[] {
  const plain = plainText(source)
  const findings = (Object.keys(PATTERNS) as (keyof typeof PATTERNS)[]).flatMap((name): Finding[] => {
    if (!on[name]) return []
    const { reason, severity, places } = PATTERNS[name]
    return places(plain.text).map(({ start, end }) => ({
      reason,
      severity,
      start: plain.offset(start),
      end: plain.offset(end),
    }))
  })
  if (on.selfHarm)
    findings.push(
      ...urgedSelfHarm(source, folded).map((place) => ({
        reason: 'self_harm' as const,
        severity: 'severe' as const,
        ...place,
      })),
    )
  if (on.repeatedCharacters)
    findings.push(
      ...repeatedCharacters(source).map((place) => ({
        reason: 'repeated_characters' as const,
        severity: 'mild' as const,
        ...place,
      })),
    )
  return findings.sort((one, other) => one.start - other.start)
}
