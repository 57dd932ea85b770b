import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { readPlacePage } from '../../lib/about'
import { announce } from '../../lib/announcements'
import { api, envelope, type Failure } from '../../lib/api'
import { instance, isClosedToNew } from '../../lib/instance'
import { useLoaded } from '../../lib/loading'
import { joined, me } from '../../lib/me'
import { go, pendingAct, safeNext } from '../../lib/navigation'
import { missingPart } from '../../lib/parts'
import { authText } from '../../texts/auth'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { ActButton } from '../../ui/act-button'
import { SendForm } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { Markdown } from '../../ui/markdown-view'
import { FailureNotice, focusPageHeading, Heading, LineSkeletons, Notice, useTitle } from '../../ui/page'
import { NameChoice } from '../accounts/name-choice'
import { BranchButtons, BranchField, useBranches } from '../colleges/branch-field'
import { CollegeRequest } from './college-request'
import { parseUserAgent } from './devices'
import { fulfil } from './invitation'
import { AddressStep, CodeStep } from './join-steps'
import { currentStep, progress, requestedEmail, STEPS, type Step } from './joining'
import { knowsPasskeys } from './passkey-sign-in'
import { loadMe } from './session'

const FORM = 'flex flex-col gap-5'

const FORMS = {
  address: AddressStep,
  code: CodeStep,
  branch: BranchStep,
  terms: TermsStep,
}

export function JoinPage() {
  const isOver = joined.value
  const { path, query } = useLocation()
  // This page stays until the next one is rendered, and the URL has changed by then.
  const isHere = path === '/join'
  const next = safeNext(query.next)
  useEffect(() => {
    if (isOver && isHere) fulfil(next).then(() => go(next, true))
  }, [isOver, isHere, next])
  useTitle(authText.join.title)
  if (me.value === undefined || isOver) return <LineSkeletons />
  if (me.value === null && requestedEmail.value !== null) return <CollegeRequest />
  const step = currentStep(me.value, progress.value)
  const Form = FORMS[step]
  const about = stateOfDoor(step)
  return (
    <div class="mx-auto flex max-w-md flex-col gap-6">
      <div>
        {!isClosed(step) && <Steps step={step} />}
        <Heading key={step}>{isClosed(step) ? authText.join.title : authText.join[step]}</Heading>
      </div>
      {step === 'address' && isReturn(query.next) && <Invitation next={query.next} />}
      {about && (
        <Notice kind="info">
          <p>{about}</p>
        </Notice>
      )}
      {!isClosed(step) && <Form />}
      {step === 'address' && <OtherWays next={query.next} />}
    </div>
  )
}

/** Whoever has verified an email, or has an account, goes on to hear what the server says. */
const isClosed = (step: Step): boolean => step === 'address' && isClosedToNew()

/** What keeps somebody new out, if anything does. */
function stateOfDoor(step: Step): string | undefined {
  if (step !== 'address') return undefined
  const { join } = authText
  if (isClosed(step)) return join.noNew
  if (instance.value?.features?.registration === false) return join.closed
  return instance.value?.signUp === 'request' ? join.byRequest : undefined
}

const isReturn = (next: string | undefined): next is string => next !== undefined && safeNext(next) !== '/'

/** Says what comes of what a stranger has pressed. */
function Invitation({ next }: { next: string }) {
  const { invitation } = authText
  const act = pendingAct(next)
  return (
    <p>
      {act?.kind === 'vote' && `${invitation.vote[act.voteType]} `}
      {act && act.kind !== 'vote' && `${invitation[act.kind]} `}
      {invitation.back}
    </p>
  )
}

/** Those with an account only sign in. */
function OtherWays({ next }: { next: string | undefined }) {
  const { invitation, join } = authText
  return (
    <p class="flex flex-wrap gap-x-4">
      <span>
        {join.haveAccount}{' '}
        <a class="link font-medium" href={isReturn(next) ? `/login?next=${encodeURIComponent(next)}` : '/login'}>
          {text.frame.signIn}
        </a>
      </span>
      {isReturn(next) && (
        <a class="link" href={safeNext(next)}>
          {invitation.notNow}
        </a>
      )}
    </p>
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
  const { join } = authText
  const choose = async (values: FormData) => {
    const answer = await envelope(api.auth.onboarding.complete.post({ branch: String(values.get('branch')) }))
    return answer.success || answer.code === 'ALREADY_ONBOARDED' ? { success: true as const } : answer
  }
  return (
    <WhenLoaded of={useBranches()}>
      {(branches) => {
        const open = branches.filter(({ closedAt }) => closedAt === null)
        const confirm = open.length > 0 ? {} : { confirm: join.confirm }
        return (
          <SendForm class={FORM} {...confirm} send={choose} onDone={() => loadMe().then(focusPageHeading)}>
            <NameChoice />
            <p>{join.branchLead}</p>
            {open.length > 0 ? <BranchButtons branches={open} /> : <BranchField branches={open} />}
          </SendForm>
        )
      }}
    </WhenLoaded>
  )
}

function TermsStep() {
  const { join } = authText
  const accepted = () => {
    announce(join.done)
    return loadMe()
  }
  return (
    <WhenLoaded of={useLoaded(() => readPlacePage('rules'), language.value)}>
      {({ content }) => (
        <SendForm
          class={FORM}
          confirm={join.accept}
          send={() => envelope(api.users['accept-terms'].post())}
          onDone={accepted}
          after={knowsPasskeys && <PasskeyOffer />}
        >
          <p>{join.termsLead}</p>
          <div class="bg-base-200 rounded-box p-5">
            <Markdown text={content} />
          </div>
        </SendForm>
      )}
    </WhenLoaded>
  )
}

/** For those who want to sign in without a code the next time; nobody has to. */
function PasskeyOffer() {
  const isAdded = useSignal(false)
  const failure = useSignal<Failure | null>(null)
  const { passkeys } = authText
  const add = async () => {
    const { browser, system } = parseUserAgent(navigator.userAgent)
    const name = browser && system ? passkeys.on(browser, system) : passkeys.here
    const answer = await import('./passkeys').then(({ addPasskey }) => addPasskey(name), missingPart)
    isAdded.value = answer.success
    failure.value = answer.success ? null : answer
  }
  return (
    <div class="text-base-content/80 flex flex-col gap-2 text-sm">
      <p role="status">{isAdded.value ? passkeys.added : passkeys.why}</p>
      {failure.value && <FailureNotice failure={failure.value} />}
      {!isAdded.value && (
        <ActButton class="btn btn-ghost self-start" act={add}>
          {passkeys.offer}
        </ActButton>
      )}
    </div>
  )
}
