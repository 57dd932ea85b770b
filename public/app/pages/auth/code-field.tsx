import { Field } from '../../components/field'
import type { Form } from '../../lib/form'

/** Six digits from an email, which phones can fill in. */
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
