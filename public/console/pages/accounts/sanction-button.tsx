import { type Signal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { FormDialog } from '../../../app/components/dialog'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import {
  SanctionFields,
  type SanctionKind,
  sanctionOutcome,
  sanctionQuestion,
  sanctionRefusal,
} from '../../components/moderation/sanction-fields'
import { RowDialog } from '../../components/panel'
import { type PersonRead, type Sanctioned, suspendAsChosen } from '../../lib/accounts/people'
import { banUser, liftSanction } from '../../lib/moderation/moderation'
import { decidedFirst } from '../../lib/reports/desk'

type Props = { person: PersonRead; kind: SanctionKind; words: string; onChange: () => void }

/** Suspends or bans the person, or lifts what is. */
export const SanctionButton = ({ person, kind, words, onChange }: Props) => (
  <RowDialog of={person.username} isMain={kind === 'lift'} words={words}>
    {(open) => <SanctionDialog open={open} person={person} kind={kind} confirm={words} onDone={onChange} />}
  </RowDialog>
)

type SanctionDialogProps = {
  open: Signal<boolean>
  person: PersonRead
  kind: SanctionKind
  confirm: string
  /** Called after the decision has been announced, and after one that another moderator's came before. */
  onDone: () => void
}

const becauseOf = (values: FormData, version: string) => ({ reason: String(values.get('reason')), version })

const SEND = {
  suspend: ({ id, version }: PersonRead, values: FormData) => suspendAsChosen(id, values, version),
  block: ({ id, version }: PersonRead, values: FormData) => banUser(id, becauseOf(values, version)),
  lift: ({ id, version }: PersonRead, values: FormData) => liftSanction(id, becauseOf(values, version)),
}

/** Asks for length and reason of a sanction, or for the reason to lift one. */
function SanctionDialog({ open, person, kind, confirm, onDone }: SanctionDialogProps) {
  const isOld = useRef(false)
  // Not before the dialog is closed: what the new state does not offer leaves the page, and its dialog with it.
  useSignalEffect(() => {
    if (open.value || !isOld.current) return
    isOld.current = false
    onDone()
  })
  const send = async (values: FormData): Promise<Sanctioned | Failure> => {
    const answer = await SEND[kind](person, values)
    if (answer.success) return answer
    isOld.current ||= decidedFirst(answer) !== undefined
    return sanctionRefusal(answer)
  }
  const done = (answer: Sanctioned) => {
    announce(sanctionOutcome(answer, person.username))
    onDone()
  }
  return (
    <FormDialog
      open={open}
      {...sanctionQuestion(kind, person.username)}
      confirm={confirm}
      isGrave={kind !== 'lift'}
      send={send}
      onDone={done}
    >
      {(form) => <SanctionFields form={form} kind={kind} rows={3} />}
    </FormDialog>
  )
}
