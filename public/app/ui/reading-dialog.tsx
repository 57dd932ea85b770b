import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Failure } from '../lib/api'
import { Dialog, DialogButtons } from './dialog'
import { FailureNotice, LineSkeletons } from './page'

type Props<Data extends object> = {
  open: Signal<boolean>
  words: { title: string; lead: string; failed?: string; close: string }
  read: () => Promise<Data | Failure>
  /** `readAnew` is for after a change; what was read is shown meanwhile. */
  children: (data: Data, readAnew: () => Promise<void>) => ComponentChildren
}

/** A dialog that reads what it shows once it is open. */
export function ReadingDialog<Data extends object>({ open, words, read, children }: Props<Data>) {
  const answer = useSignal<Data | Failure | null>(null)
  const load = async () => {
    answer.value = await read()
  }
  useEffect(() => {
    load()
  }, [])
  const close = () => {
    open.value = false
  }
  const found = answer.value
  return (
    <Dialog title={words.title} lead={words.lead} focusTitle onClose={close}>
      <div class="mt-4 flex flex-col gap-4">
        {found === null ? (
          <LineSkeletons />
        ) : 'code' in found ? (
          <FailureNotice failure={found} title={words.failed} retry={load} />
        ) : (
          children(found, load)
        )}
      </div>
      <DialogButtons>
        <button type="button" class="btn btn-ghost" onClick={close}>
          {words.close}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
