import { FieldError } from '../../../app/components/field'
import type { Form } from '../../../app/lib/form'
import type { Branch } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'

type Props = { form: Form; branches: Branch[]; offered: readonly string[] }

export function CollegeBranches({ form, branches, offered }: Props) {
  const { colleges } = collegesText
  return (
    <fieldset class="flex flex-col gap-1">
      <legend class="font-medium">{colleges.branches}</legend>
      <p class="text-base-content/80 text-sm">{branches.length > 0 ? colleges.branchesHint : colleges.noBranches}</p>
      {branches.length > 0 && (
        <div class="border-base-300 rounded-field grid max-h-52 grid-cols-1 gap-x-4 overflow-y-auto border px-3 py-2 sm:grid-cols-2">
          {branches.map(({ id, name, code }) => (
            <label key={id} class="flex items-start gap-2.5 py-1">
              <input
                type="checkbox"
                name="branches"
                value={id}
                defaultChecked={offered.includes(id)}
                class="accent-primary mt-1 size-4 shrink-0"
              />
              <span class="min-w-0">
                {name} <span class="text-base-content/80 text-sm">{code}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      <FieldError form={form} name="branches" id="branches" />
    </fieldset>
  )
}
