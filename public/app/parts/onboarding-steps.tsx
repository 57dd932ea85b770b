import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../announcements'
import { api, envelope, type Failure } from '../api'
import { instance } from '../instance'
import { me } from '../me'
import { loadMe } from '../session'
import { accountText } from '../texts/account'
import { FailureNotice } from './failure-notice'
import { Field, FieldError } from './field'
import { type Form, submit, useForm } from './form'
import { arrive } from './page'
import { LineSkeletons } from './skeleton'
import { SubmitButton } from './submit-button'

type Branch = { code: string; name: string }

/** What the college offers; any text where it offers nothing. */
export function BranchStep() {
  const form = useForm()
  const branches = useSignal<Branch[] | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  const { join } = accountText
  const collegeId = me.value?.collegeId ?? ''
  const load = async () => {
    failure.value = null
    const answer = await envelope(api.colleges({ id: collegeId }).branches.get())
    if (answer.success) branches.value = answer.data
    else failure.value = answer
  }
  // Once for a college.
  useEffect(() => {
    load()
  }, [collegeId])
  const choose = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.onboarding.complete.post({ branch: String(values.get('branch')) })),
    )
    if (!answer && form.refusal.value?.code !== 'ALREADY_ONBOARDED') return
    await loadMe()
    arrive()
  }
  if (failure.value) return <FailureNotice failure={failure.value} retry={load} />
  if (branches.value === undefined) return <LineSkeletons />
  return (
    <form class="flex flex-col gap-5" noValidate onSubmit={choose}>
      <p>{join.branchLead(me.value?.username ?? '')}</p>
      {branches.value.length > 0 ? (
        <BranchChoice form={form} branches={branches.value} />
      ) : (
        <Field
          form={form}
          name="branch"
          label={join.branchLabel}
          required
          autocomplete="off"
          maxLength={instance.value?.limits.branch?.max ?? 100}
        />
      )}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.saveBranch}</SubmitButton>
    </form>
  )
}

function BranchChoice({ form, branches }: { form: Form; branches: Branch[] }) {
  const { join } = accountText
  const isWrong = form.errors.value.branch !== undefined
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
        aria-describedby={isWrong ? 'branch-error' : undefined}
      >
        <option value="">{join.chooseBranch}</option>
        {branches.map(({ code, name }) => (
          <option key={code} value={code}>
            {name === code ? name : `${name} (${code})`}
          </option>
        ))}
      </select>
      <FieldError form={form} name="branch" id="branch" />
    </div>
  )
}

export function TermsStep() {
  const form = useForm()
  const { join } = accountText
  const accept = async (event: SubmitEvent) => {
    const answer = await submit(event, form, () => envelope(api.users['accept-terms'].post()))
    if (!answer) return
    announce(join.done)
    await loadMe()
  }
  return (
    <form class="flex flex-col gap-5" noValidate onSubmit={accept}>
      <p>{join.termsLead}</p>
      <ol class="bg-base-200 rounded-box flex list-decimal flex-col gap-3 py-5 ps-9 pe-5">
        {join.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.accept}</SubmitButton>
    </form>
  )
}
