import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { FormDialog } from '../../app/components/form-dialog'
import { announce } from '../../app/lib/announcements'
import type { Failure } from '../../app/lib/api'
import type { Form } from '../../app/lib/form'
import { text } from '../../app/texts/core'

type Named = (name: string) => string

type Props<Data> = {
  open: Signal<boolean>
  /** How the record is called that is to be changed; undefined for one that is to be added. */
  current: string | undefined
  words: { add: string; editing: Named; added: Named; saved: Named }
  lead?: ComponentChildren
  send: (values: FormData) => Promise<{ success: true; data: Data } | Failure>
  name: (data: Data) => string
  onDone: () => void
  children: (form: Form) => ComponentChildren
}

/** Adds a record, or changes the one that there is, and says so. */
export function RecordDialog<Data>({ open, current, words, lead, send, name, onDone, children }: Props<Data>) {
  return (
    <FormDialog
      open={open}
      title={current === undefined ? words.add : words.editing(current)}
      lead={lead}
      confirm={current === undefined ? words.add : text.common.save}
      send={send}
      onDone={({ data }) => {
        announce((current === undefined ? words.added : words.saved)(name(data)))
        onDone()
      }}
    >
      {children}
    </FormDialog>
  )
}
