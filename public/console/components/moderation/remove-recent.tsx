import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { FormDialog } from '../../../app/components/dialog'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { failureMessage } from '../../../app/lib/failures'
import { type Form, useMissing } from '../../../app/lib/form'
import { loadOverview } from '../../lib/dashboard/overview'
import { whyIn } from '../../lib/moderation/reasons'
import { countRecent, draftOf, removeRecent, undoRemoval, type Written } from '../../lib/moderation/recent'
import { moderationText } from '../../texts/moderation'
import { ReasonFields } from './reason-fields'

export type RecentRemoval = {
  words: string
  /** Restores what was removed, and says how much. */
  undo: () => Promise<Failure | undefined>
}

type Props = {
  open: Signal<boolean>
  person: { id: string; username: string }
  /** What the author was reported for. */
  rules?: readonly string[]
  onDone: (removal: RecentRemoval) => void
}

/** Asks before all that somebody wrote in the last 24 hours is removed, and says how much that is. */
export function RemoveRecent({ open, person, rules, onDone }: Props) {
  const { recent } = moderationText
  const found = useSignal<Written | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  useEffect(() => {
    countRecent(person.id).then((answer) => {
      if (answer.success) found.value = answer.data.removable
      else failure.value = answer
    })
  }, [])
  const lead = () => {
    if (failure.value) return failureMessage(failure.value)
    return found.value === undefined ? recent.counting : recent.lead(found.value)
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
      {(form) => (
        <>
          <Awaited form={form} isMissing={found.value === undefined} />
          <ReasonFields form={form} hint={recent.hint} {...(rules ? { rules } : {})} />
        </>
      )}
    </FormDialog>
  )
}

/** Nobody removes what they were not told the number of. */
function Awaited({ form, isMissing }: { form: Form; isMissing: boolean }) {
  useMissing(form, isMissing)
  return null
}

async function undo(id: string): Promise<Failure | undefined> {
  const answer = await undoRemoval(id)
  if ('code' in answer) return answer
  announce(moderationText.recent.undone(answer.restored, answer.kept))
  loadOverview()
  return undefined
}
