import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { text } from '../texts/core'
import { MODAL } from './modal'

type Props = {
  class: string
  children: ComponentChildren
  question: string
  consequence: string
  confirm: string
  onConfirm: () => void
}

/** Asks before it does what cannot be undone; Escape and the other button do nothing. */
export function ConfirmButton({ class: className, children, question, consequence, confirm, onConfirm }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  return (
    <>
      <button type="button" class={className} onClick={() => dialog.current!.showModal()}>
        {children}
      </button>
      <dialog ref={dialog} aria-labelledby={title} class={`${MODAL} w-[calc(100%-2rem)] max-w-sm`}>
        <h2 id={title} class="text-lg font-semibold">
          {question}
        </h2>
        <p class="text-base-content/80 mt-1">{consequence}</p>
        <div class="mt-5 flex flex-wrap justify-end gap-2">
          <button type="button" class="btn btn-ghost" onClick={() => dialog.current!.close()}>
            {text.common.cancel}
          </button>
          <button
            type="button"
            class="btn btn-error"
            onClick={() => {
              dialog.current!.close()
              onConfirm()
            }}
          >
            {confirm}
          </button>
        </div>
      </dialog>
    </>
  )
}
