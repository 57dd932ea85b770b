import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { text } from '../texts/core'
import { Dialog, DialogButtons } from './dialog'

type Props = {
  class: string
  children: ComponentChildren
  question: string
  consequence: string
  confirm: string
  onConfirm: () => void
}

/** A button that asks for confirmation first, for actions that cannot be undone. */
export function ConfirmButton({ class: className, children, question, consequence, confirm, onConfirm }: Props) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  return (
    <>
      <button type="button" class={className} onClick={() => (isOpen.value = true)}>
        {children}
      </button>
      {isOpen.value && (
        <Dialog title={question} lead={consequence} onClose={close}>
          <DialogButtons>
            <button type="button" class="btn btn-ghost" onClick={close}>
              {text.common.cancel}
            </button>
            <button
              type="button"
              class="btn btn-error"
              onClick={() => {
                close()
                onConfirm()
              }}
            >
              {confirm}
            </button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
