import { refuse, refuseField } from '../../errors'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { putSetting, readSettings, type Settings } from './settings'

/** What is left out stays as it is: a setting, a switch in one, the thresholds of a provider. */
export type ChangeSettings = {
  [Name in 'topics' | 'feedbackTypes' | 'reportReasons']?: Settings[Name] | undefined
} & {
  [Name in 'contentPatterns' | 'toxicityThresholds' | 'mails']?:
    | { [Key in keyof Settings[Name]]?: Settings[Name][Key] | undefined }
    | undefined
}

/**
 * Changes the settings that are given, from the next request on. Posts keep a topic that is offered no more. 400 when
 * there is nothing to change, and for a list that says the same twice.
 */
export async function changeSettings(user: Viewer, changes: ChangeSettings): Promise<Settings> {
  refuseRepetitions(changes)
  return writeAs(user, 'superadmin', async (tx, user) => {
    const before = await readSettings(tx)
    const given = settingsAfter(before, changes)
    const names = Object.keys(given) as (keyof Settings)[]
    if (names.length === 0) refuse('VALIDATION_FAILED', 'settings.nothingToChange')
    const changed = names.filter((name) => !Bun.deepEquals(given[name], before[name]))
    for (const name of changed) await putSetting(tx, name, { ...before, ...given }[name])
    if (changed.length > 0)
      await audit(tx, user, {
        action: 'admin:changed:settings',
        entityType: 'settings',
        entityId: null,
        metadata: { fields: changed.join(',') },
      })
    return { ...before, ...given }
  })
}

const LISTS = ['topics', 'feedbackTypes', 'reportReasons'] as const

function refuseRepetitions(changes: ChangeSettings): void {
  for (const name of LISTS) {
    const known = new Set<string>()
    for (const [at, each] of (changes[name] ?? []).entries()) {
      const folded = each.toLowerCase()
      if (known.has(folded)) refuseField(`${name}.${at}`, message('fields.duplicate', { value: each }))
      known.add(folded)
    }
  }
}

/** The settings given as they are to be: lists as sent, the others over what is there; one that gives nothing is none. */
function settingsAfter(before: Settings, changes: ChangeSettings): Partial<Settings> {
  const { contentPatterns, toxicityThresholds, mails, ...lists } = changes
  return given({
    ...lists,
    contentPatterns: over(before.contentPatterns, contentPatterns),
    toxicityThresholds: over(before.toxicityThresholds, toxicityThresholds),
    mails: over(before.mails, mails),
  })
}

function over<Value extends object>(before: Value, changes: Partial<Value> | undefined): Value | undefined {
  const sent = given(changes ?? {})
  return Object.keys(sent).length === 0 ? undefined : { ...before, ...sent }
}

const given = <Value extends object>(value: Value): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [Name in keyof Value]?: Exclude<Value[Name], undefined>
  }
