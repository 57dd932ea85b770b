import type { ComponentProps } from 'preact'
import { announce } from '../../app/lib/announcements'
import type { Failure } from '../../app/lib/api'
import { text } from '../../app/texts/core'
import { Dialog, DialogButtons, FormDialog } from '../../app/ui/dialog'
import { focusPageHeading } from '../../app/ui/page'
import { consoleText } from '../texts/console'
import { RowDialog, type RowDialogProps } from './panel'

type Named = (name: string) => string

type FormProps<Success extends { success: true }> = ComponentProps<typeof FormDialog<Success>>
type RowFormProps<Success extends { success: true }> = Omit<FormProps<Success>, 'open' | 'confirm'> &
  Omit<RowDialogProps, 'children'> & {
    /** What the form says in place of the button's words. */
    confirm?: string
  }

/** A button that opens a form. */
export const RowForm = <Success extends { success: true }>(props: RowFormProps<Success>) => {
  const { of, isMain, class: look, 'aria-haspopup': popup, words, confirm = words, ...form } = props
  return (
    <RowDialog of={of} isMain={isMain} class={look} aria-haspopup={popup} words={words}>
      {(open) => <FormDialog {...form} open={open} confirm={confirm} />}
    </RowDialog>
  )
}

type Props<Data> = Pick<FormProps<{ success: true; data: Data }>, 'lead' | 'draft' | 'send' | 'children'> & {
  /** The name of the record to change; undefined to add one. */
  current: string | undefined
  words: { add: string; editing: Named; added: Named; saved: Named }
  name: (data: Data) => string
  onDone: (data: Data) => void
}

/** A button that adds a record, at the head of a page, or changes one, in its row. */
export function RecordButton<Data>({ current, words, name, onDone, ...form }: Props<Data>) {
  const isNew = current === undefined
  return (
    <RowForm
      {...form}
      of={current}
      isMain={isNew}
      words={isNew ? words.add : consoleText.words.edit}
      title={isNew ? words.add : words.editing(current)}
      confirm={isNew ? words.add : text.common.save}
      onDone={({ data }) => {
        announce((isNew ? words.added : words.saved)(name(data)))
        onDone(data)
      }}
    />
  )
}

type DeletionProps = {
  of: string
  words: { deleting: Named; consequence: string; deleted: Named }
  confirm?: string
  send: () => Promise<{ success: true } | Failure>
  onDone: () => Promise<void>
}

/** A row's button that deletes its record, once that is confirmed. */
export const DeleteButton = ({ of: name, words, confirm = consoleText.words.delete, send, onDone }: DeletionProps) => (
  <RowForm
    of={name}
    words={confirm}
    title={words.deleting(name)}
    lead={words.consequence}
    isGrave
    send={send}
    done={words.deleted(name)}
    onDone={async () => {
      await onDone()
      // The record's row is gone, and the focus with it.
      focusPageHeading()
    }}
  />
)

type CopyDialogProps = {
  value: string
  words: { title: string; lead: string; label: string }
  onClose: () => void
}

/** Shows what is to be copied now, because it is not shown again. */
export const CopyDialog = ({ value, words: { title, lead, label }, onClose }: CopyDialogProps) => (
  <Dialog title={title} lead={lead} focusTitle onClose={onClose}>
    <label class="mt-4 flex flex-col gap-1">
      <span class="font-medium">{label}</span>
      <input
        class="input w-full font-mono"
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
    <DialogButtons>
      <button type="button" class="btn btn-primary" onClick={onClose}>
        {consoleText.words.done}
      </button>
    </DialogButtons>
  </Dialog>
)
