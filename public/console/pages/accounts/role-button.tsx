import { type Signal, useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { SelectField } from '../../../app/components/field'
import { announce } from '../../../app/lib/announcements'
import type { Form } from '../../../app/lib/form'
import { RowDialog } from '../../components/panel'
import { changeRole, type Person, ROLES, type Role } from '../../lib/accounts/people'
import { accountsText } from '../../texts/accounts'

type Props = { person: Person; onChange: () => void }

/** Gives the person another role. */
export const RoleButton = ({ person, onChange }: Props) => (
  <RowDialog of={person.username} words={accountsText.role.change}>
    {(open) => <RoleDialog open={open} person={person} onDone={onChange} />}
  </RowDialog>
)

type RoleDialogProps = { open: Signal<boolean>; person: Person; onDone: () => void }

function RoleDialog({ open, person, onDone }: RoleDialogProps) {
  const { role: words, roles } = accountsText
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
      {(form) => <RoleField form={form} choices={ROLES.filter((role) => role !== person.role)} />}
    </FormDialog>
  )
}

function RoleField({ form, choices }: { form: Form; choices: Role[] }) {
  const { role: words, roles } = accountsText
  const chosen = useSignal(choices[0]!)
  return (
    <SelectField
      form={form}
      name="role"
      label={words.label}
      options={choices.map((role) => [role, roles[role]])}
      initial={chosen.value}
      hint={<span aria-live="polite">{words.leads[chosen.value]}</span>}
      onChoose={(role) => (chosen.value = role as Role)}
    />
  )
}
