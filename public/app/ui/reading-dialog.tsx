import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLoaded } from '../lib/loading'
import { text } from '../texts/core'
import { Dialog, DialogButtons } from './dialog'
import { WhenLoaded } from './loaded'

type Props<Data> = {
  open: Signal<boolean>
  words: { title: string; lead: string; failed?: string }
  read: Parameters<typeof useLoaded<Data>>[0]
  /** `readAnew` is for after a change; what was read is shown meanwhile. */
  children: (data: Data, readAnew: () => Promise<void>) => ComponentChildren
}

/** A dialog that reads what it shows once it is open. */
export function ReadingDialog<Data>({ open, words, read, children }: Props<Data>) {
  const loaded = useLoaded(read)
  const close = () => {
    open.value = false
  }
  return (
    <Dialog title={words.title} lead={words.lead} focusTitle onClose={close}>
      <div class="mt-4 flex flex-col gap-4">
        <WhenLoaded of={loaded} failed={words.failed}>
          {(data) => children(data, loaded.load)}
        </WhenLoaded>
      </div>
      <DialogButtons>
        <button type="button" class="btn btn-ghost" onClick={close}>
          {text.common.close}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
