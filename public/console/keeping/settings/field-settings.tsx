import { useSignal } from '@preact/signals'
import { type ComponentChildren, type ComponentProps, Fragment } from 'preact'
import { useFormDraft } from '../../../app/lib/form-draft'
import { Field, SelectField, SwitchField } from '../../../app/ui/field'
import { settingsText } from '../../texts/settings'
import { changeSettings, linesIn, type Settings } from './settings'
import { SettingsForm } from './settings-form'

export type Props = { settings: Settings; onSaved: (settings: Settings) => void }

type Whole = readonly unknown[] | string | number | boolean
/** The name of a setting, or of a part of one, which is the name of its field as well. */
type Path = {
  [Name in keyof Settings]: Settings[Name] extends Whole ? Name : `${Name}.${keyof Settings[Name] & string}`
}[keyof Settings]

/** How one value is shown, and what the form says of it. */
type Part = {
  name: Path
  label: string
  read: (values: FormData) => unknown
  show: (saved: unknown) => ComponentChildren
}

type Words = { title: string; lead: ComponentChildren }
/** A section that is a few fields, with words between them. */
export type FieldSection = { name: keyof Settings; words: Words; parts: readonly (Part | string)[] }

export const fieldsOf = ({ parts }: FieldSection): Part[] => parts.filter((part) => typeof part !== 'string')

export function FieldSetting({ settings, onSaved, ...section }: Props & FieldSection) {
  const { name, words, parts } = section
  const fields = fieldsOf(section)
  const valuesIn = (values: FormData) => JSON.stringify(fields.map(({ read }) => read(values)))
  const saved = JSON.stringify(fields.map((field) => valueAt(settings, field.name)))
  const current = useSignal(saved)
  const draft = useFormDraft(`settings ${name}`)
  return (
    <SettingsForm
      name={name}
      title={words.title}
      lead={words.lead}
      isChanged={current.value !== saved}
      draft={draft}
      onInput={(values) => (current.value = valuesIn(values))}
      send={(values) => changeSettings(changesIn(fields, values))}
      onSaved={onSaved}
    >
      {parts.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>{part}</p>
        ) : (
          <Fragment key={part.name}>{part.show(valueAt(settings, part.name))}</Fragment>
        ),
      )}
    </SettingsForm>
  )
}

const valueAt = (settings: Settings, path: Path): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings)

function changesIn(fields: readonly Part[], values: FormData): Partial<Settings> {
  const changes: Record<string, unknown> = {}
  for (const { name, read } of fields) {
    const [setting = '', part] = name.split('.')
    changes[setting] = part === undefined ? read(values) : { ...(changes[setting] as object), [part]: read(values) }
  }
  return changes as Partial<Settings>
}

type Shown = Omit<ComponentProps<typeof Field>, 'form' | 'name' | 'initial'>

const typed =
  (read: (text: string) => unknown) =>
  (name: Path, shown: Shown): Part => ({
    name,
    label: shown.label,
    read: (values) => read(String(values.get(name) ?? '').trim()),
    show: (saved) => <Field {...shown} name={name} initial={written(saved)} />,
  })

const written = (saved: unknown): string => (Array.isArray(saved) ? saved.join('\n') : String(saved ?? ''))

const inWords = typed(String)
const inLines = typed(linesIn)
const inDigits = typed(Number)
/** Nothing is no limit. */
const limit = typed((text) => (text === '' ? null : Number(text)))

const either = (name: Path, label: string, hint: string, on: unknown = true, off: unknown = false): Part => ({
  name,
  label,
  read: (values) => (values.has(name) ? on : off),
  show: (saved) => <SwitchField name={name} label={label} hint={hint} initial={saved === on} />,
})

export function helpLinesSection(): FieldSection {
  const { hint, ...words } = settingsText.helpLines
  return { name: 'helpLines', words, parts: [inLines('helpLines', { label: words.title, hint, rows: 4 })] }
}

type Labelled = Words & { label: string; hint: string }

export const eitherSection = (
  name: keyof Settings & Path,
  words: Labelled,
  on?: string,
  off?: string,
): FieldSection => ({
  name,
  words,
  parts: [either(name, words.label, words.hint, on, off)],
})

type Switches = Words & { switches: Record<string, readonly [string, string]> }

export const switchSection = (name: 'contentPatterns' | 'mails', words: Switches): FieldSection => ({
  name,
  words,
  parts: Object.entries(words.switches).map(([each, [label, hint]]) => either(`${name}.${each}` as Path, label, hint)),
})

const LANGUAGES = ['en', 'hi'] as const

