import type { Signal } from '@preact/signals'
import { appealsText } from '../../texts/appeals'
import { FormDialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { type Appealed, draftOf, loadAppeals, sendAppeal } from './appeals'

/** The limit of the API. */
const LONGEST = 500

/** Asks for the words of an appeal, which is sent once. */
export function AppealDialog({ about, open }: { about: Appealed; open: Signal<boolean> }) {
  const { dialog } = appealsText
  return (
    <FormDialog
      open={open}
      title={dialog.title}
      lead={dialog.lead}
      confirm={dialog.send}
      draft={draftOf(about)}
      send={(values) => sendAppeal(about, String(values.get('message')))}
      done={dialog.sent}
      onDone={loadAppeals}
    >
      <Field name="message" label={dialog.message} rows={5} maxLength={LONGEST} required />
    </FormDialog>
  )
}
