import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { useLinkToken } from '../../lib/link-token'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { Field, SubmitButton } from '../../ui/field'
import { FailureNotice, Notice, Page, PageLink } from '../../ui/page'
import { NewPassword } from './new-password'

export function ResetPage() {
  const token = useLinkToken()
  const spent = useSignal('')
  const done = useSignal(false)
  if (done.value) return <Done />
  if (token.value === '' || token.value === spent.value) return <NewLink refused={token.value !== ''} />
  return (
    <ChooseForm token={token.value} onDone={() => (done.value = true)} onRefused={() => (spent.value = token.value)} />
  )
}

function ChooseForm({ token, onDone, onRefused }: { token: string; onDone: () => void; onRefused: () => void }) {
  const form = useForm()
  const { refusal } = form
  const choose = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.password.reset.post({ token, newPassword: String(values.get('newPassword')) })),
    )
    if (answer) onDone()
    else if (refusal.value?.code === 'INVALID_TOKEN') onRefused()
  }
  return (
    <Page title={authText.reset.choose} lead={authText.reset.chooseLead}>
      {refusal.value && <FailureNotice failure={refusal.value} />}
      <form class="flex flex-col gap-6" noValidate onSubmit={choose}>
        <NewPassword form={form} name="newPassword" label={authText.reset.newPassword} />
        <SubmitButton form={form}>{authText.reset.save}</SubmitButton>
      </form>
    </Page>
  )
}

function NewLink({ refused }: { refused: boolean }) {
  const form = useForm()
  const isRequested = useSignal(false)
  const words = authText.reset
  const ask = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.password.forgot.post({ email: String(values.get('email')) })),
    )
    isRequested.value = answer !== undefined
  }
  return (
    <Page title={words.title}>
      {refused ? (
        <Notice kind="error" title={words.expired}>
          <p>{words.expiredWhy}</p>
        </Notice>
      ) : (
        <p>{words.how}</p>
      )}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      {isRequested.value ? (
        <Notice kind="success" title={words.sent}>
          <p>{words.sentHow}</p>
        </Notice>
      ) : (
        <form class="flex flex-col gap-4" noValidate onSubmit={ask}>
          <Field form={form} name="email" type="email" label={words.email} required autocomplete="email" />
          <SubmitButton form={form}>{words.send}</SubmitButton>
        </form>
      )}
    </Page>
  )
}

function Done() {
  return (
    <Page title={authText.reset.done}>
      <Notice kind="success">
        <p>{authText.reset.doneHow}</p>
      </Notice>
      <PageLink href="/login">{text.frame.signIn}</PageLink>
    </Page>
  )
}
