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

type Props = { branches: readonly Branch[]; initial?: string; hint?: string }

const isNamed = ({ code, name }: Branch, text: string): boolean => text === code || text === name

/** A select of the college's open branches, and of the closed one that the user has; a text field where it offers none. */
export function BranchField({ branches, initial = '', hint }: Props) {
  const { branchLabel: label, chooseBranch } = authText.join
  const offered = branches.filter((each) => each.closedAt === null || isNamed(each, initial))
  if (offered.length === 0)
    return (
      <Field
        name="branch"
        label={label}
        hint={hint}
        required
        autocomplete="off"
        initial={initial}
        maxLength={instance.value?.limits.branch?.max ?? 100}
      />
    )
  return (
    <SelectField
      name="branch"
      label={label}
      unchosen={chooseBranch}
      options={offered.map(({ code, name }) => [code, name === code ? name : `${name} (${code})`])}
      initial={offered.find((each) => isNamed(each, initial))?.code}
      hint={hint}
    />
  )
}
