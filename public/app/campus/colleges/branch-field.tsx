import { useFormAround } from '../../lib/form'
import { instance } from '../../lib/instance'
import { type Loaded, useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { authText } from '../../texts/auth'
import { Field, FieldError, Refusal, SelectField } from '../../ui/field'
import { type Branch, fetchBranches } from './colleges'

export function useBranches(): Loaded<readonly Branch[]> {
  const id = me.value?.collegeId ?? ''
  return useLoaded(() => fetchBranches(id), id)
}

type Props = { branches: readonly Branch[]; initial?: string; hint?: string }

const shownName = ({ code, name }: Branch): string => (name === code ? name : `${name} (${code})`)

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
      options={offered.map((each) => [each.code, shownName(each)])}
      initial={offered.find((each) => isNamed(each, initial))?.code}
      hint={hint}
    />
  )
}

/** Each branch is a button that sends it: nothing is left to confirm, and the settings change it. */
export function BranchButtons({ branches }: { branches: readonly Branch[] }) {
  const { busy } = useFormAround()
  return (
    <fieldset class="flex flex-col gap-2">
      <legend class="mb-2 font-medium">{authText.join.chooseBranch}</legend>
      <FieldError name="branch" id="branch" />
      <Refusal />
      {branches.map((each) => (
        <button
          key={each.code}
          type="submit"
          name="branch"
          value={each.code}
          class="btn justify-start text-start"
          aria-disabled={busy.value}
        >
          {shownName(each)}
        </button>
      ))}
    </fieldset>
  )
}
