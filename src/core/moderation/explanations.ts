import { t } from 'elysia'
import { refuseField } from '../../errors'
import { message } from '../../messages/message'
import { MAX_REASON_LENGTH } from '../settings/removal-reasons'
import { removalReasons, reportReasons } from '../settings/settings'

// What the author of something that was taken away reads: the rule, a removal reason of the settings, and the
// moderator's own words.

/** In a request. */
export const ruleNamed = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 100,
    description: 'What a removal is for: one of the report reasons of the instance. Its author reads it',
  }),
)
export const presetNamed = t.Optional(
  t.String({
    minLength: 1,
    maxLength: MAX_REASON_LENGTH,
    description:
      'The English text of one of the `removalReasons` of the settings. Its author reads it in either language, and the rule that it stands on',
  }),
)

/** `preset` is the English text of a removal reason. */
export type Why = { reason?: string | undefined; rule?: string | undefined; preset?: string | undefined }

/** As it is stored; `preset` as JSON, in both languages. */
export type Explanation = { reason: string | null; rule: string | null; preset: string | null }

/**
 * A removal reason brings its rule, unless another is named. 400 for a rule or a removal reason that the settings do not
 * list, and for either where nothing is taken away.
 */
export async function explain({ reason, rule, preset }: Why, isTakenAway: boolean): Promise<Explanation> {
  const rules = await reportReasons()
  const isRule = (name: string | null | undefined): name is string => typeof name === 'string' && rules.includes(name)
  if (rule !== undefined && (!isTakenAway || !isRule(rule))) refuseField('rule', message('moderation.rule', { rules }))
  const explanation = { reason: reason ?? null, rule: rule ?? null, preset: null }
  if (preset === undefined) return explanation
  const picked = (await removalReasons()).find(({ en }) => en === preset)
  if (!isTakenAway || picked === undefined) return refuseField('preset', 'moderation.preset')
  const { en, hi } = picked
  return {
    ...explanation,
    rule: rule ?? (isRule(picked.rule) ? picked.rule : null),
    preset: JSON.stringify({ en, hi }),
  }
}
