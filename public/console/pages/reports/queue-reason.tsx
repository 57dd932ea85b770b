import { useSignal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { FormDialog } from '../../../app/components/form-dialog'
import { MAX_REASON_LENGTH } from '../../lib/moderation/moderation'
import type { Verdict } from '../../lib/reports/queue'
import { reportsText } from '../../texts/reports'

export type Ban = Extract<Verdict, 'banned' | 'shadow_banned'>

type Props = { verdict: Ban; onReason: (reason: string) => void }

type Reason = { success: true; reason: string }

/** Asks for the reason before content is removed or hidden. */
export function QueueReason({ verdict, onReason }: Props) {
  const open = useSignal(true)
  const { reason, act } = reportsText
  return (
    <FormDialog<Reason>
      open={open}
      title={reason.title[verdict]}
      lead={reason.lead[verdict]}
      confirm={act[verdict]}
      isGrave
      send={async (values) => ({ success: true, reason: String(values.get('reason')) })}
      onDone={(answer) => onReason(answer.reason)}
    >
      {(form) => (
        <Field
          form={form}
          name="reason"
          label={reason.label}
          hint={reason.hint[verdict]}
          rows={3}
          required
          maxLength={MAX_REASON_LENGTH}
        />
      )}
    </FormDialog>
  )
}
