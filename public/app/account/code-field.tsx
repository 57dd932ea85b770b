import { Field } from '../parts/field'
import type { Form } from '../parts/form'

/** Six digits from a mail; phones offer them by themselves. */
export const CodeField = ({ form, label }: { form: Form; label: string }) => (
  <Field
    form={form}
    name="otp"
    label={label}
    required
    autocomplete="one-time-code"
    inputMode="numeric"
    maxLength={6}
    spellcheck={false}
  />
)
