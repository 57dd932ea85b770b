import { useEffect } from 'preact/hooks'
import { Notice } from '../../components/notice'
import { Heading, useTitle } from '../../components/page'
import { LineSkeletons } from '../../components/skeleton'
import { joined, me } from '../../lib/accounts/me'
import { currentStep, progress, requestedEmail, STEPS, type Step } from '../../lib/auth/joining'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { CollegeRequest } from './college-request'
import { AddressStep, CodeStep, PasswordStep } from './join-steps'
import { BranchStep, TermsStep } from './onboarding-steps'

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
