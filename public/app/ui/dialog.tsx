import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../lib/announcements'
import type { Failure } from '../lib/api'
import { useFormDraft } from '../lib/form-draft'
import { text } from '../texts/core'
import { Refusal, SendForm, SubmitButton } from './field'

type Props = {
  title: string
  lead?: ComponentChildren
  /** Puts the focus on the title instead of the first control, for what has to be read first. */
  focusTitle?: boolean
  /** Where it stands, and how wide it is. */
  place?: string
  /** Called on Escape, too; the parent then stops rendering the dialog. */
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog, open for as long as it is rendered. Closing returns the focus to the element that had it before. */
export function Dialog({ title, lead, focusTitle = false, place = 'm-auto max-w-md', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const opener = useRef(document.activeElement)
  useLayoutEffect(() => {
    dialog.current!.showModal()
    if (focusTitle) heading.current!.focus()
    // After the dialog has left the page: nothing beneath an open one can get the focus. By then the reader may have
    // moved on to another element, which keeps the focus.
    return () =>
      queueMicrotask(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body
        if (isFree && opener.current instanceof HTMLElement) opener.current.focus()
      })
  }, [])
  // On Escape. The browser tells of its own closing a frame later, and until then the dialog could not be opened again.
  const cancelled = (event: Event) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={cancelled}
      onClose={() => dialog.current && onClose()}
      class={`bg-base-100 text-base-content rounded-box border-base-300 w-[calc(100%-2rem)] border p-5 shadow-xl backdrop:bg-black/50 ${place}`}
    >
      <h2 ref={heading} id={id} tabIndex={-1} class="text-lg font-semibold">
        {title}
      </h2>
      {lead && <p class="text-base-content/80 mt-1">{lead}</p>}
      {children}
    </dialog>
  )
}

export const DialogButtons = ({ children }: { children: ComponentChildren }) => (
  <div class="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>
)

type FormDialogProps<Success> = {
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
  /** Announced after the dialog has closed. */
  done?: string
  onDone?: (answer: Success) => void
  children?: ComponentChildren
}

/**
 * A form in a dialog: shows a refusal inside it, and changes nothing on Escape or "cancel". What was filled in when the
 * session ended is there when the dialog opens again.
 */
export function FormDialog<Success extends { success: true }>(props: FormDialogProps<Success>) {
  return props.open.value ? <OpenFormDialog {...props} /> : null
}

function OpenFormDialog<Success extends { success: true }>(props: FormDialogProps<Success>) {
  const { open, title, lead, confirm, isGrave = false, focusTitle = false, send, done, onDone, children } = props
  const draft = useFormDraft(props.draft === undefined ? `${location.pathname} ${title}` : props.draft)
  const close = () => {
    draft.drop()
    open.value = false
  }
  const finish = (answer: Success) => {
    close()
    if (done !== undefined) announce(done)
    onDone?.(answer)
  }
  return (
    <Dialog title={title} lead={lead} focusTitle={focusTitle} onClose={close}>
      <SendForm class="mt-4 flex flex-col gap-4" draft={draft} send={send} onDone={finish}>
        {children}
        <Refusal />
        <DialogButtons>
          <CancelButton onPress={close} />
          <SubmitButton class={isGrave ? 'btn-error' : 'btn-primary'}>{confirm}</SubmitButton>
        </DialogButtons>
      </SendForm>
    </Dialog>
  )
}

export const CancelButton = ({ onPress }: { onPress: () => void }) => (
  <button type="button" class="btn btn-ghost" onClick={onPress}>
    {text.common.cancel}
  </button>
)

type FormButtonProps<Success> = Omit<FormDialogProps<Success>, 'open'> & {
  class: string
  /** Names the button for screen readers, where several look the same. */
  label?: string
  name: string
}

/** A button with the form that it opens. */
export function FormButton<Success extends { success: true }>(props: FormButtonProps<Success>) {
  const { class: className, label, name, ...dialog } = props
  const open = useSignal(false)
  return (
    <>
      <button type="button" class={className} aria-label={label} onClick={() => (open.value = true)}>
        {name}
      </button>
      <FormDialog open={open} {...dialog} />
    </>
  )
}

type ConfirmButtonProps = {
  class: string
  /** Names the button for screen readers, where several look the same. */
  label?: string
  question: string
  consequence: string
  confirm: string
  /** What the button says in place of the confirmation's words. */
  children?: ComponentChildren
  onConfirm: () => void
}

/** A button that asks for confirmation first, for actions that cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  const confirmed = () => {
    close()
    props.onConfirm()
  }
  return (
    <>
      <button type="button" class={props.class} aria-label={props.label} onClick={() => (isOpen.value = true)}>
        {props.children ?? props.confirm}
      </button>
      {isOpen.value && (
        <Dialog title={props.question} lead={props.consequence} onClose={close}>
          <DialogButtons>
            <CancelButton onPress={close} />
            <button type="button" class="btn btn-error" onClick={confirmed}>
              {props.confirm}
            </button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
