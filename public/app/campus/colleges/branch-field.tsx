import type { Form } from '../../lib/form'
import { instance } from '../../lib/instance'
import { type Loaded, useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { authText } from '../../texts/auth'
import { Field, SelectField } from '../../ui/field'
import { type Branch, fetchBranches } from './colleges'

/** The branches that the viewer's college offers. */
export function useBranches(): Loaded<readonly Branch[]> {
  const id = me.value?.collegeId ?? ''
  return useLoaded(() => fetchBranches(id), id)
}

type Props = { form: Form; branches: readonly Branch[]; initial?: string; hint?: string }

const isNamed = ({ code, name }: Branch, text: string): boolean => text === code || text === name

/** A select of the college's open branches, and of the closed one that the user has; a text field where it offers none. */
export function BranchField({ form, branches, initial = '', hint }: Props) {
  const { join } = authText
  const offered = branches.filter((each) => each.closedAt === null || isNamed(each, initial))
  if (offered.length > 0) return <BranchChoice form={form} branches={offered} initial={initial} hint={hint ?? ''} />
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
  const { join } = authText
  const initialBranch = branches.find((each) => isNamed(each, initial))
  return (
    <SelectField
      form={form}
      name="branch"
      label={join.branchLabel}
      unchosen={join.chooseBranch}
      options={branches.map(({ code, name }) => [code, name === code ? name : `${name} (${code})`])}
      initial={initialBranch?.code}
      hint={hint}
    />
  )
}
