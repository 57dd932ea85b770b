import { Field, FieldError } from '../parts/field'
import type { Form } from '../parts/form'
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
  const isWrong = form.errors.value.branch !== undefined
  const described = [isWrong && 'branch-error', hint && 'branch-hint'].filter(Boolean).join(' ')
  return (
    <div class="flex flex-col gap-1">
      <label for="branch" class="font-medium">
        {join.branchLabel}
      </label>
      <select
        id="branch"
        name="branch"
        required
        class="select w-full text-base"
        aria-invalid={isWrong}
        aria-describedby={described || undefined}
      >
        <option value="">{join.chooseBranch}</option>
        {branches.map(({ code, name }) => (
          <option key={code} value={code} selected={initial === code || initial === name}>
            {name === code ? name : `${name} (${code})`}
          </option>
        ))}
      </select>
      <FieldError form={form} name="branch" id="branch" />
      {hint && (
        <p id="branch-hint" class="text-base-content/80 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
