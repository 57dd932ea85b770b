import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { type Form, sendByKeys } from '../lib/form'
import { text } from '../texts/core'

type Props = {
  form: Form
  name: string
  label: string
  hint?: ComponentChildren
  /** Renders a textarea with this many lines. */
  rows?: number
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local'
  /** The first day that can be chosen. */
  min?: string
  required?: boolean
  autocomplete?: string
  autocapitalize?: 'off'
  spellcheck?: boolean
  inputMode?: 'url' | 'numeric'
  /** When little is left of it, the field says so. */
  maxLength?: number | undefined
  /** The initial value; the element keeps its own value from then on. */
  initial?: string | undefined
  pattern?: string
  /** The current length, for a field whose `maxLength` is shown. */
  length?: number
}

/** A labelled input with its hint and its error, which `aria-describedby` connects to it. */
export function Field({ form, name, label, hint, rows, type = 'text', initial, length, ...attributes }: Props) {
  const common = {
    // No word of these is in a dictionary.
    ...(type === 'email' || type === 'password' ? { autocapitalize: 'off' as const, spellcheck: false } : {}),
    ...attributes,
    ...controlAttributes(form, name, hint),
    dir: 'auto' as const,
    ...(initial === undefined ? {} : { defaultValue: initial }),
  }
  return (
    <Labelled name={name} label={label} hint={hint} isOptional={!attributes.required}>
      {rows ? (
        <textarea {...common} rows={rows} onKeyDown={sendByKeys} class="textarea w-full text-base" />
      ) : (
        <input {...({ ...common, type } as InputHTMLAttributes<HTMLInputElement>)} class="input w-full text-base" />
      )}
      <FieldError form={form} name={name} id={fieldId(name)} />
      <Remaining length={length} max={attributes.maxLength} />
    </Labelled>
  )
}

const fieldId = (name: string): string => name.replaceAll('.', '-')

function controlAttributes(form: Form, name: string, hint: ComponentChildren) {
  const id = fieldId(name)
  const isWrong = form.errors.value[name] !== undefined
  const described = [isWrong && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { id, name, 'aria-invalid': isWrong, 'aria-describedby': described || undefined }
}

type LabelledProps = Pick<Props, 'name' | 'label' | 'hint'> & { isOptional?: boolean; children: ComponentChildren }

const Labelled = ({ name, label, hint, isOptional = false, children }: LabelledProps) => (
  <div class="flex flex-col gap-1">
    <label for={fieldId(name)} class="font-medium">
      {label}
      {isOptional && <span class="text-base-content/80 font-normal"> ({text.form.optional})</span>}
    </label>
    {children}
    {hint && (
      <p id={`${fieldId(name)}-hint`} class="text-base-content/80 text-sm">
        {hint}
      </p>
    )}
  </div>
)

/** The error of a field, with the words that it is about. */
export function FieldError({ form, name, id }: { form: Form; name: string; id: string }) {
  const error = form.errors.value[name]
  const matched = form.matched.value[name] ?? []
  if (!error) return null
  return (
    <div id={`${id}-error`} class="text-error text-sm font-medium">
      <p>{error}</p>
      {matched.length > 0 && (
        <p class="mt-1 flex flex-wrap items-center gap-1.5">
          {text.form.matched}
          {matched.map((words) => (
            <mark key={words} class="bg-error/15 text-error rounded px-1.5">
              {words}
            </mark>
          ))}
        </p>
      )}
    </div>
  )
}

const LITTLE = 0.1

function Remaining({ length, max }: { length: number | undefined; max: number | undefined }) {
  if (length === undefined || max === undefined || max - length > max * LITTLE) return null
  return <p class="text-base-content/80 text-sm">{text.form.left(max - length)}</p>
}

type SelectFieldProps = {
  form: Form
  name: string
  label: string
  options: readonly (readonly [value: string, shown: string])[]
  initial?: string
  /**
   * The empty option that is shown until one is chosen, which is then required. Without it there is always a choice.
   */
  unchosen?: string
  hint?: ComponentChildren
  onChoose?: (value: string) => void
}

export function SelectField({ form, name, label, options, initial = '', unchosen, hint, onChoose }: SelectFieldProps) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      <select
        {...controlAttributes(form, name, hint)}
        required={unchosen !== undefined}
        class="select w-full text-base"
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
      >
        {unchosen !== undefined && <option value="">{unchosen}</option>}
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={value === initial}>
            {shown}
          </option>
        ))}
      </select>
      <FieldError form={form} name={name} id={fieldId(name)} />
    </Labelled>
  )
}

type SwitchFieldProps = { name: string; value?: string; label: string; hint?: ComponentChildren; initial: boolean }

export function SwitchField({ name, value, label, hint, initial }: SwitchFieldProps) {
  return (
    <label class="flex items-start gap-3">
      <input type="checkbox" name={name} value={value} class="toggle" defaultChecked={initial} />
      <span class="min-w-0">
        <span class="block font-medium">{label}</span>
        {hint && <span class="text-base-content/80 block text-sm">{hint}</span>}
      </span>
    </label>
  )
}

/** Submits its form; while the request is under way it says so and does nothing. */
export function SubmitButton({ form, children }: { form: Form; children: ComponentChildren }) {
  return (
    <button type="submit" class="btn btn-primary w-full sm:w-auto sm:self-start" aria-disabled={form.busy.value}>
      {form.busy.value ? text.common.loading : children}
    </button>
  )
}
