import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { failureMessage } from '../../../app/lib/failures'
import { useMissing } from '../../../app/lib/form'
import { useLoaded } from '../../../app/lib/loading'
import { language } from '../../../app/texts/catalogue'
import { FormDialog } from '../../../app/ui/dialog'
import { Field, SelectField } from '../../../app/ui/field'
import { formatMoment, LENGTHS, type Sanctioned, toDay } from '../../campus/accounts/people'
import { loadOverview } from '../../lib/overview'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { reportsText } from '../../texts/reports'
import { decidedFirst } from '../reports/desk'
import { draftOf, removeRecent, undoRemoval } from './moderation'
import { ReasonField, ReasonFields } from './reason-fields'
import { whyIn } from './reasons'

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
  const by = first.by ?? reportsText.first.somebody
  return { ...failure, code: '', message: accountsText.sanction.first[first.state](by) }
}

type Props = { kind: SanctionKind; rows: number }

export function SanctionFields({ kind, rows }: Props) {
  const { sanction } = accountsText
  const isSuspension = kind === 'suspend'
  return (
    <>
      {isSuspension && <Length />}
      <ReasonField
        name={isSuspension ? 'suspension.reason' : 'reason'}
        label={consoleText.words.reason}
        hint={isSuspension ? sanction.reasonShown : sanction.reasonHint}
        rows={rows}
        required={isSuspension}
      />
    </>
  )
}

type Chosen = (typeof LENGTHS)[number] | 'date'

function Length() {
  const { sanction } = accountsText
  const length = useSignal<Chosen>('7')
  return (
    <div class="flex flex-wrap gap-x-4 gap-y-3">
      <div class="grow basis-40">
        <SelectField
          name="length"
          label={sanction.length}
          options={[...LENGTHS, 'date' as const].map((each) => [each, sanction.lengths[each]])}
          initial={length.value}
          onChoose={(each) => (length.value = each as Chosen)}
        />
      </div>
      {length.value === 'date' && (
        <div class="grow basis-40">
          <Field name="suspension.ends" label={sanction.lastDay} type="date" required min={toDay(Date.now())} />
        </div>
      )}
    </div>
  )
}

export type RecentRemoval = {
  words: string
  /** Restores what was removed, and says how much. */
  undo: () => Promise<Failure | undefined>
}

type RemoveRecentProps = {
  open: Signal<boolean>
  person: { id: string; username: string }
  rules?: readonly string[]
  onDone: (removal: RecentRemoval) => void
}

/** Asks before all that somebody wrote in the last 24 hours is removed, and says how much that is. */
export function RemoveRecent({ open, person, rules, onDone }: RemoveRecentProps) {
  const { recent } = moderationText
  const { data, failure } = useLoaded(() => envelope(api.moderation.users({ userId: person.id }).removals.get()))
  const found = data.value?.removable
  const lead = () => {
    if (failure.value) return failureMessage(failure.value)
    return found === undefined ? recent.counting : recent.lead(found)
  }
  return (
    <FormDialog
      open={open}
      title={recent.title(person.username)}
      lead={<span role="status">{lead()}</span>}
      confirm={recent.confirm}
      isGrave
      draft={draftOf(person.id)}
      send={(values) => removeRecent(person.id, whyIn(values))}
      onDone={({ data: { removal } }) => {
        loadOverview()
        onDone({ words: recent.done(person.username, removal, removal.left.length), undo: () => undo(removal.id) })
      }}
    >
      <Awaited isMissing={found === undefined} />
      <ReasonFields hint={recent.hint} {...(rules ? { rules } : {})} />
    </FormDialog>
  )
}

/** Nobody removes what they were not told the number of. */
function Awaited({ isMissing }: { isMissing: boolean }) {
  useMissing(isMissing)
  return null
}

async function undo(id: string): Promise<Failure | undefined> {
  const answer = await undoRemoval(id)
  if ('code' in answer) return answer
  announce(moderationText.recent.undone(answer.restored, answer.kept))
  loadOverview()
  return undefined
}
