import { useSignal } from '@preact/signals'
import { me } from '../../../app/lib/accounts/me'
import { StateBadge } from '../../components/accounts/person-badges'
import { RowButton } from '../../components/row-button'
import { StatePanel } from '../../components/state-panel'
import { accountState, obstacle, type Person } from '../../lib/accounts/person-rules'
import { accountsText } from '../../texts/accounts'
import { RoleDialog } from './person-role-dialog'
import { SanctionDialog } from './sanction-dialog'

type Props = { person: Person; onChange: () => Promise<void> }

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
    {me.value?.role === 'superadmin' && <RoleButton person={person} onChange={onChange} />}
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
      {isHeld && <SanctionButton person={person} onChange={onChange} kind="lift" words={sanction.lift} />}
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

type ButtonProps = Props & { kind: 'suspend' | 'block' | 'lift'; words: string }

function SanctionButton({ person: { id, username }, onChange, kind, words }: ButtonProps) {
  const open = useSignal(false)
  return (
    <>
      <RowButton
        of={username}
        isMain={kind === 'lift'}
        onPress={() => {
          open.value = true
        }}
      >
        {words}
      </RowButton>
      <SanctionDialog open={open} userId={id} username={username} kind={kind} onDone={onChange} />
    </>
  )
}

function RoleButton({ person, onChange }: Props) {
  const open = useSignal(false)
  return (
    <>
      <RowButton
        of={person.username}
        onPress={() => {
          open.value = true
        }}
      >
        {accountsText.role.change}
      </RowButton>
      <RoleDialog open={open} person={person} onDone={onChange} />
    </>
  )
}
