import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { instance, isClosedToNew } from '../../lib/instance'
import { me } from '../../lib/me'
import { joinPath, safeNext } from '../../lib/navigation'
import { readStorage, writeStorage } from '../../lib/storage'
import { authText } from '../../texts/auth'
import { Field, SubmitButton } from '../../ui/field'
import { FailureNotice, Notice, Page } from '../../ui/page'
import { CodeField, codeOf, Resend } from './code-field'
import { goOn } from './invitation'
import { requestedEmail } from './joining'
import { knowsPasskeys, PasskeySignIn } from './passkey-sign-in'
import { afterSignIn, beforeProvider } from './session'

/** Pages where the visitor may have been writing; their drafts are saved. */
const WRITING = /^\/(new|post|feedback)\b/

export function LoginPage() {
  const { path, query } = useLocation()
  const { error, next } = query
  const isByCode = useSignal(readStorage(LAST_WAY) !== 'password')
  const { login } = authText
  const ways = instance.value?.signIn ?? ['password']
  const isOver = Boolean(me.value)
  // This page stays until the next one is rendered, and the URL has changed by then.
  const isHere = path === '/login'
  useEffect(() => {
    if (isOver && isHere) goOn(safeNext(next))
  }, [isOver, isHere, next])
  return (
    <Page title={login.title} narrow>
      {error !== undefined && <SignInError code={error} />}
      {next !== undefined && error === undefined && (
        <Notice kind="info">
          <p>
            {login.ended} {WRITING.test(next) && login.draftSaved}
          </p>
        </Notice>
      )}
      {isByCode.value ? <CodeSignIn /> : <PasswordSignIn />}
      <div class="border-base-300 flex flex-col gap-3 border-t pt-6">
        {ways.includes('idp') && (
          <a href="/api/v1/auth/idp/start" class="btn btn-outline" onClick={() => beforeProvider(next)}>
            {login.byProvider(instance.value?.name ?? 'Quad')}
          </a>
        )}
        {ways.includes('otp') && (
          <button type="button" class="btn btn-outline" onClick={() => (isByCode.value = !isByCode.value)}>
            {isByCode.value ? login.byPassword : login.byCode}
          </button>
        )}
        {knowsPasskeys && <PasskeySignIn />}
      </div>
      {!isClosedToNew() && (
        <p>
          {login.new}{' '}
          <a class="link font-medium" href={next === undefined ? '/join' : joinPath(safeNext(next))}>
            {login.join}
          </a>
        </p>
      )}
    </Page>
  )
}

/** Whoever has a password signed in with it here before. */
const LAST_WAY = 'quad.signIn'

const askForCollege = () => {
  requestedEmail.value = ''
}

function SignInError({ code }: { code: string }) {
  const { errors } = authText
  const { title, text, way } = (Object.hasOwn(errors, code) && errors[code]) || errors.other
  return (
    <Notice kind="error" title={title}>
      <p>{text}</p>
      <p>{way}</p>
      {code === 'COLLEGE_NOT_FOUND' && (
        <a class="link self-start font-medium" href="/join" onClick={askForCollege}>
          {authText.join.wantCollege}
        </a>
      )}
    </Notice>
  )
}

const FORM = 'flex flex-col gap-5'

/** Kept when the visitor switches between password and code. */
let lastEmail = ''

function PasswordSignIn() {
  const form = useForm()
  const isShown = useSignal(false)
  const { login } = authText
  const signIn = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(
        api.auth.login.post({ email: String(values.get('email')).trim(), password: String(values.get('password')) }),
      ),
    )
    if (!answer) return
    writeStorage(LAST_WAY, 'password')
    await afterSignIn(answer.data.user)
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
            onClick={() => (isShown.value = !isShown.value)}
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
    autocomplete="username webauthn"
    initial={lastEmail}
  />
)

type Sent = { email: string; sentAt: number; digits: number }

const sendCode = (email: string) => envelope(api.auth.otp.login.send.post({ email }))

function CodeSignIn() {
  const form = useForm()
  const sent = useSignal<Sent | null>(null)
  const { login } = authText
  if (sent.value) return <CodeEntry {...sent.value} restart={() => (sent.value = null)} />
  const ask = async (event: SubmitEvent) => {
    let email = ''
    const answer = await submit(event, form, (values) => {
      email = String(values.get('email')).trim()
      return sendCode(email)
    })
    if (answer) sent.value = { email, sentAt: Date.now(), digits: answer.data.digits }
  }
  return (
    <form class={FORM} noValidate onSubmit={ask} onInput={noteEmail}>
      <EmailField form={form} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{login.sendCode}</SubmitButton>
    </form>
  )
}

function CodeEntry({ email, sentAt, digits, restart }: Sent & { restart: () => void }) {
  const form = useForm()
  const length = useSignal(digits)
  const { login, join } = authText
  const enter = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.otp.login.verify.post({ email, otp: codeOf(values) })),
    )
    if (!answer) return
    writeStorage(LAST_WAY, null)
    await afterSignIn()
  }
  return (
    <form class={FORM} noValidate onSubmit={enter}>
      <CodeField form={form} label={login.code} hint={login.codeLead(email)} digits={length.value} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{login.submit}</SubmitButton>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Resend sentAt={sentAt} send={() => sendCode(email)} onSent={({ digits }) => (length.value = digits)} />
        <button type="button" class="btn btn-ghost btn-sm" onClick={restart}>
          {join.otherAddress}
        </button>
      </div>
    </form>
  )
}
