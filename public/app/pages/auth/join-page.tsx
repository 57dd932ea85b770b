import { useEffect } from 'preact/hooks'
import { BranchField, useBranches } from '../../components/colleges/branch-field'
import { SubmitButton } from '../../components/field'
import { FailureNotice, Notice } from '../../components/notice'
import { focusPageHeading, Heading, useTitle } from '../../components/page'
import { LineSkeletons } from '../../components/skeleton'
import { joined, me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { currentStep, progress, requestedEmail, STEPS, type Step } from '../../lib/auth/joining'
import { loadMe } from '../../lib/auth/session'
import { submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { CollegeRequest } from './college-request'
import { AddressStep, CodeStep, PasswordStep } from './join-steps'

const FORMS = {
  address: AddressStep,
  code: CodeStep,
  password: PasswordStep,
  branch: BranchStep,
  terms: TermsStep,
}

export function JoinPage() {
  const isOver = joined.value
  useEffect(() => {
    if (isOver) go('/', true)
  }, [isOver])
  useTitle(authText.join.title)
  if (me.value === undefined || isOver) return <LineSkeletons />
  if (me.value === null && requestedEmail.value !== null) return <CollegeRequest />
  const step = currentStep(me.value, progress.value)
  const Form = FORMS[step]
  const isClosed = instance.value?.features?.registration === false
  return (
    <div class="mx-auto flex max-w-md flex-col gap-6">
      <div>
        <Steps step={step} />
        <Heading key={step}>{authText.join[step]}</Heading>
      </div>
      {isClosed && (
        <Notice kind="info">
          <p>{authText.join.closed}</p>
        </Notice>
      )}
      <Form />
    </div>
  )
}

function Steps({ step }: { step: Step }) {
  const at = STEPS.indexOf(step)
  return (
    <div class="mb-4">
      <p class="text-base-content/80 text-sm font-medium">{authText.join.step(at + 1, STEPS.length)}</p>
      <div class="mt-2 flex gap-1.5" aria-hidden="true">
        {STEPS.map((each, index) => (
          <span key={each} class={`h-1.5 grow rounded-full ${index <= at ? 'bg-primary' : 'bg-base-300'}`} />
        ))}
      </div>
    </div>
  )
}

function BranchStep() {
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

function TermsStep() {
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
