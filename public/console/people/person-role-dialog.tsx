import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../app/services/announcements'
import { FormDialog } from '../parts/form-dialog'
import { deskPeople } from '../texts/desk-people'
import { changeRole, type Person, type Role } from './people'
import { ROLES } from './person-rules'

type Props = { open: Signal<boolean>; person: Person; onDone: () => void }

/** Gives somebody another role, after what that means has been said. */
export function RoleDialog({ open, person, onDone }: Props) {
  const { role: words, roles } = deskPeople
  return (
    <FormDialog
      open={open}
      title={words.title(person.username)}
      confirm={words.send}
      send={(values) => changeRole(person.id, values.get('role') as Role)}
      onDone={({ data }) => {
        announce(words.given(person.username, roles[data.role]))
        onDone()
      }}
    >
      {() => <RoleField choices={ROLES.filter((role) => role !== person.role)} />}
    </FormDialog>
  )
}

function RoleField({ choices }: { choices: Role[] }) {
  const { role: words, roles } = deskPeople
  const chosen = useSignal(choices[0]!)
  return (
    <div class="flex flex-col gap-1">
      <label for="role" class="font-medium">
        {words.label}
      </label>
      <select
        id="role"
        name="role"
        class="select w-full text-base"
        aria-describedby="role-hint"
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value as Role
        }}
      >
        {choices.map((role) => (
          <option key={role} value={role} selected={role === chosen.value}>
            {roles[role]}
          </option>
        ))}
      </select>
      <p id="role-hint" aria-live="polite" class="text-base-content/80 text-sm">
        {words.leads[chosen.value]}
      </p>
    </div>
  )
}
