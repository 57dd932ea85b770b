import { useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { announce } from '../../app/lib/announcements'
import type { Failure } from '../../app/lib/api'
import { text } from '../../app/texts/core'
import { Dialog, DialogButtons, FormDialog } from '../../app/ui/dialog'
import { focusPageHeading } from '../../app/ui/page'
import { AddButton, RowButton, RowDialog } from './panel'

type Named = (name: string) => string

type Props<Data> = {
  /** The name of the record to change; undefined to add one. */
  current: string | undefined
  words: { add: string; editing: Named; added: Named; saved: Named }
  edit: string
  lead?: ComponentChildren
  send: (values: FormData) => Promise<{ success: true; data: Data } | Failure>
  name: (data: Data) => string
  onDone: () => void
  children: ComponentChildren
}

/** A button that adds a record, at the head of a page, or changes one, in its row. */
export function RecordButton<Data>({ current, words, edit, lead, send, name, onDone, children }: Props<Data>) {
  const open = useSignal(false)
  return (
    <>
      {current === undefined ? (
        <AddButton open={open}>{words.add}</AddButton>
      ) : (
        <RowButton of={current} onPress={() => (open.value = true)}>
          {edit}
        </RowButton>
      )}
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
    </>
  )
}

type DeletionProps = {
  of: string
  words: { deleting: Named; consequence: string; deleted: Named }
  confirm: string
  send: () => Promise<{ success: true } | Failure>
  onDone: () => Promise<void>
}

/** A row's button that deletes its record, once that is confirmed. */
export const DeleteButton = ({ of: name, words, confirm, send, onDone }: DeletionProps) => (
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

type FormProps<Success extends { success: true }> = ComponentProps<typeof FormDialog<Success>>
type RowFormProps<Success extends { success: true }> = Omit<FormProps<Success>, 'open' | 'confirm'> & {
  of: string
  isMain?: boolean
  words: string
  /** What the form says in place of the button's words. */
  confirm?: string
}

export const RowForm = <Success extends { success: true }>(props: RowFormProps<Success>) => {
  const { of, isMain = false, words, confirm = words, ...form } = props
  return (
    <RowDialog of={of} isMain={isMain} words={words}>
      {(open) => <FormDialog {...form} open={open} confirm={confirm} />}
    </RowDialog>
  )
}

type CopyDialogProps = {
  value: string
  words: { title: string; lead: string; label: string; done: string }
  onClose: () => void
}

/** Shows what is to be copied now, because it is not shown again. */
export const CopyDialog = ({ value, words: { title, lead, label, done }, onClose }: CopyDialogProps) => (
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
        {done}
      </button>
    </DialogButtons>
  </Dialog>
)
