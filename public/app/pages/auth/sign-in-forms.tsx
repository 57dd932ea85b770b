import { useSignal } from '@preact/signals'
import { FailureNotice } from '../../components/failure-notice'
import { Field } from '../../components/field'
import { SubmitButton } from '../../components/submit-button'
import { api, envelope } from '../../lib/api'
import { afterSignIn } from '../../lib/auth/session'
import { submit, useForm } from '../../lib/form'
import { authText } from '../../texts/auth'
import { CodeField } from './code-field'
import { Resend } from './resend'

const FORM = 'flex flex-col gap-5'

/** Kept when the visitor switches between password and code. */
let lastEmail = ''

export function PasswordSignIn() {
  const form = useForm()
  const isShown = useSignal(false)
  const { login } = authText
  const signIn = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(
        api.auth.login.post({ email: String(values.get('email')).trim(), password: String(values.get('password')) }),
      ),
    )
    if (answer) await afterSignIn(answer.data.user)
  }
  return (
    <form class={FORM} noValidate onSubmit={signIn} onInput={noteEmail}>
      <EmailField form={form} />
      <div class="flex flex-col gap-2">
        <Field
          form={form}
          name="password"
          type={isShown.value ? 'text' : 'password'}
          label={login.password}
          required
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck={false}
        />
        <div class="flex flex-wrap items-center justify-between gap-2">
          <button
            type="button"
            class="btn btn-ghost btn-sm -ms-2 px-2"
            aria-pressed={isShown.value}
            onClick={() => {
              isShown.value = !isShown.value
            }}
          >
            {login.show}
          </button>
          <a class="link text-sm" href="/reset">
            {login.forgot}
          </a>
        </div>
      </div>
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{login.submit}</SubmitButton>
    </form>
  )
}

const noteEmail = ({ target }: Event) => {
  if (target instanceof HTMLInputElement && target.name === 'email') lastEmail = target.value
}

const EmailField = ({ form }: { form: ReturnType<typeof useForm> }) => (
  <Field
    form={form}
    name="email"
    type="email"
    label={authText.login.email}
    required
    autocomplete="username"
    autocapitalize="off"
    spellcheck={false}
    initial={lastEmail}
  />
)

const sendCode = (email: string) => envelope(api.auth.otp.login.send.post({ email }))

export function CodeSignIn() {
  const form = useForm()
  const sent = useSignal<{ email: string; at: number } | null>(null)
  const { login } = authText
  if (sent.value) return <CodeEntry {...sent.value} />
  const ask = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) => sendCode(String(values.get('email')).trim()))
    if (answer) sent.value = { email: lastEmail.trim(), at: Date.now() }
  }
  return (
    <form class={FORM} noValidate onSubmit={ask} onInput={noteEmail}>
      <EmailField form={form} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{login.sendCode}</SubmitButton>
    </form>
  )
}

function CodeEntry({ email, at }: { email: string; at: number }) {
  const form = useForm()
  const { login } = authText
  const enter = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.otp.login.verify.post({ email, otp: String(values.get('otp')).trim() })),
    )
    if (answer) await afterSignIn()
  }
  return (
    <form class={FORM} noValidate onSubmit={enter}>
      <p role="status">{login.codeLead(email)}</p>
      <CodeField form={form} label={login.code} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{login.submit}</SubmitButton>
      <Resend sentAt={at} send={() => sendCode(email)} onSent={() => undefined} />
    </form>
  )
}
