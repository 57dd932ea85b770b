import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { FormDialog } from '../../../app/components/dialog'
import { Field, SelectField } from '../../../app/components/field'
import { me } from '../../../app/lib/accounts/me'
import type { Failure } from '../../../app/lib/api'
import { StateBadge } from '../../components/accounts/person-link'
import { ReasonFields } from '../../components/moderation/reason-fields'
import {
  SanctionFields,
  sanctionOutcome,
  sanctionQuestion,
  sanctionRefusal,
} from '../../components/moderation/sanction-fields'
import {
  obstacle,
  type Person,
  type PersonRead,
  readPerson,
  type Sanctioned,
  suspendAsChosen,
} from '../../lib/accounts/people'
import { banUser, MAX_REASON_LENGTH, type Why } from '../../lib/moderation/moderation'
import { whyIn } from '../../lib/moderation/reasons'
import { verdictsFor } from '../../lib/reports/acts'
import { restoreStanding, type Undo } from '../../lib/reports/decisions'
import { decidedFirst } from '../../lib/reports/desk'
import type { Entry, Verdict } from '../../lib/reports/queue'
import { refusalMessage } from '../../lib/reports/queue-words'
import { accountsText } from '../../texts/accounts'
import { reportsText } from '../../texts/reports'

type Props = {
  entry: Entry
  author: NonNullable<Entry['author']>
  kind: 'suspend' | 'block'
  /** Called after the sanction, with the verdict about the entry and the function that reverts the sanction. */
  onDone: (verdict: Verdict | undefined, sanction: { words: string; undo: Undo }) => void
}

const LATER = 'later'

/** Bans or suspends the author, and asks for the verdict about the content. */
export function QueueSanction({ entry, author, kind, onDone }: Props) {
  const open = useSignal(true)
  const person = useSignal<PersonRead | undefined>(undefined)
  const then = useRef<Verdict | undefined>(undefined)
  // Shown here, and restored if this is undone.
  const read = async () => {
    const answer = await readPerson(author.id)
    if (answer.success) person.value = answer.data
    return answer
  }
  const reading = useMemo(read, [])
  const verdicts = [...verdictsFor(entry).filter(isOffered), LATER]
  const send = async (values: FormData): Promise<Sanctioned | Failure> => {
    await reading
    // Without it nothing could be undone, and another moderator's sanction would be overwritten unseen.
    const missing = person.value ? undefined : await read()
    if (missing?.success === false) return missing
    const version = person.value?.version
    const answer = await (kind === 'suspend'
      ? suspendAsChosen(author.id, values, version)
      : banUser(author.id, { reason: String(values.get('reason')), version }))
    then.current = verdictsFor(entry).find((verdict) => verdict === values.get('then'))
    if (answer.success) return answer
    // What another moderator decided first is shown, and the next answer of the form is given in knowledge of it.
    if (decidedFirst(answer) !== undefined) await read()
    return answer.code === 'FORBIDDEN'
      ? { ...answer, code: '', message: refusalMessage(answer) }
      : sanctionRefusal(answer)
  }
  const done = (answer: Sanctioned) => {
    const before = person.value ?? { blocked: false, suspension: null, version: undefined }
    onDone(then.current, {
      words: sanctionOutcome(answer, author.username),
      undo: () => restoreStanding(author.id, before),
    })
  }
  return (
    <FormDialog
      open={open}
      {...sanctionQuestion(kind, author.username)}
      confirm={accountsText.sanction[kind]}
      isGrave
      send={send}
      onDone={done}
    >
      {(form) => (
        <>
          {person.value && <Standing person={person.value} />}
          <SanctionFields form={form} kind={kind} rows={2} />
          <SelectField
            form={form}
            name="then"
            label={reportsText.sanction.alsoContent}
            options={verdicts.map((each) => [each, reportsText.sanction.verdicts[each as Offered]])}
            initial={verdicts[0] ?? LATER}
          />
        </>
      )}
    </FormDialog>
  )
}

type Offered = keyof typeof reportsText.sanction.verdicts

const isOffered = (verdict: Verdict): boolean => verdict === 'banned' || verdict === 'resolved'

function Standing({ person }: { person: Person }) {
  const words = reportsText.sanction
  return (
    <div class="text-sm">
      <p class="flex flex-wrap items-center gap-2">
        {words.standing} <StateBadge person={person} />
      </p>
      {me.value && obstacle(me.value, person) === 'administrator' && (
        <p class="text-error mt-1 font-medium">{words.administrator}</p>
      )}
    </div>
  )
}

export type Ban = Extract<Verdict, 'banned' | 'shadow_banned'>

type QueueReasonProps = { verdict: Ban; rules: readonly string[]; onReason: (why: Why) => void }

type Reason = { success: true; why: Why }

/** Asks for the reason before content is removed or hidden. */
export function QueueReason({ verdict, rules, onReason }: QueueReasonProps) {
  const open = useSignal(true)
  const { reason, act } = reportsText
  return (
    <FormDialog<Reason>
      open={open}
      title={reason.title[verdict]}
      lead={reason.lead[verdict]}
      confirm={act[verdict]}
      isGrave
      send={async (values) => ({ success: true, why: whyIn(values) })}
      onDone={(answer) => onReason(answer.why)}
    >
      {(form) =>
        verdict === 'banned' ? (
          <ReasonFields form={form} hint={reason.hint.banned} rules={rules} isNeeded />
        ) : (
          <Field
            form={form}
            name="reason"
            label={reason.label}
            hint={reason.hint.shadow_banned}
            rows={3}
            required
            maxLength={MAX_REASON_LENGTH}
          />
        )
      }
    </FormDialog>
  )
}
