import type { ComponentChildren } from 'preact'
import type { Form } from '../lib/form'
import { text } from '../texts/core'

/** Submits its form; while the request is under way it says so and does nothing. */
export function SubmitButton({ form, children }: { form: Form; children: ComponentChildren }) {
  return (
    <button type="submit" class="btn btn-primary w-full sm:w-auto sm:self-start" aria-disabled={form.busy.value}>
      {form.busy.value ? text.common.loading : children}
    </button>
  )
}
