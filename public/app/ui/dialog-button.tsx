import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { announceFailure } from '../lib/failures'
import { missingPart } from '../lib/parts'
import { textsReady } from '../texts/catalogue'

type Props<Given> = {
  class: string
  /** Imports the dialog when it is first opened; it is shown while `open` is true. */
  load: () => Promise<ComponentType<Given & { open: Signal<boolean> }>>
  given: Given
  /** Called at each press; the dialog stays closed where it returns false. */
  mayOpen?: () => boolean
  children: ComponentChildren
}

/** A button that opens a dialog of its own chunk. */
export function DialogButton<Given extends object>(props: Props<Given>) {
  const { class: className, load, given, mayOpen, children } = props
  const isOpen = useSignal(false)
  const dialog = useSignal<ComponentType<Given & { open: Signal<boolean> }> | undefined>(undefined)
  const open = async () => {
    if (mayOpen?.() === false) return
    try {
      dialog.value = await load()
      await textsReady()
      isOpen.value = true
    } catch {
      announceFailure(await missingPart())
    }
  }
  const Dialog = dialog.value
  return (
    <>
      <button type="button" class={className} onClick={open}>
        {children}
      </button>
      {isOpen.value && Dialog && <Dialog {...given} open={isOpen} />}
    </>
  )
}
