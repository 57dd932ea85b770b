import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api, envelope } from '../../lib/api'
import { instance, isClosedToNew } from '../../lib/instance'
import { me } from '../../lib/me'
import { joinPath, safeNext } from '../../lib/navigation'
import { readStorage, writeStorage } from '../../lib/storage'
import { authText } from '../../texts/auth'
import { Field, SendForm } from '../../ui/field'
import { Notice, Page } from '../../ui/page'
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
  const isShown = useSignal(false)
  const { login } = authText
  return (
    <SendForm
      class={FORM}
      confirm={login.submit}
      onInput={noteEmail}
      send={(values) =>
        envelope(api.auth.login.post({ email: emailIn(values), password: String(values.get('password')) }))
      }
      onDone={({ data }) => {
        writeStorage(LAST_WAY, 'password')
        return afterSignIn(data.user)
      }}
    >
      <EmailField />
      <div class="flex flex-col gap-2">
        <Field
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
    </SendForm>
  )
}

const noteEmail = ({ target }: Event) => {
  if (target instanceof HTMLInputElement && target.name === 'email') lastEmail = target.value
}

const emailIn = (values: FormData): string => String(values.get('email')).trim()

function EmailField() {
  const { email } = authText.login
  return <Field name="email" type="email" label={email} required autocomplete="username webauthn" initial={lastEmail} />
}

const sendCode = (email: string) => envelope(api.auth.otp.login.send.post({ email }))

function CodeSignIn() {
  const sent = useSignal<Sent | null>(null)
  const send = async (values: FormData) => {
    const email = emailIn(values)
    const answer = await sendCode(email)
    if (answer.success) sent.value = { email, sentAt: Date.now(), digits: answer.data.digits }
    return answer
  }
  if (sent.value) return <CodeEntry {...sent.value} restart={() => (sent.value = null)} />
  return (
    <SendForm class={FORM} confirm={authText.join.send} onInput={noteEmail} send={send}>
      <EmailField />
    </SendForm>
  )
}

type Sent = { email: string; sentAt: number; digits: number }

function CodeEntry({ email, sentAt, digits, restart }: Sent & { restart: () => void }) {
  const length = useSignal(digits)
  const { login, join } = authText
  const after = (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Resend sentAt={sentAt} send={() => sendCode(email)} onSent={({ digits }) => (length.value = digits)} />
      <button type="button" class="btn btn-ghost btn-sm" onClick={restart}>
        {join.otherAddress}
      </button>
    </div>
  )
  return (
    <SendForm
      class={FORM}
      confirm={login.submit}
      send={(values) => envelope(api.auth.otp.login.verify.post({ email, otp: codeOf(values) }))}
      onDone={() => {
        writeStorage(LAST_WAY, null)
        return afterSignIn()
      }}
      after={after}
    >
      <CodeField label={login.code} hint={login.codeLead(email)} digits={length.value} />
    </SendForm>
  )
}
