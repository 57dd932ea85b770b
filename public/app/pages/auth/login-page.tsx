import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Notice } from '../../components/notice'
import { Page } from '../../components/page'
import { me } from '../../lib/accounts/me'
import { requestedEmail } from '../../lib/auth/joining'
import { instance } from '../../lib/instance'
import { go, safeNext, saveNext } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { CodeSignIn, PasswordSignIn } from './sign-in-forms'

/** Pages where the visitor may have been writing; their drafts are saved. */
const WRITING = /^\/(new|post|feedback)\b/

export function LoginPage() {
  const { path, query } = useLocation()
  const { error, next } = query
  const isByCode = useSignal(false)
  const { login } = authText
  const ways = instance.value?.signIn ?? ['password']
  const isOver = Boolean(me.value)
  // This page stays until the next one is rendered, and the URL has changed by then.
  const isHere = path === '/login'
  useEffect(() => {
    if (isOver && isHere) go(safeNext(next), true)
  }, [isOver, isHere, next])
  return (
    <Page title={login.title} narrow>
      {error !== undefined && <SignInError code={error} />}
      {next !== undefined && error === undefined && (
        <Notice kind="info">
          <p>
            {login.ended} {WRITING.test(next) && login.kept}
          </p>
        </Notice>
      )}
      {isByCode.value ? <CodeSignIn /> : <PasswordSignIn />}
      <div class="border-base-300 flex flex-col gap-3 border-t pt-6">
        {ways.includes('otp') && (
          <button
            type="button"
            class="btn btn-outline"
            onClick={() => {
              isByCode.value = !isByCode.value
            }}
          >
            {isByCode.value ? login.byPassword : login.byCode}
          </button>
        )}
        {ways.includes('idp') && (
          <a href="/api/v1/auth/idp/start" class="btn btn-outline" onClick={() => saveNext(next)}>
            {login.byProvider}
          </a>
        )}
      </div>
      <p>
        {login.new}{' '}
        <a class="link font-medium" href="/join">
          {login.join}
        </a>
      </p>
    </Page>
  )
}

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
