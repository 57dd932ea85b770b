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
  known: string | undefined
  words: { add: string; editing: Named; added: Named; saved: Named }
  lead?: ComponentChildren
  send: (values: FormData) => Promise<{ success: true; data: Data } | Failure>
  nameOf: (data: Data) => string
  onDone: () => void
  children: (form: Form) => ComponentChildren
}

/** Adds a record, or changes the one that there is, and says so. */
export function RecordDialog<Data>({ open, known, words, lead, send, nameOf, onDone, children }: Props<Data>) {
  return (
    <FormDialog
      open={open}
      title={known === undefined ? words.add : words.editing(known)}
      lead={lead}
      confirm={known === undefined ? words.add : text.common.save}
      send={send}
      onDone={({ data }) => {
        announce((known === undefined ? words.added : words.saved)(nameOf(data)))
        onDone()
      }}
    >
      {children}
    </FormDialog>
  )
}
