import { useSignal } from '@preact/signals'
import { CodeField, Resend } from '../../components/auth/code-field'
import { NewPassword } from '../../components/auth/new-password'
import { Field, SubmitButton } from '../../components/field'
import { FailureNotice, focusPageHeading } from '../../components/page'
import { api, envelope } from '../../lib/api'
import { PLACEHOLDER_PASSWORD, progress, requestedEmail, resetProgress, saveProgress } from '../../lib/auth/joining'
import { isWorking, solve } from '../../lib/auth/proof-of-work'
import { afterSignIn } from '../../lib/auth/session'
import { type Form, submit, useForm } from '../../lib/form'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'

const FORM = 'flex flex-col gap-5'

/** Screen readers hear each step as a page. */
function onwards(change: Parameters<typeof saveProgress>[0]): void {
  saveProgress(change)
  setTimeout(focusPageHeading)
}

const initialize = (email: string, proofOfWork?: string) =>
  envelope(
    api.auth.registration.initialize.post({
      email,
      password: PLACEHOLDER_PASSWORD,
      ...(proofOfWork === undefined ? {} : { proofOfWork }),
    }),
  )

/** While little mail is left, the server asks the browser to work for it. */
async function begin(email: string) {
  const answer = await initialize(email)
  if (answer.success || answer.code !== 'PROOF_OF_WORK_REQUIRED') return answer
  const proofOfWork = await solve(answer.meta?.challenge)
  if (proofOfWork !== undefined) return initialize(email, proofOfWork)
  return { ...answer, code: '' as const, message: authText.join.uncheckable }
}

export function AddressStep() {
  const form = useForm()
  const unknown = useSignal<string | null>(null)
  const { join } = authText
  const send = async (event: SubmitEvent) => {
    let email = ''
    const answer = await submit(event, form, (values) => {
      email = String(values.get('email')).trim()
      return begin(email)
    })
    unknown.value = form.refusal.value?.code === 'COLLEGE_NOT_FOUND' ? email : null
    if (answer) onwards({ step: 'code', email, sentAt: Date.now() })
    else explain(form)
  }
  const askForCollege = () => {
    requestedEmail.value = unknown.value
    setTimeout(focusPageHeading)
  }
  return (
    <form class={FORM} noValidate onSubmit={send}>
      <p>{join.addressLead}</p>
      <Field
        form={form}
        name="email"
        type="email"
        label={join.email}
        required
        autocomplete="email"
        initial={progress.value.email}
      />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.send}</SubmitButton>
      <p role="status" class="text-base-content/80 text-sm empty:hidden">
        {isWorking.value ? join.checking : ''}
      </p>
      {unknown.value !== null && (
        <button type="button" class="btn btn-outline w-full sm:w-auto sm:self-start" onClick={askForCollege}>
          {join.wantCollege}
        </button>
      )}
      <p class="text-sm">
        {join.haveAccount}{' '}
        <a class="link font-medium" href="/login">
          {text.frame.signIn}
        </a>
      </p>
    </form>
  )
}

const ABOUT_EMAIL = new Set<string>(['COLLEGE_NOT_FOUND', 'USER_EXISTS', 'INVALID_EMAIL', 'DISPOSABLE_EMAIL'])

/** The server attaches these errors to the whole form; they belong to the email field. */
function explain({ refusal, errors }: Form): void {
  const failure = refusal.value
  if (!failure || !ABOUT_EMAIL.has(failure.code)) return
  errors.value = { email: failure.message }
  refusal.value = null
  document.getElementById('email')?.focus()
}

export function CodeStep() {
  const form = useForm()
  const { join } = authText
  const { email, sentAt } = progress.value
  const restart = () => onwards({ step: 'address' })
  const confirm = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.registration['verify-otp'].post({ otp: String(values.get('otp')).trim() })),
    )
    if (answer) onwards({ step: 'password' })
  }
  const isLost = form.refusal.value?.code === 'SIGNUP_MISSING'
  return (
    <form class={FORM} noValidate onSubmit={confirm}>
      <p>{join.codeLead(email)}</p>
      <CodeField form={form} label={join.codeLabel} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.confirm}</SubmitButton>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isLost && (
          <Resend
            sentAt={sentAt}
            send={() => envelope(api.auth.otp.send.post({ email }))}
            onSent={(sentAt) => saveProgress({ sentAt })}
          />
        )}
        <button type="button" class="btn btn-ghost btn-sm" onClick={restart}>
          {isLost ? join.again : join.otherAddress}
        </button>
      </div>
    </form>
  )
}

export function PasswordStep() {
  const form = useForm()
  const { join } = authText
  const { email } = progress.value
  const create = async (event: SubmitEvent) => {
    let password = ''
    const answer = await submit(event, form, (values) => {
      password = String(values.get('password'))
      return envelope(api.auth.registration.finalize.post({ password }))
    })
    if (!answer) return
    const opened = await envelope(api.auth.login.post({ email, password }))
    if (!opened.success) return location.assign('/login')
    resetProgress()
    await afterSignIn(opened.data.user)
    focusPageHeading()
  }
  const isLost = ['NOT_VERIFIED', 'USER_EXISTS'].includes(form.refusal.value?.code ?? '')
  return (
    <form class={FORM} noValidate onSubmit={create}>
      <p>{join.passwordLead}</p>
      <input type="hidden" autocomplete="username" value={email} />
      <NewPassword form={form} name="password" label={join.passwordLabel} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{join.create}</SubmitButton>
      {isLost && (
        <button type="button" class="btn btn-ghost btn-sm self-start" onClick={() => onwards({ step: 'address' })}>
          {join.again}
        </button>
      )}
    </form>
  )
}
