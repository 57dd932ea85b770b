import { FieldError } from '../../app/parts/field'
import type { Form } from '../../app/parts/form'

type Props = {
  form: Form
  name: string
  label: string
  options: readonly (readonly [value: string, name: string])[]
  initial: string
}

/** One of a list, as a field of a form. */
export function SelectField({ form, name, label, options, initial }: Props) {
  const isWrong = form.errors.value[name] !== undefined
  return (
    <div class="flex flex-col gap-1">
      <label for={name} class="font-medium">
        {label}
      </label>
      <select
        id={name}
        name={name}
        class="select w-full truncate text-base"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${name}-error` : undefined}
      >
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={value === initial}>
            {shown}
          </option>
        ))}
      </select>
      <FieldError form={form} name={name} id={name} />
    </div>
  )
}
