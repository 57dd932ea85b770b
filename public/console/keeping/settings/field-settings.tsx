import { useSignal } from '@preact/signals'
import { type ComponentChildren, type ComponentProps, Fragment } from 'preact'
import { useFormDraft } from '../../../app/lib/form-draft'
import { Field, SelectField, SwitchField } from '../../../app/ui/field'
import { changeSettings, linesIn, type Settings } from './settings'
import { SettingsForm } from './settings-form'

export type Props = { settings: Settings; onSaved: (settings: Settings) => void }

type Whole = readonly unknown[] | string | number | boolean
/** The name of a setting, or of a part of one, which is the name of its field as well. */
export type Path = {
  [Name in keyof Settings]: Settings[Name] extends Whole ? Name : `${Name}.${keyof Settings[Name] & string}`
}[keyof Settings]

/** How one value is shown, and what the form says of it. */
export type Part = {
  name: Path
  label: string
  read: (values: FormData) => unknown
  show: (saved: unknown) => ComponentChildren
}

export type Words = { title: string; lead: ComponentChildren }
/** A section that is a few fields, with words between them. */
export type FieldSection = { name: keyof Settings; words: Words; parts: readonly (Part | string)[] }

export const fieldsOf = ({ parts }: FieldSection): Part[] => parts.filter((part) => typeof part !== 'string')

/** Of the settings, those that it shows are enough. */
type FieldProps = Omit<Props, 'settings'> & { settings: Partial<Settings> }

export function FieldSetting({ settings, onSaved, ...section }: FieldProps & FieldSection) {
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

const valueAt = (settings: Partial<Settings>, path: Path): unknown =>
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

export const inWords = typed(String)
export const inLines = typed(linesIn)
export const inDigits = typed(Number)
/** Nothing is no limit. */
export const limit = typed((text) => (text === '' ? null : Number(text)))

type Choice = Omit<ComponentProps<typeof SelectField>, 'name' | 'initial'>

export const oneOf = (name: Path, shown: Choice): Part => ({
  name,
  label: shown.label,
  read: (values) => values.get(name),
  show: (saved) => <SelectField {...shown} name={name} initial={String(saved)} />,
})

export const either = (name: Path, label: string, hint: string, on: unknown = true, off: unknown = false): Part => ({
  name,
  label,
  read: (values) => (values.has(name) ? on : off),
  show: (saved) => <SwitchField name={name} label={label} hint={hint} initial={saved === on} />,
})
