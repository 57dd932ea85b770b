import type { Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { domainOf } from '../../lib/mail/email-address'
import { message } from '../../messages/message'
import { readAccount, type Viewer } from '../access/account'
import { requireReauthentication } from '../access/levels'
import { writeAs } from '../access/write-as'
import { type Actor, audit } from '../audit/audit'
import type { Settings } from './schemas'
import { readSettings, storeSetting } from './settings'

type Change<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: Value[Key] | undefined }
    : Value

/** Settings, switches and the thresholds of a provider that are left out do not change. */
export type ChangeSettings = { [Name in keyof Settings]?: Change<Settings[Name]> | undefined }

/** Changes settings from the next request on. Posts keep a topic that is no longer offered. */
export async function changeSettings(user: Viewer, changes: ChangeSettings): Promise<Settings> {
  refuseDuplicates(changes)
  const wanted = { ...changes, ...storedDomains(changes) }
  return writeAs(user, 'superadmin', (tx, user) => {
    const before = readSettings(tx)
    const update = mergeChanges(before, wanted)
    const after = { ...before, ...update }
    refuseUnknownRules(changes, after)
    const names = Object.keys(update) as (keyof Settings)[]
    if (names.length === 0) refuse('VALIDATION_FAILED', 'settings.nothingToChange')
    const changed = names.filter((name) => !Bun.deepEquals(after[name], before[name]))
    for (const name of changed) storeSetting(tx, name, after[name])
    if (changed.some((name) => SENSITIVE.has(name))) requireReauthentication(user)
    // Nobody locks itself out.
    if (readAccount(tx, user.id)?.lacksPasskey) refuse('CONFLICT', 'settings.passkeyFirst')
    const entry = { entityType: 'settings', entityId: null, metadata: { fields: changed.join(',') } } as const
    if (changed.length > 0) audit(tx, user, { ...entry, action: 'admin:changed:settings' })
    return after
  })
}

/** For the operator, who cannot lock anybody out for good. */
export function setAdministratorPasskeys(tx: Tx, operator: Actor, isNeeded: boolean): void {
  storeSetting(tx, 'administratorPasskeys', isNeeded)
  const entry = { entityType: 'settings', entityId: null, metadata: { fields: 'administratorPasskeys' } } as const
  audit(tx, operator, { ...entry, action: 'operator:changed:settings' })
}

/** Who may do what: a stolen session must not decide that. */
const SENSITIVE: ReadonlySet<keyof Settings> = new Set(['collegeDomains', 'administratorPasskeys'])

/** A reason whose rule is taken off the list later stands on none. */
function refuseUnknownRules({ removalReasons = [] }: ChangeSettings, { reportReasons: rules }: Settings): void {
  for (const [index, { rule }] of removalReasons.entries())
    if (rule !== null && !rules.includes(rule))
      refuseField(`removalReasons.${index}.rule`, message('settings.unknownRule', { rules }))
}

const LISTS = ['topics', 'feedbackTypes', 'reportReasons', 'helpLines'] as const

function refuseDuplicates(changes: ChangeSettings): void {
  for (const name of LISTS) refuseDuplicatesIn(changes[name] ?? [], (index) => `${name}.${index}`)
  const reasons = changes.removalReasons ?? []
  for (const language of ['en', 'hi'] as const)
    refuseDuplicatesIn(
      reasons.map((reason) => reason[language]),
      (index) => `removalReasons.${index}.${language}`,
    )
}

function refuseDuplicatesIn(values: readonly string[], fieldAt: (index: number) => string): void {
  const known = new Set<string>()
  for (const [index, value] of values.entries()) {
    const lower = value.toLowerCase()
    if (known.has(lower)) refuseField(fieldAt(index), message('fields.duplicate', { value }))
    known.add(lower)
  }
}

/** The domains as links are compared with them. 400 for what is none, and for one that is in two lists. */
function storedDomains({ linkDomains }: ChangeSettings): Pick<ChangeSettings, 'linkDomains'> {
  if (linkDomains === undefined) return {}
  const listed = new Set<string>()
  const stored = (verdict: keyof Settings['linkDomains']) =>
    linkDomains[verdict]?.map((entry, index) => {
      const field = `linkDomains.${verdict}.${index}`
      const domain = entry.trim() === '*' ? '*' : domainOf(entry.trim())
      if (domain === undefined) return refuseField(field, 'settings.domain')
      if (listed.has(domain)) refuseField(field, message('fields.duplicate', { value: domain }))
      listed.add(domain)
      return domain
    })
  return { linkDomains: { refuse: stored('refuse'), hold: stored('hold'), allow: stored('allow') } }
}

/** The new value of each setting in `changes`: lists and numbers replace the old value, objects are merged into it. */
function mergeChanges(before: Settings, changes: ChangeSettings): Partial<Settings> {
  const merged = Object.entries(changes).map(([name, value]) => [name, merge(before[name as keyof Settings], value)])
  return withoutUndefined(Object.fromEntries(merged))
}

/** Undefined when there is nothing to merge. */
function merge(before: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change
  const update = withoutUndefined(change)
  return Object.keys(update).length === 0 ? undefined : { ...(before as object), ...update }
}

const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
