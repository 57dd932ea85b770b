import type { ComponentChildren } from 'preact'
import type { Form } from '../lib/form'
import { FieldError } from './field'

type Props = {
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

export function SelectField({ form, name, label, options, initial = '', unchosen, hint, onChoose }: Props) {
  const isWrong = form.errors.value[name] !== undefined
  const described = [isWrong && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div class="flex flex-col gap-1">
      <label for={name} class="font-medium">
        {label}
      </label>
      <select
        id={name}
        name={name}
        required={unchosen !== undefined}
        class="select w-full text-base"
        aria-invalid={isWrong}
        aria-describedby={described || undefined}
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
      >
        {unchosen !== undefined && <option value="">{unchosen}</option>}
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={value === initial}>
            {shown}
          </option>
        ))}
      </select>
      <FieldError form={form} name={name} id={name} />
      {hint && (
        <p id={`${name}-hint`} class="text-base-content/80 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
