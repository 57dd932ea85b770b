import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field } from '../../../app/components/field'
import { me } from '../../../app/lib/accounts/me'
import { announce } from '../../../app/lib/announcements'
import { failureMessage } from '../../../app/lib/failures'
import { MAX_REASON_LENGTH } from '../../lib/moderation/moderation'
import { type Escalation, escalate, mayWithdraw, withdrawEscalation } from '../../lib/reports/escalations'
import { type Entry, entryId } from '../../lib/reports/queue'
import { notesText } from '../../texts/notes'

/** That superadmins alone decide about the entry, why, and how one hands it over or takes that back. */
export function EscalationLine({ entry }: { entry: Entry }) {
  const words = notesText.escalation
  const open = useSignal(false)
  // What was done here, before the queue is read again.
  const done = useSignal<Escalation | null | undefined>(undefined)
  const escalated = done.value === undefined ? entry.escalated : done.value
  const id = entryId(entry)
  const withdraw = async () => {
    const answer = await withdrawEscalation(id)
    if (answer.success) done.value = null
    announce(answer.success ? words.withdrawn : failureMessage(answer))
  }
  if (escalated === null)
    return (
      <>
        <button
          type="button"
          class="btn btn-sm btn-ghost self-start"
          aria-haspopup="dialog"
          onClick={() => (open.value = true)}
        >
          {words.escalate}
        </button>
        <FormDialog
          open={open}
          title={words.title}
          lead={words.lead}
          confirm={words.escalate}
          send={(values) => escalate(id, String(values.get('reason')))}
          done={words.done}
          onDone={(answer) => (done.value = answer.data.escalation)}
        >
          {(form) => (
            <Field form={form} name="reason" label={words.reason} rows={3} required maxLength={MAX_REASON_LENGTH} />
          )}
        </FormDialog>
      </>
    )
  return (
    <div class="bg-base-200 rounded-box flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
      <div class="min-w-0 grow basis-56">
        <p class="font-semibold">{words.waits(escalated.by?.username ?? words.somebody)}</p>
        <p dir="auto" class="break-words whitespace-pre-line">
          {escalated.reason}
        </p>
      </div>
      {me.value && mayWithdraw(escalated, me.value) && (
        <button type="button" class="btn btn-sm btn-outline" onClick={withdraw}>
          {words.withdraw}
        </button>
      )}
    </div>
  )
}
