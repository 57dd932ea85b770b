import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { Failure } from '../../../app/lib/api'
import { me } from '../../../app/lib/me'
import { Dialog, FormDialog } from '../../../app/ui/dialog'
import { SelectField } from '../../../app/ui/field'
import {
  obstacle,
  type Person,
  type PersonRead,
  readPerson,
  type Sanctioned,
  suspendAsChosen,
} from '../../campus/accounts/people'
import { StateBadge } from '../../campus/accounts/person-link'
import { accountsText } from '../../texts/accounts'
import { moderationText } from '../../texts/moderation'
import { reportsText } from '../../texts/reports'
import { keysAreOn, turnKeys } from '../moderation/desk-bar'
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
import { type Act, KEYS, verdictsFor } from './acts'
import { restoreStanding, type Undo } from './decisions'
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
  const { entry } = question
  if (question.kind === 'reason')
    return (
      <QueueReason
        verdict={question.verdict}
        rules={(question.all[0] ?? entry).reasons.map(({ reason }) => reason)}
        onReason={(why) =>
          question.all.length > 0
            ? session.decideAll(question.all, question.verdict, why)
            : session.decide(entry, { verdict: question.verdict, why })
        }
      />
    )
  if (question.kind === 'recent')
    return entry.author && <Recent entry={entry} author={entry.author} session={session} />
  return (
    entry.author && (
      <QueueSanction
        entry={entry}
        author={entry.author}
        kind={question.kind}
        onDone={(verdict, sanction) => session.decide(entry, { verdict, sanction })}
      />
    )
  )
}

type RecentProps = { entry: Entry; author: NonNullable<Entry['author']>; session: QueueSession }

function Recent({ entry, author, session }: RecentProps) {
  const open = useSignal(true)
  return (
    <RemoveRecent
      open={open}
      person={author}
      rules={entry.reasons.map(({ reason }) => reason)}
      onDone={(removal) => {
        const sanction = { ...removal, undone: moderationText.recent.back }
        session.decide(entry, { verdict: undefined, sanction })
      }}
    />
  )
}

type Props = {
  entry: Entry
  author: NonNullable<Entry['author']>
  kind: 'suspend' | 'block'
  /** Called after the sanction, with the verdict about the entry and the function that reverts the sanction. */
  onDone: (verdict: Verdict | undefined, sanction: { words: string; undo: Undo }) => void
}

const LATER = 'later'

/** Bans or suspends the author, and asks for the verdict about the content. */
function QueueSanction({ entry, author, kind, onDone }: Props) {
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
      {person.value && <Standing person={person.value} />}
      <SanctionFields kind={kind} rows={2} />
      <SelectField
        name="then"
        label={reportsText.sanction.alsoContent}
        options={verdicts.map((each) => [each, reportsText.sanction.verdicts[each as Offered]])}
        initial={verdicts[0] ?? LATER}
      />
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

type Ban = Extract<Verdict, 'banned' | 'shadow_banned'>

type QueueReasonProps = { verdict: Ban; rules: readonly string[]; onReason: (why: Why) => void }

type Reason = { success: true; why: Why }

/** Asks for the reason before content is removed or hidden. */
function QueueReason({ verdict, rules, onReason }: QueueReasonProps) {
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
      {verdict === 'banned' ? (
        <ReasonFields hint={reason.hint.banned} rules={rules} isNeeded />
      ) : (
        <ReasonField label={reason.label} hint={reason.hint.shadow_banned} required />
      )}
    </FormDialog>
  )
}

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }

export function QueueKeys({ onClose }: { onClose: () => void }) {
  const { keys, act } = reportsText
  const words: Record<Act, string> = { ...act, ...keys, open: reportsText.entry.open }
  const turn = ({ currentTarget }: { currentTarget: HTMLInputElement }) => turnKeys(currentTarget.checked)
  return (
    <Dialog title={keys.title} lead={keys.lead} onClose={onClose}>
      <dl class="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {(Object.keys(KEYS) as Act[]).map((each) => (
          <Row key={each} names={KEYS[each]} words={words[each]} />
        ))}
        <Row names={['⇧b', '⇧h']} words={keys.reasoned} />
      </dl>
      <div class="mt-5 flex flex-wrap items-center justify-between gap-3">
        <label class="flex items-center gap-3">
          <input type="checkbox" class="toggle" checked={keysAreOn.value} onChange={turn} />
          {keys.use}
        </label>
        <button type="button" class="btn btn-outline" onClick={onClose}>
          {keys.close}
        </button>
      </div>
    </Dialog>
  )
}

function Row({ names, words }: { names: readonly string[]; words: string }) {
  return (
    <>
      <dt class="flex gap-1">
        {names.map((name) => (
          <kbd key={name} class="border-base-content/60 min-w-7 rounded border px-1.5 text-center font-mono text-sm">
            {NAMES[name] ?? name}
          </kbd>
        ))}
      </dt>
      <dd>{words}</dd>
    </>
  )
}
