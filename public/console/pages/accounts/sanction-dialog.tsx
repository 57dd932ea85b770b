import type { Signal } from '@preact/signals'
import { FormDialog } from '../../../app/components/form-dialog'
import { announce } from '../../../app/lib/announcements'
import {
  SanctionFields,
  type SanctionKind,
  sanctionOutcome,
  sanctionQuestion,
} from '../../components/moderation/sanction-fields'
import { type Sanctioned, suspendAsChosen } from '../../lib/accounts/people'
import { banUser, liftSanction } from '../../lib/moderation/moderation'
import { accountsText } from '../../texts/accounts'

type Props = {
  open: Signal<boolean>
  userId: string
  username: string
  kind: SanctionKind
  /** Called after the decision has been announced. */
  onDone: (answer: Sanctioned) => void
}

const SEND = {
  suspend: suspendAsChosen,
  block: (userId: string, values: FormData) => banUser(userId, String(values.get('reason'))),
  lift: (userId: string, values: FormData) => liftSanction(userId, String(values.get('reason'))),
}

/** Asks for length and reason of a sanction, or for the reason to lift one. */
export function SanctionDialog({ open, userId, username, kind, onDone }: Props) {
  const done = (answer: Sanctioned) => {
    announce(sanctionOutcome(answer, username))
    onDone(answer)
  }
  return (
    <FormDialog
      open={open}
      {...sanctionQuestion(kind, username)}
      confirm={accountsText.sanction[kind]}
      isGrave={kind !== 'lift'}
      send={(values) => SEND[kind](userId, values)}
      onDone={done}
    >
      {(form) => <SanctionFields form={form} kind={kind} rows={3} />}
    </FormDialog>
  )
}
