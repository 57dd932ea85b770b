import { readSettings, type Settings } from '../../keeping/settings/settings'
import { Resource } from '../../lib/page'

export type RemovalReason = Settings['removalReasons'][number]

/** What moderators may pick. A superadmin may change it meanwhile, so each dialog asks anew and shows what it has. */
export const reasonSettings = new Resource(readSettings)

export const MOST_KEYS = 9

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The index of the reason that the key picks: `1` is the first. */
export function pickedBy({ key, ctrlKey, metaKey, altKey }: Pressed) {
  return ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key) ? undefined : Number(key) - 1
}

/** The first that stands on one of the rules, in the order of these. */
export const suggested = (reasons: readonly RemovalReason[], rules: readonly string[]): RemovalReason | undefined =>
  rules.flatMap((rule) => reasons.filter((reason) => reason.rule === rule))[0]

export function whyIn(values: FormData): { reason?: string; rule?: string; preset?: string } {
  return Object.fromEntries(
    (['reason', 'rule', 'preset'] as const).flatMap((name) => {
      const value = String(values.get(name) ?? '').trim()
      return value === '' ? [] : [[name, value]]
    }),
  )
}
