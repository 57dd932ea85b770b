import { type Signal, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { Failure } from '../../../app/lib/api'
import { me } from '../../../app/lib/me'
import { FormDialog } from '../../../app/ui/dialog'
import { SelectField } from '../../../app/ui/field'
import { obstacle, type PersonRead, readPerson, type Sanctioned, suspendAsChosen } from '../../campus/accounts/people'
import { StateBadge } from '../../campus/accounts/person-link'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { reportsText } from '../../texts/reports'
import { banUser, type Why } from '../moderation/moderation'
import { ReasonField, ReasonFields } from '../moderation/reason-fields'
import { whyIn } from '../moderation/reasons'
import {
  RemoveRecent,
  SanctionFields,
  sanctionOutcome,
  sanctionQuestion,
  sanctionRefusal,
} from '../moderation/sanctions'
import { verdictsFor } from './acts'
import { restoreStanding } from './decisions'
import { decidedFirst } from './desk'
import type { Entry, Verdict } from './queue'
import type { QueueSession } from './queue-session'
import { refusalMessage } from './queue-words'

/** What has to be asked before a decision. `all`: what is selected, where the decision is about that. */
export type Question = { entry: Entry } & (
  | { kind: 'reason'; verdict: Ban; all: readonly Entry[] }
  | { kind: 'suspend' | 'block' | 'recent' }
)
export type Asked = Question & { serial: number }

export function QuestionDialog({ question, session }: { question: Asked; session: QueueSession }) {
  const open = useSignal(true)
  const { entry, kind } = question
  if (kind === 'reason') {
    const { all, verdict } = question
    const { reason, act } = reportsText
    const rules = (all[0] ?? entry).reasons.map((each) => each.reason)
    return (
      <FormDialog<{ success: true; why: Why }>
        open={open}
        title={reason.title[verdict]}
        lead={verdict === 'banned' ? reason.lead : moderationText.decide.leads.shadow_banned}
        confirm={act[verdict]}
        isGrave
        send={async (values) => ({ success: true, why: whyIn(values) })}
        onDone={({ why }) =>
          all.length > 0 ? session.decideAll(all, verdict, why) : session.decide(entry, { verdict, why })
        }
      >
        {verdict === 'banned' ? (
          <ReasonFields hint={moderationText.recent.hint} rules={rules} isNeeded />
        ) : (
          <ReasonField label={consoleText.words.reason} hint={reason.hint} required />
        )}
      </FormDialog>
    )
  }
  const { author } = entry
  if (author === null) return null
  if (kind === 'recent')
    return (
      <RemoveRecent
        open={open}
        person={author}
        rules={entry.reasons.map(({ reason }) => reason)}
        onDone={(removal) =>
          session.decide(entry, { verdict: undefined, sanction: { ...removal, undone: moderationText.recent.back } })
        }
      />
    )
  return <QueueSanction open={open} entry={entry} author={author} kind={kind} session={session} />
}

type Props = {
  open: Signal<boolean>
  entry: Entry
  author: NonNullable<Entry['author']>
  kind: 'suspend' | 'block'
  session: QueueSession
}

const LATER = 'later'

/** Bans or suspends the author, and asks for the verdict about the content. */
function QueueSanction({ open, entry, author, kind, session }: Props) {
  const person = useSignal<PersonRead | undefined>(undefined)
  const then = useRef<Verdict | undefined>(undefined)
  // Shown here, and restored if this is undone.
  const read = async () => {
    const answer = await readPerson(author.id)
    if (answer.success) person.value = answer.data
    return answer
  }
  const reading = useMemo(read, [])
  const { standing, alsoContent, verdicts: verbs } = reportsText.sanction
  const offered = [...verdictsFor(entry).filter((each) => each === 'banned' || each === 'resolved'), LATER] as const
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
    const undo = () => restoreStanding(author.id, before)
    const words = sanctionOutcome(answer, author.username)
    session.decide(entry, { verdict: then.current, sanction: { words, undo } })
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
      {person.value && (
        <div class="text-sm">
          <p class="flex flex-wrap items-center gap-2">
            {standing} <StateBadge person={person.value} />
          </p>
          {me.value && obstacle(me.value, person.value) === 'administrator' && (
            <p class="text-error mt-1 font-medium">{accountsText.person.administrator}</p>
          )}
        </div>
      )}
      <SanctionFields kind={kind} rows={2} />
      <SelectField
        name="then"
        label={alsoContent}
        options={offered.map((each) => [each, verbs[each]])}
        initial={offered[0]}
      />
    </FormDialog>
  )
}

type Ban = Extract<Verdict, 'banned' | 'shadow_banned'>
