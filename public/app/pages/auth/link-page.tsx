import { CodeField, codeOf } from '../../components/auth/code-field'
import { SubmitButton } from '../../components/field'
import { FailureNotice, Page } from '../../components/page'
import { api, envelope } from '../../lib/api'
import { afterSignIn } from '../../lib/auth/session'
import { submit, useForm } from '../../lib/form'
import { go, takeNext } from '../../lib/navigation'
import { authText } from '../../texts/auth'

/** Whoever comes from the campus login to an account that is there already proves by a code that it is theirs. */
export function LinkPage() {
  const form = useForm()
  const { link, login } = authText
  const enter = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) => envelope(api.auth.idp.link.post({ otp: codeOf(values) })))
    if (!answer) return
    const next = takeNext()
    await afterSignIn()
    go(next ?? '/', true)
  }
  return (
    <Page title={link.title} lead={link.lead} narrow>
      <form class="flex flex-col gap-5" noValidate onSubmit={enter}>
        <CodeField form={form} label={login.code} />
        {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
        <SubmitButton form={form}>{link.submit}</SubmitButton>
      </form>
      <p>
        <a class="link tap" href="/login">
          {link.other}
        </a>
      </p>
    </Page>
  )
}
