import { api, envelope } from '../../../app/lib/api'
import { conflictInWords, useMissing } from '../../../app/lib/form'
import { Field, FieldError } from '../../../app/ui/field'
import { LineSkeletons } from '../../../app/ui/page'
import { mayChangeDomains } from '../../lib/overview'
import { collegesText } from '../../texts/colleges'
import { consoleText } from '../../texts/console'
import { RecordButton } from '../../ui/record-dialog'
import { type Branch, type College, type CollegeInput, changeCollege } from './colleges'

type Props = {
  college?: College
  branches: Branch[] | undefined
  onDone: () => void
}

export function CollegeButton({ college, branches, onDone }: Props) {
  const { colleges } = collegesText
  const send = (values: FormData) => {
    const { emailDomain, ...input } = readInput(values)
    const domain = mayChangeDomains() ? { emailDomain } : {}
    const sent = college
      ? changeCollege(college.id, { ...input, ...domain })
      : envelope(api.admin.colleges.create.post({ ...input, emailDomain }))
    return conflictInWords(sent, colleges.domainTaken, 'emailDomain')
  }
  return (
    <RecordButton current={college?.name} words={colleges} send={send} name={({ name }) => name} onDone={onDone}>
      <Field name="name" label={colleges.name} required maxLength={200} initial={college?.name} />
      {mayChangeDomains() && (
        <Field
          name="emailDomain"
          label={colleges.domain}
          hint={colleges.domainHint}
          required
          maxLength={253}
          inputMode="url"
          autocapitalize="off"
          spellcheck={false}
          initial={college?.emailDomain}
        />
      )}
      <div class="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="city" label={colleges.city} required maxLength={100} initial={college?.city} />
        <Field name="state" label={colleges.state} required maxLength={100} initial={college?.state} />
      </div>
      <CollegeBranches branches={branches} offered={college?.branches ?? []} />
    </RecordButton>
  )
}

function readInput(values: FormData): CollegeInput {
  const field = (name: string) => String(values.get(name) ?? '')
  return {
    name: field('name'),
    emailDomain: field('emailDomain'),
    city: field('city'),
    state: field('state'),
    branches: values.getAll('branches').map(String),
  }
}

type CollegeBranchesProps = { branches: Branch[] | undefined; offered: readonly string[] }

function CollegeBranches({ branches, offered }: CollegeBranchesProps) {
  const { colleges } = collegesText
  useMissing(branches === undefined)
  if (branches === undefined) return <LineSkeletons />
  const choices = branches.filter(({ id, closedAt }) => closedAt === null || offered.includes(id))
  return (
    <fieldset class="flex flex-col gap-1">
      <legend class="font-medium">{consoleText.ways.branches}</legend>
      <p class="text-base-content/80 text-sm">
        {choices.length > 0 ? colleges.branchesHint : collegesText.branches.none}
      </p>
      {choices.length > 0 && (
        <div class="border-base-300 rounded-field grid max-h-52 grid-cols-1 gap-x-4 overflow-y-auto border px-3 py-2 sm:grid-cols-2">
          {choices.map(({ id, name, code }) => (
            <label key={id} class="flex items-start gap-2.5 py-2.5 sm:py-1">
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
      <FieldError name="branches" id="branches" />
    </fieldset>
  )
}
