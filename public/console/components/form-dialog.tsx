import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { FailureNotice } from '../../app/components/failure-notice'
import { MODAL, useModal } from '../../app/components/modal'
import type { Failure } from '../../app/lib/api'
import { type Form, submit, useForm } from '../../app/lib/form'
import { useFormDraft } from '../../app/lib/form-draft'
import { text } from '../../app/texts/core'

type Props<Success> = {
  /** Whether it is shown; it sets this to false itself. */
  open: Signal<boolean>
  title: string
  lead?: ComponentChildren
  confirm: string
  /** For what takes something away from somebody. */
  isGrave?: boolean
  send: (values: FormData) => Promise<Success | Failure>
  onDone: (answer: Success) => void
  children?: (form: Form) => ComponentChildren
}

/**
 * A question with its fields, over the page: what is refused is said in it, Escape and "cancel" change nothing. What was
 * filled in when the session ended is there when it is asked again.
 */
export function FormDialog<Success extends { success: true }>(props: Props<Success>) {
  return props.open.value ? <Shown {...props} /> : null
}

function Shown<Success extends { success: true }>(props: Props<Success>) {
  const { open, title, lead, confirm, isGrave = false, send, onDone, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm()
  const id = useId()
  const draft = useFormDraft(`${location.pathname} ${title}`)
  useModal(dialog)
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
    <dialog ref={dialog} aria-labelledby={id} onClose={close} class={`${MODAL} w-[calc(100%-2rem)] max-w-md`}>
      <form ref={draft.ref} noValidate onSubmit={confirmed} onInput={draft.keep} class="flex flex-col gap-4">
        <div>
          <h2 id={id} class="text-lg font-semibold">
            {title}
          </h2>
          {lead && <p class="text-base-content/80 mt-1">{lead}</p>}
        </div>
        {children?.(form)}
        {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
        <div class="flex flex-wrap justify-end gap-2">
          <button type="button" class="btn btn-ghost" onClick={close}>
            {text.common.cancel}
          </button>
          <button type="submit" class={`btn ${isGrave ? 'btn-error' : 'btn-primary'}`} aria-disabled={form.busy.value}>
            {form.busy.value ? text.common.moment : confirm}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Whether a dialog is shown. */
export const useDialog = (): Signal<boolean> => useSignal(false)
