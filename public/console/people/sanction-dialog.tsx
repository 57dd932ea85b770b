import { type Signal, useSignal } from '@preact/signals'
import { Field, FieldError } from '../../app/parts/field'
import type { Form } from '../../app/parts/form'
import { SelectField } from '../../app/parts/select-field'
import { announce } from '../../app/services/announcements'
import { language } from '../../app/texts/catalogue'
import { blockUser, liftSanction } from '../content/moderating'
import { FormDialog } from '../parts/form-dialog'
import { deskPeople } from '../texts/desk-people'
import { type Sanctioned, suspendAsChosen } from './people'
import { dayOf, LENGTHS, moment } from './person-rules'

type Kind = 'suspend' | 'block' | 'lift'

type Props = {
  open: Signal<boolean>
  userId: string
  username: string
  kind: Kind
  /** The decision has been announced already. */
  onDone: (answer: Sanctioned) => void
}

/** As many letters as the API takes. */
const LONGEST_REASON = 500

const SEND = {
  suspend: suspendAsChosen,
  block: (userId: string, values: FormData) => blockUser(userId, String(values.get('reason'))),
  lift: (userId: string, values: FormData) => liftSanction(userId, String(values.get('reason'))),
}

/** Asks how long and why before somebody is kept from taking part, or let again. */
export function SanctionDialog({ open, userId, username, kind, onDone }: Props) {
  const { sanction } = deskPeople
  const done = (answer: Sanctioned) => {
    const { blocked, suspension } = answer.data
    if (suspension) announce(sanction.isSuspended(username, moment(suspension.ends, language.value)))
    else announce((blocked ? sanction.isBlocked : sanction.isLifted)(username))
    onDone(answer)
  }
  const words = {
    suspend: { title: sanction.suspendTitle, lead: sanction.suspendLead },
    block: { title: sanction.blockTitle, lead: sanction.blockLead },
    lift: { title: sanction.liftTitle, lead: sanction.liftLead },
  }[kind]
  return (
    <FormDialog
      open={open}
      title={words.title(username)}
      lead={words.lead}
      confirm={sanction[kind]}
      isGrave={kind !== 'lift'}
      send={(values) => SEND[kind](userId, values)}
      onDone={done}
    >
      {(form) => (
        <>
          {kind === 'suspend' && <Length form={form} />}
          <Field
            form={form}
            name={kind === 'suspend' ? 'suspension.reason' : 'reason'}
            label={sanction.reason}
            hint={kind === 'suspend' ? sanction.reasonShown : sanction.reasonKept}
            rows={3}
            required={kind === 'suspend'}
            maxLength={LONGEST_REASON}
          />
        </>
      )}
    </FormDialog>
  )
}

type Chosen = (typeof LENGTHS)[number] | 'date'

/** For how long somebody is suspended, as fields of a form. */
export function Length({ form }: { form: Form }) {
  const { sanction } = deskPeople
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
          onChoose={(each) => {
            length.value = each as Chosen
          }}
        />
      </div>
      {length.value === 'date' && (
        <div class="flex grow basis-40 flex-col gap-1">
          <label for="suspension-ends" class="font-medium">
            {sanction.lastDay}
          </label>
          <input
            type="date"
            id="suspension-ends"
            name="suspension.ends"
            class="input w-full text-base"
            required
            min={dayOf(Date.now())}
            aria-invalid={form.errors.value['suspension.ends'] !== undefined}
            aria-describedby={form.errors.value['suspension.ends'] && 'suspension-ends-error'}
          />
          <FieldError form={form} name="suspension.ends" id="suspension-ends" />
        </div>
      )}
    </div>
  )
}
