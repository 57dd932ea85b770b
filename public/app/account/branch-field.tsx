import { Field } from '../parts/field'
import type { Form } from '../parts/form'
import { SelectField } from '../parts/select-field'
import { askBranches, type Branch } from '../people/colleges'
import { instance } from '../services/instance'
import { type Loaded, useLoaded } from '../services/loading'
import { accountText } from '../texts/account'
import { me } from './me'

/** What one's college offers. */
export function useBranches(): Loaded<readonly Branch[]> {
  const id = me.value?.collegeId ?? ''
  return useLoaded(() => askBranches(id), id)
}

type Props = { form: Form; branches: readonly Branch[]; initial?: string; hint?: string }

/** The branch: one that the college offers; any text where it offers nothing. */
export function BranchField({ form, branches, initial = '', hint }: Props) {
  const { join } = accountText
  if (branches.length > 0) return <BranchChoice form={form} branches={branches} initial={initial} hint={hint ?? ''} />
  return (
    <Field
      form={form}
      name="branch"
      label={join.branchLabel}
      hint={hint}
      required
      autocomplete="off"
      initial={initial}
      maxLength={instance.value?.limits.branch?.max ?? 100}
    />
  )
}

function BranchChoice({ form, branches, initial, hint }: Required<Props>) {
  const { join } = accountText
  const known = branches.find(({ code, name }) => initial === code || initial === name)
  return (
    <SelectField
      form={form}
      name="branch"
      label={join.branchLabel}
      unchosen={join.chooseBranch}
      options={branches.map(({ code, name }) => [code, name === code ? name : `${name} (${code})`])}
      initial={known?.code ?? ''}
      hint={hint}
    />
  )
}
