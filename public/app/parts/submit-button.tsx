import type { ComponentChildren } from 'preact'
import { text } from '../texts/core'
import type { Form } from './form'

/** Sends its form; while that is under way it says so and does nothing. */
export function SubmitButton({ form, children }: { form: Form; children: ComponentChildren }) {
  return (
    <button type="submit" class="btn btn-primary w-full sm:w-auto sm:self-start" aria-disabled={form.busy.value}>
      {form.busy.value ? text.common.moment : children}
    </button>
  )
}
