import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Failure } from '../lib/api'
import { useFormDraft } from '../lib/drafts'
import { type Form, submit, useForm } from '../lib/form'
import { text } from '../texts/core'
import { Dialog, DialogButtons } from './dialog'
import { FailureNotice } from './notice'

type Props<Success> = {
  /** Whether the dialog is open; it closes itself. */
  open: Signal<boolean>
  title: string
  lead?: ComponentChildren
  confirm: string
  /** For actions that take something away from somebody. */
  isGrave?: boolean
  focusTitle?: boolean
  /** What the draft is about; null for a form that keeps none. */
  draft?: string | null
  send: (values: FormData) => Promise<Success | Failure>
  onDone: (answer: Success) => void
  children?: (form: Form) => ComponentChildren
}

/**
 * A form in a dialog: shows a refusal inside it, and changes nothing on Escape or "cancel". What was filled in when the
 * session ended is there when the dialog opens again.
 */
export function FormDialog<Success extends { success: true }>(props: Props<Success>) {
  return props.open.value ? <OpenFormDialog {...props} /> : null
}

function OpenFormDialog<Success extends { success: true }>(props: Props<Success>) {
  const { open, title, lead, confirm, isGrave = false, focusTitle = false, send, onDone, children } = props
  const form = useForm()
  const draft = useFormDraft(props.draft === undefined ? `${location.pathname} ${title}` : props.draft)
  const close = () => {
    draft.drop()
    open.value = false
  }
  const confirmed = async (event: SubmitEvent) => {
    const answer = await submit(event, form, send)
    if (answer === undefined) return
    close()
    onDone(answer)
  }
  return (
    <Dialog title={title} lead={lead} focusTitle={focusTitle} onClose={close}>
      <form ref={draft.ref} noValidate onSubmit={confirmed} onInput={draft.keep} class="mt-4 flex flex-col gap-4">
        {children?.(form)}
        {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
        <DialogButtons>
          <button type="button" class="btn btn-ghost" onClick={close}>
            {text.common.cancel}
          </button>
          <button type="submit" class={`btn ${isGrave ? 'btn-error' : 'btn-primary'}`} aria-disabled={form.busy.value}>
            {form.busy.value ? text.common.loading : confirm}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
