import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, envelope, type Failure } from '../../lib/api'
import { placedAt, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { authText } from '../../texts/auth'
import { Field, SendForm } from '../../ui/field'
import { focusPageHeading, Notice } from '../../ui/page'
import { CodeField, codeOf, Resend } from './code-field'
import { NO_PASSWORD, progress, requestedEmail, resetProgress, saveProgress } from './joining'
import { afterSignIn } from './session'

const FORM = 'flex flex-col gap-5'

const initialize = (email: string, proofOfWork?: string) =>
  envelope(
    api.auth.registration.initialize.post({
      email,
      password: NO_PASSWORD,
      ...(proofOfWork === undefined ? {} : { proofOfWork }),
    }),
  )

/** Whether the browser is working for the server. */
const isWorking = signal(false)

/** Built from `public/proof-of-work.ts`. */
const WORKER = '/proof-of-work.js'

/** Solves a challenge of the server beside the page; undefined if this browser cannot. */
async function solve(challenge: unknown): Promise<string | undefined> {
  isWorking.value = true
  const worker = new Worker(WORKER)
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(undefined)
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
    isWorking.value = false
  }
}

/** While little mail is left, the server asks the browser to work for it. */
async function begin(email: string) {
  const answer = await initialize(email)
  if (answer.success || answer.code !== 'PROOF_OF_WORK_REQUIRED') return answer
  const proofOfWork = await solve(answer.meta?.challenge)
  if (proofOfWork !== undefined) return initialize(email, proofOfWork)
  return { ...answer, code: '' as const, message: authText.join.uncheckable }
}

export function AddressStep() {
  const unknown = useSignal<string | null>(null)
  const { join } = authText
  const forget = () => {
    unknown.value = null
  }
  const send = async (values: FormData) => {
    const email = String(values.get('email')).trim()
    const answer = await begin(email)
    if (!answer.success && answer.code === 'COLLEGE_NOT_FOUND') unknown.value = email
    // The field of the code takes the focus.
    if (answer.success)
      saveProgress({ step: 'code', email, sentAt: Date.now(), digits: answer.data.digits, isVerified: false })
    return placedAt(answer, 'email', ABOUT_EMAIL)
  }
  const askForCollege = () => {
    requestedEmail.value = unknown.value
    setTimeout(focusPageHeading)
  }
  const after = (
    <>
      <p role="status" class="text-base-content/80 text-sm empty:hidden">
        {isWorking.value ? join.checking : ''}
      </p>
      {unknown.value !== null && (
        <button type="button" class="btn btn-outline btn-wide" onClick={askForCollege}>
          {join.wantCollege}
        </button>
      )}
    </>
  )
  return (
    <SendForm class={FORM} confirm={join.send} before={forget} send={send} after={after}>
      <p>{join.addressLead}</p>
      <Field
        name="email"
        type="email"
        label={join.email}
        required
        isFirst
        hint={exampleHint()}
        autocomplete="email"
        initial={progress.value.email}
      />
    </SendForm>
  )
}

/** What a student email looks like here, before one is refused. */
function exampleHint(): string | undefined {
  const { enrollmentExample: example, emailDomain: domain } = instance.value ?? {}
  if (!domain) return undefined
  return example ? authText.join.looksLike(`${example}@${domain}`) : authText.join.endsIn(`@${domain}`)
}

const ABOUT_EMAIL = ['COLLEGE_NOT_FOUND', 'USER_EXISTS', 'INVALID_EMAIL', 'DISPOSABLE_EMAIL'] as const

const verify = (otp: string) => envelope(api.auth.registration['verify-otp'].post({ otp }))
const finalize = () => envelope(api.auth.registration.finalize.post({ password: NO_PASSWORD, signIn: true }))

/** Makes the account once the code is right. */
async function enter(otp: string) {
  if (!progress.value.isVerified) {
    const verified = await verify(otp)
    // The answer to a right code may have been lost on its way, and then the code is spent.
    if (!verified.success && verified.code !== 'OTP_EXPIRED') return verified
    if (!verified.success) {
      const made = await finalize()
      return made.success || made.code !== 'NOT_VERIFIED' ? made : verified
    }
    saveProgress({ isVerified: true })
  }
  return finalize()
}

export function CodeStep() {
  const form = useForm()
  const { join } = authText
  const { email, sentAt, digits, isVerified } = progress.value
  const { value: refusal } = form.refusal
  if (refusal && UNDECIDED.has(refusal.code)) return <NotLetIn failure={refusal} />
  const isLost = ['SIGNUP_MISSING', 'NOT_VERIFIED', 'USER_EXISTS'].includes(refusal?.code ?? '')
  const after = (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      {!isLost && !isVerified && (
        <Resend sentAt={sentAt} send={() => envelope(api.auth.otp.send.post({ email }))} onSent={saveProgress} />
      )}
      <button type="button" class="btn btn-ghost btn-sm" onClick={restart}>
        {isLost ? join.again : join.otherAddress}
      </button>
    </div>
  )
  return (
    <SendForm
      form={form}
      class={FORM}
      confirm={isVerified ? join.create : join.confirm}
      send={(values) => enter(codeOf(values))}
      onDone={async ({ data }) => {
        resetProgress()
        await afterSignIn(data.user)
        focusPageHeading()
      }}
      after={after}
    >
      {isVerified ? (
        <p>{join.verified}</p>
      ) : (
        <CodeField label={join.codeLabel} hint={join.codeLead(email)} digits={digits} />
      )}
    </SendForm>
  )
}

const UNDECIDED = new Set<string>(['APPROVAL_PENDING', 'SIGN_UP_REFUSED'])

/** The email is verified, and a moderator decides, or has. */
function NotLetIn({ failure: { code, message, meta } }: { failure: Failure }) {
  const { join } = authText
  const isWaiting = code === 'APPROVAL_PENDING'
  const reason = typeof meta?.reason === 'string' ? meta.reason : undefined
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div ref={heading} tabIndex={-1} class="flex flex-col gap-4">
      <Notice kind="info" title={isWaiting ? join.waits : join.notLetIn}>
        <p>{isWaiting ? join.waitsHow : (reason ?? message)}</p>
      </Notice>
      <button type="button" class="btn btn-ghost btn-sm self-start" onClick={restart}>
        {join.otherAddress}
      </button>
    </div>
  )
}

function restart(): void {
  saveProgress({ step: 'address', isVerified: false })
  setTimeout(focusPageHeading)
}
