import { choiceLabel } from '../lib/choice-label'
import { language } from '../texts/catalogue'
import { explanationText } from '../texts/explanation'

type Why = { reason: string | null; rule: string | null; preset: Record<'en' | 'hi', string> | null }

/** The rule, the removal reason in the language of the page, and the moderator's own words; each where there is one. */
export function explanationLines({ reason, rule, preset }: Why): string[] {
  const { why } = explanationText
  return [
    ...(rule === null ? [] : [why.rule(choiceLabel(rule))]),
    ...(preset === null ? [] : [why.reason(preset[language.value])]),
    ...(reason === null ? [] : [preset === null ? why.reason(choiceLabel(reason)) : why.added(reason)]),
  ]
}

export const Explanation = ({ of }: { of: Why }) => (
  <>
    {explanationLines(of).map((line) => (
      <p key={line} dir="auto" class="wrap-anywhere whitespace-pre-line">
        {line}
      </p>
    ))}
  </>
)