/** What the campus writes on a page of the place, in Markdown. */
export function pageSection(name: keyof typeof settingsText.pages.titles): FieldSection {
  const { pages } = settingsText
  const lead = (
    <>
      {pages.leads[name]} {pages.lead}{' '}
      <a class="link" href={`/about/${name.replace('Page', '')}`}>
        {pages.show}
      </a>
    </>
  )
  const parts = LANGUAGES.map((language) =>
    inWords(`${name}.${language}`, { label: pages.languages[language], rows: 6, maxLength: 5000 }),
  )
  return { name, words: { title: pages.titles[name], lead }, parts }
}

const MODES = ['open', 'request', 'closed'] as const

export function signUpSection(): FieldSection {
  const { label, modes, hint, ...words } = settingsText.signUp
  const options = MODES.map((mode) => [mode, modes[mode]] as const)
  const mode: Part = {
    name: 'signUp',
    label,
    read: (values) => values.get('signUp'),
    show: (saved) => <SelectField name="signUp" label={label} hint={hint} initial={String(saved)} options={options} />,
  }
  return { name: 'signUp', words, parts: [mode] }
}

/** Whether the first page has the list of what a new Quad lacks; nobody but superadmins has it. */
export function checklistSection(): FieldSection {
  const { lead, poster, ...words } = settingsText.checklist
  const whole = (
    <>
      {lead}{' '}
      <a class="link" href="/console/poster">
        {poster}
      </a>
    </>
  )
  return eitherSection('checklist', { ...words, lead: whole })
}

const HOLDS = ['uncertain', 'scorerDown', 'newAccountLinks'] as const

/** What becomes of texts that nobody can be sure about. */
export function holdingSection(): FieldSection {
  const { switches, certainty: label, certaintyHint: hint, ...words } = settingsText.holding
  const parts = [
    ...HOLDS.map((name) => either(`holding.${name}`, ...switches[name], 'hold', 'refuse')),
    inDigits('holding.certainty', { label, hint, required: true, maxLength: 5 }),
  ]
  return { name: 'holding', words, parts }
}

const LISTS = ['allow', 'hold', 'refuse'] as const

export function linkDomainsSection(): FieldSection {
  const { lists, hints, ...words } = settingsText.linkDomains
  const parts = LISTS.map((list) => inLines(`linkDomains.${list}`, { label: lists[list], hint: hints[list], rows: 4 }))
  return { name: 'linkDomains', words, parts }
}

const BURSTS = ['texts', 'sameText', 'sameLink'] as const
const NUMERIC = { inputMode: 'numeric' } as const

export function newAccountSection(): FieldSection {
  const { hours, karma, label, comments, links, noLimit, burstsLead, never, ...words } = settingsText.youngAccounts
  const parts = [
    inDigits('newAccounts.hours', { label: hours, ...NUMERIC, required: true, maxLength: 3 }),
    // Karma can be negative, and some keyboards for numbers have no sign.
    limit('newAccounts.karma', { label: karma, hint: noLimit, maxLength: 5 }),
    inDigits('youngAccountPosts', { label, ...NUMERIC, required: true, maxLength: 4 }),
    limit('newAccounts.comments', { label: comments, hint: noLimit, ...NUMERIC, maxLength: 5 }),
    limit('newAccounts.links', { label: links, hint: noLimit, ...NUMERIC, maxLength: 5 }),
    burstsLead,
    ...BURSTS.map((name) => limit(`bursts.${name}`, { label: words[name], hint: never, ...NUMERIC, maxLength: 4 })),
  ]
  return { name: 'youngAccountPosts', words, parts }
}

export function aliasSection(): FieldSection {
  const { label, hint, ageHint, perDay, perWeek, accountDays, ...words } = settingsText.aliases
  const number = { ...NUMERIC, required: true, maxLength: 3 }
  const parts = [
    either('aliases.on', label, hint),
    inDigits('aliases.perDay', { label: perDay, ...number }),
    inDigits('aliases.perWeek', { label: perWeek, ...number }),
    inDigits('aliases.accountDays', { label: accountDays, hint: ageHint, ...number }),
  ]
  return { name: 'aliases', words, parts }
}

export function pictureSection(): FieldSection {
  const { accountDays, ageHint, accountMegabytes, campusMegabytes, noneHint, ...words } = settingsText.pictures
  const number = { ...NUMERIC, required: true }
  const parts = [
    inDigits('pictures.accountDays', { label: accountDays, hint: ageHint, ...number, maxLength: 3 }),
    inDigits('pictures.accountMegabytes', { label: accountMegabytes, ...number, maxLength: 5 }),
    inDigits('pictures.campusMegabytes', { label: campusMegabytes, hint: noneHint, ...number, maxLength: 7 }),
  ]
  return { name: 'pictures', words, parts }
}
