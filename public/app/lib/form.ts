import { useComputed, useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useLayoutEffect } from 'preact/hooks'
import { text } from '../texts/core'
import type { Failure } from './api'
import { policyMessage } from './failures'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type Form = ReturnType<typeof useForm>

/** The state of a form: errors by field name, the refusal of the whole, whether it sends nothing now. */
export function useForm() {
  const errors = useSignal<Record<string, string>>({})
  /** Words of a field that the content policy objects to. */
  const matched = useSignal<Record<string, string[]>>({})
  const refusal = useSignal<Failure | null>(null)
  /** How much has to come first: the answer to what was sent, and what the form needs to be there. */
  const pending = useSignal(0)
  const busy = useComputed(() => pending.value > 0)
  return { errors, matched, refusal, pending, busy }
}

/** The form around a field. */
export const FormContext = createContext<Form | null>(null)

export const useFormAround = (): Form => useContext(FormContext)!

/** Keeps the form from being sent while what it needs is not there. */
export function useMissing(isMissing: boolean, { pending }: Form = useFormAround()): void {
  useLayoutEffect(() => {
    if (!isMissing) return
    pending.value++
    return () => {
      pending.value--
    }
  }, [isMissing])
}

/**
 * Validates the form by the attributes of its fields, sends it, and shows each error at its field; the first such field
 * gets the focus. An error about none of its fields becomes the refusal of the form. Resolves to the success, or to
 * undefined.
 */
export async function submit<Success extends { success: true }>(
  event: SubmitEvent,
  form: Form,
  send: (values: FormData) => Promise<Success | Failure>,
): Promise<Success | undefined> {
  event.preventDefault()
  const element = event.currentTarget as HTMLFormElement
  clearOnInput(element, form)
  const { errors, matched, refusal, pending, busy } = form
  if (busy.value) return undefined
  refusal.value = null
  matched.value = {}
  errors.value = validationErrors(element)
  if (Object.keys(errors.value).length > 0) return focusFirst(element, errors.value)
  pending.value++
  // With the button that was pressed, which may be a choice.
  const values = new FormData(element, event.submitter)
  const answer = await send(values)
  pending.value--
  if (answer.success) return answer
  // Whoever cancels that dialog is back in the form as it was.
  if (answer.code === 'REAUTHENTICATION_REQUIRED') return undefined
  const names = controls(element).map(({ name }) => name)
  const placed = (answer.errors ?? []).flatMap(({ field, message }) => {
    const name = names.find((each) => field === each || field.startsWith(`${each}.`))
    return name === undefined ? [] : [[name, message] as const]
  })
  const policy = names.flatMap((name) => {
    const words = policyMessage(answer, name, String(values.get(name)))
    return words ? [[name, words] as const] : []
  })
  matched.value = Object.fromEntries(policy.map(([name, { matched }]) => [name, matched]))
  errors.value = {
    ...Object.fromEntries(placed.toReversed()),
    ...Object.fromEntries(policy.map(([name, { text }]) => [name, text])),
  }
  if (placed.length === 0 || placed.length < (answer.errors?.length ?? 0)) refusal.value = answer
  return focusFirst(element, errors.value)
}

const watched = new WeakSet<HTMLFormElement>()

/**
 * What was said of a text is taken back when the text changes: the refusal of the whole, and the error of the field,
 * unless it names words that are still there.
 */
function clearOnInput(element: HTMLFormElement, { errors, matched, refusal }: Form): void {
  if (watched.has(element)) return
  watched.add(element)
  element.addEventListener('input', ({ target }) => {
    refusal.value = null
    const { name = '', value = '' } = target as Partial<Control>
    if (!(name in errors.value) || matched.value[name]?.some((words) => value.includes(words))) return
    const { [name]: _, ...others } = errors.value
    errors.value = others
  })
}

/** Sends the form of a text by Ctrl+Enter or Cmd+Enter. */
export function sendByKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  event.preventDefault()
  ;(event.currentTarget as HTMLTextAreaElement).form?.requestSubmit()
}

export const controls = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control => 'validationMessage' in each && 'name' in each && each.name !== '',
  )

function validationErrors(form: HTMLFormElement): Record<string, string> {
  const invalid = controls(form).filter(({ validity }) => !validity.valid)
  return Object.fromEntries(invalid.map((control) => [control.name, controlError(control)]))
}

function controlError({ validity, validationMessage }: Control): string {
  if (validity.valueMissing) return text.form.required
  if (validity.typeMismatch) return text.form.email
  return validationMessage
}

function focusFirst(form: HTMLFormElement, errors: Record<string, string>): undefined {
  controls(form)
    .find(({ name }) => name in errors)
    ?.focus()
}

/** Replaces the message of a conflict, and attaches it to `field` if there is one. */
export async function conflictInWords<Success extends { success: true }>(
  request: Promise<Success | Failure>,
  words: string,
  field?: string,
): Promise<Success | Failure> {
  const answer = await request
  if (answer.success || answer.code !== 'CONFLICT') return answer
  return { ...answer, message: words, ...(field === undefined ? {} : { errors: [{ field, message: words }] }) }
}

/** What the server says of the whole for one of these reasons is said of the field. */
export const placedAt = <Answer extends { success: true } | Failure>(
  answer: Answer,
  field: string,
  codes: readonly Failure['code'][],
): Answer =>
  answer.success || !codes.includes(answer.code) ? answer : { ...answer, errors: [{ field, message: answer.message }] }

/** A failure found before anything was sent, attached to its field. */
export const wrongAt = (field: string, message: string): Failure => ({
  success: false,
  code: 'VALIDATION_FAILED',
  message,
  errors: [{ field, message }],
})
