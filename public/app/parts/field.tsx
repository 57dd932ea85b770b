import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import type { Form } from './form'

type Props = {
  form: Form
  name: string
  label: string
  hint?: ComponentChildren
  /** Several lines of text instead of one. */
  rows?: number
  type?: 'text' | 'email' | 'password'
  required?: boolean
  autocomplete?: string
  autocapitalize?: 'off'
  spellcheck?: boolean
  inputMode?: 'url'
}

/** A labelled input with its hint and its error, both of which a screen reader hears with it. */
export function Field({ form, name, label, hint, rows, type = 'text', ...attributes }: Props) {
  const id = name.replaceAll('.', '-')
  const error = form.errors.value[name]
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    ...attributes,
    id,
    name,
    'aria-invalid': error !== undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div class="flex flex-col gap-1">
      <label for={id} class="font-medium">
        {label}
        {!attributes.required && <span class="text-base-content/80 font-normal"> (optional)</span>}
      </label>
      {rows ? (
        <textarea {...common} rows={rows} class="textarea w-full text-base" />
      ) : (
        <input {...({ ...common, type } as InputHTMLAttributes<HTMLInputElement>)} class="input w-full text-base" />
      )}
      {error && (
        <p id={`${id}-error`} class="text-error text-sm font-medium">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="text-base-content/80 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
