import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { useLinkToken } from '../../lib/link-token'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { Field, SendForm } from '../../ui/field'
import { Notice, Page, PageLink } from '../../ui/page'
import { NewPassword } from './new-password'

export function ResetPage() {
  const token = useLinkToken()
  const spent = useSignal('')
  const done = useSignal(false)
  const words = authText.reset
  const isSpent = token.value === spent.value
  const choose = async (values: FormData) => {
    const answer = await envelope(
      api.auth.password.reset.post({ token: token.value, newPassword: String(values.get('newPassword')) }),
    )
    if (!answer.success && answer.code === 'INVALID_TOKEN') spent.value = token.value
    return answer
  }
  if (done.value)
    return (
      <Page title={words.done}>
        <Notice kind="success">
          <p>{words.doneHow}</p>
        </Notice>
        <PageLink href="/login">{text.frame.signIn}</PageLink>
      </Page>
    )
  if (token.value === '' || isSpent) return <NewLink refused={token.value !== ''} />
  return (
    <Page title={words.choose} lead={words.chooseLead}>
      <SendForm class="flex flex-col gap-6" confirm={words.save} send={choose} onDone={() => (done.value = true)}>
        <NewPassword name="newPassword" label={words.newPassword} />
      </SendForm>
    </Page>
  )
}

function NewLink({ refused }: { refused: boolean }) {
  const isRequested = useSignal(false)
  const words = authText.reset
  return (
    <Page title={words.title}>
      {refused ? (
        <Notice kind="error" title={words.expired}>
          <p>{words.expiredWhy}</p>
        </Notice>
      ) : (
        <p>{words.how}</p>
      )}
      {isRequested.value ? (
        <Notice kind="success" title={words.sent}>
          <p>{words.sentHow}</p>
        </Notice>
      ) : (
        <SendForm
          confirm={words.send}
          send={(values) => envelope(api.auth.password.forgot.post({ email: String(values.get('email')) }))}
          onDone={() => (isRequested.value = true)}
        >
          <Field name="email" type="email" label={words.email} required autocomplete="email" />
        </SendForm>
      )}
    </Page>
  )
}
