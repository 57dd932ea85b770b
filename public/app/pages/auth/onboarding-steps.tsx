import { BranchField, useBranches } from '../../components/colleges/branch-field'
import { FailureNotice } from '../../components/failure-notice'
import { focusPageHeading } from '../../components/page'
import { LineSkeletons } from '../../components/skeleton'
import { SubmitButton } from '../../components/submit-button'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { loadMe } from '../../lib/auth/session'
import { submit, useForm } from '../../lib/form'
import { authText } from '../../texts/auth'

export function BranchStep() {
  const form = useForm()
  const { data: branches, failure, load } = useBranches()
  const { join } = authText
  const choose = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.onboarding.complete.post({ branch: String(values.get('branch')) })),
    )
    if (!answer && form.refusal.value?.code !== 'ALREADY_ONBOARDED') return
    await loadMe()
    focusPageHeading()
  }
  if (failure.value) return <FailureNotice failure={failure.value} retry={load} />
  if (branches.value === undefined) return <LineSkeletons />
  return (
    <form class="flex flex-col gap-5" noValidate onSubmit={choose}>
      <p>{join.branchLead(me.value?.username ?? '')}</p>
      <BranchField form={form} branches={branches.value} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.saveBranch}</SubmitButton>
    </form>
  )
}

export function TermsStep() {
  const form = useForm()
  const { join } = authText
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
