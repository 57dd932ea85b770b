import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** How what lies over the page looks, but for its width. */
export const MODAL =
  'bg-base-100 text-base-content rounded-box border-base-300 m-auto border p-5 shadow-xl backdrop:bg-black/50'

/** Shows the dialog as long as it is there; what had the focus gets it back. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const { activeElement } = document
    dialog.current!.showModal()
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus()
    }
  }, [])
}
