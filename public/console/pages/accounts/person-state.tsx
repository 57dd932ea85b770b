import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { FailureNotice } from '../../../app/components/page'
import { me } from '../../../app/lib/accounts/me'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { StateBadge } from '../../components/accounts/person-link'
import { type RecentRemoval, RemoveRecent } from '../../components/moderation/remove-recent'
import { UndoBar } from '../../components/moderation/undo-bar'
import { RowButton, RowDialog, StatePanel } from '../../components/panel'
import { accountState, endSessionsOf, isAlias, obstacle, type Person, type PersonRead } from '../../lib/accounts/people'
import { accountsText } from '../../texts/accounts'
import { moderationText } from '../../texts/moderation'
import { RoleButton } from './role-button'
import { SanctionButton } from './sanction-button'

type Props = { person: PersonRead; onChange: () => Promise<void> }

/** Whether the account can take part, and the decisions that are possible; none about the moderator's own account. */
export function PersonState({ person, onChange }: Props) {
  const words = accountsText.person
  const isInTheWay = obstacle(me.value!, person)
  return (
    <StatePanel title={words.state} badge={<StateBadge person={person} />}>
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
    <RowDialog of={username} words={sessions.end}>
      {(open) => (
        <FormDialog
          open={open}
          title={sessions.title(username)}
          lead={sessions.lead}
          confirm={sessions.end}
          isGrave
          draft={null}
          send={() => endSessionsOf(id)}
          onDone={() => {
            announce(sessions.ended(username))
            onChange()
          }}
        />
      )}
    </RowDialog>
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
        <UndoBar hasKey={false} words={recent.undo} onUndo={undo}>
          {removal.value && <p>{removal.value.words}</p>}
        </UndoBar>
      </div>
    </>
  )
}
