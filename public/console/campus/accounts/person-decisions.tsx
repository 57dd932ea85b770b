import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { me } from '../../../app/lib/me'
import { FormDialog } from '../../../app/ui/dialog'
import { SelectField } from '../../../app/ui/field'
import { FailureNotice } from '../../../app/ui/page'
import { UndoBar } from '../../order/moderation/desk-bar'
import { banUser, liftSanction } from '../../order/moderation/moderation'
import {
  type RecentRemoval,
  RemoveRecent,
  SanctionFields,
  type SanctionKind,
  sanctionOutcome,
  sanctionQuestion,
  sanctionRefusal,
} from '../../order/moderation/sanctions'
import { decidedFirst } from '../../order/reports/desk'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { RowButton, RowDialog, StatePanel } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import {
  accountState,
  isAlias,
  obstacle,
  type Person,
  type PersonRead,
  ROLES,
  type Role,
  type Sanctioned,
  suspendAsChosen,
} from './people'
import { StateBadge } from './person-link'

type Props = { person: PersonRead; onChange: () => Promise<void> }

/** Whether the account can take part, and the decisions that are possible; none about the moderator's own account. */
export function PersonState({ person, onChange }: Props) {
  const words = accountsText.person
  const isInTheWay = obstacle(me.value!, person)
  return (
    <StatePanel title={consoleText.words.state} badge={<StateBadge person={person} />}>
      {(rest) => (
        <>
          <p class="text-base-content/80 whitespace-pre-line">{stateLead(person)}</p>
          {isInTheWay ? (
            <p class="font-medium">{words[isInTheWay]}</p>
          ) : (
            <Decisions person={person} onChange={() => onChange().then(rest)} />
          )}
        </>
      )}
    </StatePanel>
  )
}

const Decisions = ({ person, onChange }: Props) => (
  <div class="flex flex-wrap gap-2">
    <Sanctions person={person} onChange={onChange} />
    {me.value?.role === 'superadmin' && !isAlias(person) && <RoleButton person={person} onChange={onChange} />}
    {!isAlias(person) && <SessionsButton person={person} onChange={onChange} />}
    <RecentButton person={person} onChange={onChange} />
  </div>
)

function stateLead(person: Person): string {
  const { stateLeads } = accountsText
  const state = accountState(person)
  return state === 'suspended' ? stateLeads.suspended(person.suspension!.reason) : stateLeads[state]
}

function Sanctions({ person, onChange }: Props) {
  const { sanction } = accountsText
  const state = accountState(person)
  const isHeld = state === 'suspended' || state === 'blocked'
  return (
    <>
      {isHeld && <SanctionButton person={person} onChange={onChange} kind="lift" words={sanction.lift[state]} />}
      <SanctionButton
        person={person}
        onChange={onChange}
        kind="suspend"
        words={state === 'suspended' ? sanction.resuspend : sanction.suspend}
      />
      {state !== 'blocked' && (
        <SanctionButton person={person} onChange={onChange} kind="block" words={sanction.block} />
      )}
    </>
  )
}

function SessionsButton({ person: { id, username }, onChange }: Props) {
  const { sessions } = accountsText
  return (
    <RowForm
      of={username}
      words={sessions.end}
      title={sessions.title(username)}
      lead={sessions.lead}
      isGrave
      draft={null}
      send={() => envelope(api.admin.users({ id }).sessions.delete())}
      done={sessions.ended(username)}
      onDone={onChange}
    />
  )
}

function RecentButton({ person, onChange }: Props) {
  const open = useSignal(false)
  const removal = useSignal<RecentRemoval | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  const { recent } = moderationText
  const undo = async () => {
    failure.value = (await removal.value?.undo()) ?? null
    if (failure.value) return
    removal.value = undefined
    await onChange()
  }
  return (
    <>
      <RowButton of={person.username} onPress={() => (open.value = true)}>
        {recent.open}
      </RowButton>
      {open.value && (
        <RemoveRecent
          open={open}
          person={person}
          onDone={(done) => {
            removal.value = done
            onChange()
          }}
        />
      )}
      {failure.value && <FailureNotice failure={failure.value} />}
      <div class="basis-full">
        <UndoBar hasKey={false} words={consoleText.words.undo} onUndo={undo}>
          {removal.value && <p>{removal.value.words}</p>}
        </UndoBar>
      </div>
    </>
  )
}

function RoleButton({ person, onChange }: Props) {
  const { role: words, roles } = accountsText
  return (
    <RowForm
      of={person.username}
      words={words.change}
      title={words.title(person.username)}
      send={(values) => envelope(api.admin.users({ id: person.id }).role.put({ role: values.get('role') as Role }))}
      onDone={({ data }) => {
        announce(words.given(person.username, roles[data.role]))
        onChange()
      }}
    >
      <RoleField choices={ROLES.filter((role) => role !== person.role)} />
    </RowForm>
  )
}

function RoleField({ choices }: { choices: Role[] }) {
  const { role: words, roles } = accountsText
  const chosen = useSignal(choices[0]!)
  return (
    <SelectField
      name="role"
      label={words.label}
      options={choices.map((role) => [role, roles[role]])}
      initial={chosen.value}
      hint={<span aria-live="polite">{words.leads[chosen.value]}</span>}
      onChoose={(role) => (chosen.value = role as Role)}
    />
  )
}

type SanctionButtonProps = { person: PersonRead; kind: SanctionKind; words: string; onChange: () => void }

const SanctionButton = ({ person, kind, words, onChange }: SanctionButtonProps) => (
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
      <SanctionFields kind={kind} rows={3} />
    </FormDialog>
  )
}
