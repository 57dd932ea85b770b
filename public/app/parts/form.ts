import { type Signal, useSignal } from '@preact/signals'
import type { Failure } from '../api'

type Control = HTMLInputElement | HTMLTextAreaElement

/** What a form shows of itself while it is filled in: errors by field name, the refusal as a whole, whether it is on its way. */
export type Form = {
  errors: Signal<Record<string, string>>
  refusal: Signal<Failure | null>
  busy: Signal<boolean>
}

export function useForm(): Form {
  return { errors: useSignal({}), refusal: useSignal(null), busy: useSignal(false) }
}

/**
 * Checks the form by its fields' own attributes, sends it, and shows what was refused at the field that it is about;
 * the first such field gets the focus. What is about none of its fields is the form's refusal.
 * Resolves to the success, or to undefined.
 */
export async function submit<Success extends { success: true }>(
  event: SubmitEvent,
  { errors, refusal, busy }: Form,
  send: (values: FormData) => Promise<Success | Failure>,
): Promise<Success | undefined> {
  event.preventDefault()
  const element = event.currentTarget as HTMLFormElement
  if (busy.value) return undefined
  refusal.value = null
  errors.value = unfit(element)
  if (Object.keys(errors.value).length > 0) return focusFirst(element, errors.value)
  busy.value = true
  const answer = await send(new FormData(element))
  busy.value = false
  if (answer.success) return answer
  const names = controls(element).map(({ name }) => name)
  const placed = (answer.errors ?? []).flatMap(({ field, message }) => {
    const name = names.find((each) => field === each || field.startsWith(`${each}.`))
    return name === undefined ? [] : [[name, message] as const]
  })
  errors.value = Object.fromEntries(placed.reverse())
  if (placed.length === 0 || placed.length < (answer.errors?.length ?? 0)) refusal.value = answer
  return focusFirst(element, errors.value)
}

const controls = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control => 'validationMessage' in each && 'name' in each && each.name !== '',
  )

function unfit(form: HTMLFormElement): Record<string, string> {
  const invalid = controls(form).filter(({ validity }) => !validity.valid)
  return Object.fromEntries(
    invalid.map(({ name, validity, validationMessage }) => [
      name,
      validity.valueMissing ? 'This is needed' : validationMessage,
    ]),
  )
}

function focusFirst(form: HTMLFormElement, errors: Record<string, string>): undefined {
  controls(form)
    .find(({ name }) => name in errors)
    ?.focus()
}
