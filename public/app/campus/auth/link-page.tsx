import { api, envelope } from '../../lib/api'
import { go, takeNext } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { SendForm } from '../../ui/field'
import { Page } from '../../ui/page'
import { CodeField, codeOf } from './code-field'
import { afterSignIn } from './session'

/** Whoever comes from the campus login to an account that is there already proves by a code that it is theirs. */
export function LinkPage() {
  const { link, login } = authText
  const enter = async () => {
    const next = takeNext()
    await afterSignIn()
    go(next ?? '/', true)
  }
  return (
    <Page title={link.title} lead={link.lead} narrow>
      <SendForm
        class="flex flex-col gap-5"
        confirm={link.submit}
        send={(values) => envelope(api.auth.idp.link.post({ otp: codeOf(values) }))}
        onDone={enter}
      >
        <CodeField label={login.code} />
      </SendForm>
      <p>
        <a class="link tap" href="/login">
          {link.other}
        </a>
      </p>
    </Page>
  )
}
