import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = {
  title: string
  lead?: ComponentChildren
  /** Puts the focus on the title instead of the first control, for what has to be read first. */
  focusTitle?: boolean
  /** Called on Escape, too; the parent then stops rendering the dialog. */
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog, open for as long as it is rendered. Closing returns the focus to the element that had it before. */
export function Dialog({ title, lead, focusTitle = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const opener = useRef(document.activeElement)
  useLayoutEffect(() => {
    dialog.current!.showModal()
    if (focusTitle) heading.current!.focus()
  }, [])
  // Passive, so that it runs after the dialog has left the page: nothing beneath an open one can get the focus.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
    [],
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      class="bg-base-100 text-base-content rounded-box border-base-300 m-auto w-[calc(100%-2rem)] max-w-md border p-5 shadow-xl backdrop:bg-black/50"
    >
      <h2 ref={heading} id={id} tabIndex={-1} class="text-lg font-semibold">
        {title}
      </h2>
      {lead && <p class="text-base-content/80 mt-1">{lead}</p>}
      {children}
    </dialog>
  )
}

/** The buttons at the bottom of a dialog. */
export const DialogButtons = ({ children }: { children: ComponentChildren }) => (
  <div class="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>
)
