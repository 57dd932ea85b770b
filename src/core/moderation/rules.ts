import { refuseField } from '../../errors'
import { message } from '../../messages/message'
import { reportReasons } from '../settings/settings'

/** 400 for a rule that the settings do not list, and for one where nothing is taken away. */
export async function configuredRule(rule: string | undefined, isTakenAway: boolean): Promise<string | null> {
  if (rule === undefined) return null
  const rules = await reportReasons()
  if (!isTakenAway || !rules.includes(rule)) refuseField('rule', message('moderation.rule', { rules }))
  return rule
}
