import { useSignal } from '@preact/signals'
import { Field, SelectField } from '../../../app/components/field'
import type { Failure } from '../../../app/lib/api'
import type { Form } from '../../../app/lib/form'
import { language } from '../../../app/texts/catalogue'
import { formatMoment, LENGTHS, type Sanctioned, toDay } from '../../lib/accounts/people'
import { MAX_REASON_LENGTH } from '../../lib/moderation/moderation'
import { decidedFirst } from '../../lib/reports/desk'
import { accountsText } from '../../texts/accounts'

export type SanctionKind = 'suspend' | 'block' | 'lift'

export function sanctionQuestion(kind: SanctionKind, username: string): { title: string; lead: string } {
  const { sanction } = accountsText
  const { title, lead } = {
    suspend: { title: sanction.suspendTitle, lead: sanction.suspendLead },
    block: { title: sanction.blockTitle, lead: sanction.blockLead },
    lift: { title: sanction.liftTitle, lead: sanction.liftLead },
  }[kind]
  return { title: title(username), lead }
}

export function sanctionOutcome({ data: { blocked, suspension } }: Sanctioned, username: string): string {
  const { sanction } = accountsText
  if (suspension) return sanction.isSuspended(username, formatMoment(suspension.ends, language.value))
  return (blocked ? sanction.isBlocked : sanction.isLifted)(username)
}

/** The refusal, with who decided what when another moderator was faster. */
export function sanctionRefusal(failure: Failure): Failure {
  const first = decidedFirst<'active' | 'blocked' | 'suspended'>(failure)
  if (first === undefined) return failure
  const words = accountsText.sanction.first
  return { ...failure, code: '', message: words[first.state](first.by ?? words.somebody) }
}

type Props = { form: Form; kind: SanctionKind; rows: number }

export function SanctionFields({ form, kind, rows }: Props) {
  const { sanction } = accountsText
  const isSuspension = kind === 'suspend'
  return (
    <>
      {isSuspension && <Length form={form} />}
      <Field
        form={form}
        name={isSuspension ? 'suspension.reason' : 'reason'}
        label={sanction.reason}
        hint={isSuspension ? sanction.reasonShown : sanction.reasonHint}
        rows={rows}
        required={isSuspension}
        maxLength={MAX_REASON_LENGTH}
      />
    </>
  )
}

type Chosen = (typeof LENGTHS)[number] | 'date'

function Length({ form }: { form: Form }) {
  const { sanction } = accountsText
  const length = useSignal<Chosen>('7')
  return (
    <div class="flex flex-wrap gap-x-4 gap-y-3">
      <div class="grow basis-40">
        <SelectField
          form={form}
          name="length"
          label={sanction.length}
          options={[...LENGTHS, 'date' as const].map((each) => [each, sanction.lengths[each]])}
          initial={length.value}
          onChoose={(each) => (length.value = each as Chosen)}
        />
      </div>
      {length.value === 'date' && (
        <div class="grow basis-40">
          <Field
            form={form}
            name="suspension.ends"
            label={sanction.lastDay}
            type="date"
            required
            min={toDay(Date.now())}
          />
        </div>
      )}
    </div>
  )
}
