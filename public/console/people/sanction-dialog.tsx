import type { Signal } from '@preact/signals'
import { announce } from '../../app/services/announcements'
import { blockUser, liftSanction } from '../content/moderating'
import { FormDialog } from '../parts/form-dialog'
import { deskPeople } from '../texts/desk-people'
import { type Sanctioned, suspendAsChosen } from './people'
import { outcomeOf, questionOf, SanctionFields, type SanctionKind } from './sanction-fields'

type Props = {
  open: Signal<boolean>
  userId: string
  username: string
  kind: SanctionKind
  /** The decision has been announced already. */
  onDone: (answer: Sanctioned) => void
}

const SEND = {
  suspend: suspendAsChosen,
  block: (userId: string, values: FormData) => blockUser(userId, String(values.get('reason'))),
  lift: (userId: string, values: FormData) => liftSanction(userId, String(values.get('reason'))),
}

/** Asks how long and why before somebody is kept from taking part, or let again. */
export function SanctionDialog({ open, userId, username, kind, onDone }: Props) {
  const done = (answer: Sanctioned) => {
    announce(outcomeOf(answer, username))
    onDone(answer)
  }
  return (
    <FormDialog
      open={open}
      {...questionOf(kind, username)}
      confirm={deskPeople.sanction[kind]}
      isGrave={kind !== 'lift'}
      send={(values) => SEND[kind](userId, values)}
      onDone={done}
    >
      {(form) => <SanctionFields form={form} kind={kind} rows={3} />}
    </FormDialog>
  )
}
