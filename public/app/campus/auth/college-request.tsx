import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, envelope } from '../../lib/api'
import { authText } from '../../texts/auth'
import { Field, SendForm } from '../../ui/field'
import { focusPageHeading, Heading, Notice, useTitle } from '../../ui/page'
import { requestedEmail, saveProgress } from './joining'

type Outcome = 'done' | 'asked' | 'here'

const domainIn = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** A conflict has two reasons: the college is here, or somebody has requested it. */
async function findClash(email: string): Promise<Outcome> {
  const answer = await envelope(api.colleges.get({ query: {} }))
  const isHere = answer.success && answer.data.colleges.some(({ emailDomain }) => emailDomain === domainIn(email))
  return isHere ? 'here' : 'asked'
}

/** For students whose college is not here: asks the people who run this Quad to add it. */
export function CollegeRequest() {
  const outcome = useSignal<Outcome | null>(null)
  const { request } = authText
  useTitle(request.title)
  // A visitor who comes back to the page starts with joining.
  useEffect(() => forget, [])
  const end = (reached: Outcome) => {
    outcome.value = reached
    setTimeout(focusPageHeading)
  }
  return (
    <div class="mx-auto flex max-w-md flex-col gap-6">
      <Heading key={outcome.value}>{outcome.value ? request[outcome.value] : request.title}</Heading>
      {outcome.value ? <Reached outcome={outcome.value} /> : <RequestForm onEnd={end} />}
      <button type="button" class="btn btn-outline btn-wide" onClick={backToJoining}>
        {request.back}
      </button>
    </div>
  )
}

function forget(): void {
  requestedEmail.value = null
}

function backToJoining(): void {
  saveProgress({ step: 'address', email: requestedEmail.value ?? '' })
  forget()
  setTimeout(focusPageHeading)
}

function Reached({ outcome }: { outcome: Outcome }) {
  const { request } = authText
  const words = { done: request.doneHow(requestedEmail.value ?? ''), asked: request.askedHow, here: request.hereHow }
  return (
    <Notice kind={outcome === 'done' ? 'success' : 'info'}>
      <p>{words[outcome]}</p>
    </Notice>
  )
}

function RequestForm({ onEnd }: { onEnd: (outcome: Outcome) => void }) {
  const { request } = authText
  const ask = async (values: FormData) => {
    const text = (name: string) => String(values.get(name)).trim()
    const email = text('requestedByEmail')
    requestedEmail.value = email
    const place = { name: text('name'), city: text('city'), state: text('state') }
    const college = { ...place, emailDomain: domainIn(email), requestedByEmail: email }
    const answer = await envelope(api.colleges.requests.post(college))
    if (answer.success) return { success: true as const, outcome: 'done' as const }
    if (answer.code === 'CONFLICT') return { success: true as const, outcome: await findClash(email) }
    // The domain has no field of its own; its error belongs to the email field.
    const domain = answer.errors?.find(({ field }) => field === 'emailDomain')
    if (answer.code !== 'DISPOSABLE_EMAIL' && !domain) return answer
    const others = answer.errors?.filter(({ field }) => field !== 'emailDomain') ?? []
    return { ...answer, errors: [{ field: 'requestedByEmail', message: (domain ?? answer).message }, ...others] }
  }
  return (
    <SendForm class="flex flex-col gap-5" confirm={request.send} send={ask} onDone={({ outcome }) => onEnd(outcome)}>
      <p>{request.lead}</p>
      <Field
        name="requestedByEmail"
        type="email"
        label={request.email}
        hint={request.emailHint}
        required
        autocomplete="email"
        initial={requestedEmail.value ?? ''}
      />
      <Field name="name" label={request.name} required autocomplete="organization" maxLength={200} />
      <Field name="city" label={request.city} required autocomplete="address-level2" maxLength={100} />
      <Field name="state" label={request.state} required autocomplete="address-level1" maxLength={100} />
    </SendForm>
  )
}
