import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { go, takeNext } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { SubmitButton } from '../../ui/field'
import { FailureNotice, Page } from '../../ui/page'
import { CodeField, codeOf } from './code-field'
import { afterSignIn } from './session'

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
