import { useSignal } from '@preact/signals'
import { type ComponentChildren, type ComponentProps, Fragment } from 'preact'
import { useFormDraft } from '../../../app/lib/form-draft'
import { Field, SelectField, SwitchField } from '../../../app/ui/field'
import { settingsText } from '../../texts/settings'
import { changeSettings, linesIn, type Settings } from './settings'
import { maySet, SettingsForm } from './settings-form'

export type Props = { settings: Settings; onSaved: (settings: Settings) => void }

type Whole = readonly unknown[] | string | number | boolean
/** The name of a setting, or of a part of one, which is the name of its field as well. */
type Path = {
  [Name in keyof Settings]: Settings[Name] extends Whole ? Name : `${Name}.${keyof Settings[Name] & string}`
}[keyof Settings]

/** How one value is shown, and what the form says of it. */
type Part = {
  name: Path
  read: (values: FormData) => unknown
  show: (saved: unknown) => ComponentChildren
}

type Words = { title: string; lead: ComponentChildren }
type FieldSettingProps = Props & { name: keyof Settings; words: Words; parts: readonly (Part | string)[] }

/** A section that is a few fields, with words between them. */
function FieldSetting({ name, words: { title, lead }, parts, settings, onSaved }: FieldSettingProps) {
  const fields = parts.filter((part) => typeof part !== 'string')
  const valuesIn = (values: FormData) => JSON.stringify(fields.map(({ read }) => read(values)))
  const saved = JSON.stringify(fields.map((field) => valueAt(settings, field.name)))
  const current = useSignal(saved)
  const draft = useFormDraft(`settings ${name}`)
  return (
    <SettingsForm
      name={name}
      title={title}
      lead={lead}
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
  read: (values) => (values.has(name) ? on : off),
  show: (saved) => <SwitchField name={name} label={label} hint={hint} initial={saved === on} />,
})

export function HelpLinesSetting(props: Props) {
  const { label, hint, ...words } = settingsText.helpLines
  return (
    <FieldSetting name="helpLines" words={words} parts={[inLines('helpLines', { label, hint, rows: 4 })]} {...props} />
  )
}

const PAGES = ['rulesPage', 'privacyPage', 'contactPage', 'moderationPage'] as const
const LANGUAGES = ['en', 'hi'] as const

/** What the campus writes on the pages of the place, in Markdown. */
export const PageSettings = (props: Props) => PAGES.map((name) => <PageSetting key={name} name={name} {...props} />)

function PageSetting({ name, ...props }: Props & { name: (typeof PAGES)[number] }) {
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
  return <FieldSetting name={name} words={{ title: pages.titles[name], lead }} parts={parts} {...props} />
}

type Switches = Words & { switches: Record<string, readonly [string, string]> }

function SwitchSettings({ name, words, ...props }: Props & { name: 'contentPatterns' | 'mails'; words: Switches }) {
  const parts = Object.entries(words.switches).map(([each, [label, hint]]) =>
    either(`${name}.${each}` as Path, label, hint),
  )
  return <FieldSetting name={name} words={words} parts={parts} {...props} />
}

export const PatternSettings = (props: Props) => (
  <SwitchSettings name="contentPatterns" words={settingsText.patterns} {...props} />
)

export const MailSettings = (props: Props) => <SwitchSettings name="mails" words={settingsText.mails} {...props} />

const MODES = ['open', 'request', 'closed'] as const

export function SignUpSetting(props: Props) {
  const { label, modes, hint, ...words } = settingsText.signUp
  const options = MODES.map((mode) => [mode, modes[mode]] as const)
  const mode: Part = {
    name: 'signUp',
    read: (values) => MODES.find((each) => each === values.get('signUp')) ?? props.settings.signUp,
    show: (saved) => <SelectField name="signUp" label={label} hint={hint} initial={String(saved)} options={options} />,
  }
  return <FieldSetting name="signUp" words={words} parts={[mode]} {...props} />
}

type EitherProps = Props & {
  name: 'readers' | 'collegeDomains' | 'administratorPasskeys' | 'notifications' | 'transparency' | 'checklist'
  words: Words & { label: string; hint: string }
  on?: string
  off?: string
}

export const EitherSetting = ({ name, words, on, off, ...props }: EitherProps) => (
  <FieldSetting name={name} words={words} parts={[either(name, words.label, words.hint, on, off)]} {...props} />
)

/** Whether the first page has the list of what a new Quad lacks; nobody but superadmins has it. */
export function ChecklistSetting(props: Props) {
  const { lead, poster, ...words } = settingsText.checklist
  if (!maySet()) return null
  const whole = (
    <>
      {lead}{' '}
      <a class="link" href="/console/poster">
        {poster}
      </a>
    </>
  )
  return <EitherSetting name="checklist" words={{ ...words, lead: whole }} {...props} />
}

const HOLDS = ['uncertain', 'scorerDown', 'newAccountLinks'] as const

/** What becomes of texts that nobody can be sure about. */
export function HoldingSetting(props: Props) {
  const { switches, certainty: label, certaintyHint: hint, ...words } = settingsText.holding
  const parts = [
    ...HOLDS.map((name) => either(`holding.${name}`, ...switches[name], 'hold', 'refuse')),
    inDigits('holding.certainty', { label, hint, required: true, maxLength: 5 }),
  ]
  return <FieldSetting name="holding" words={words} parts={parts} {...props} />
}

const LISTS = ['allow', 'hold', 'refuse'] as const

export function LinkDomainsSetting(props: Props) {
  const { lists, hints, ...words } = settingsText.linkDomains
  const parts = LISTS.map((list) => inLines(`linkDomains.${list}`, { label: lists[list], hint: hints[list], rows: 4 }))
  return <FieldSetting name="linkDomains" words={words} parts={parts} {...props} />
}

const BURSTS = ['texts', 'sameText', 'sameLink'] as const
const NUMERIC = { inputMode: 'numeric' } as const

export function NewAccountSetting(props: Props) {
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
  return <FieldSetting name="youngAccountPosts" words={words} parts={parts} {...props} />
}

export function AliasSetting(props: Props) {
  const { label, hint, ageHint, perDay, perWeek, accountDays, ...words } = settingsText.aliases
  const number = { ...NUMERIC, required: true, maxLength: 3 }
  const parts = [
    either('aliases.on', label, hint),
    inDigits('aliases.perDay', { label: perDay, ...number }),
    inDigits('aliases.perWeek', { label: perWeek, ...number }),
    inDigits('aliases.accountDays', { label: accountDays, hint: ageHint, ...number }),
  ]
  return <FieldSetting name="aliases" words={words} parts={parts} {...props} />
}

export function PictureSetting(props: Props) {
  const { accountDays, ageHint, accountMegabytes, campusMegabytes, noneHint, ...words } = settingsText.pictures
  const number = { ...NUMERIC, required: true }
  const parts = [
    inDigits('pictures.accountDays', { label: accountDays, hint: ageHint, ...number, maxLength: 3 }),
    inDigits('pictures.accountMegabytes', { label: accountMegabytes, ...number, maxLength: 5 }),
    inDigits('pictures.campusMegabytes', { label: campusMegabytes, hint: noneHint, ...number, maxLength: 7 }),
  ]
  return <FieldSetting name="pictures" words={words} parts={parts} {...props} />
}
