import { useSignal } from '@preact/signals'
import { api, envelope } from '../api'
import { useLinkToken } from '../link-token'
import { Field } from '../parts/field'
import { submit, useForm } from '../parts/form'
import { NewPassword } from '../parts/new-password'
import { Notice } from '../parts/notice'
import { Page } from '../parts/page'
import { SubmitButton } from '../parts/submit-button'

export function ResetPage() {
  const token = useLinkToken()
  const spent = useSignal('')
  const done = useSignal(false)
  if (done.value) return <Done />
  if (token.value === '' || token.value === spent.value) return <NewLink refused={token.value !== ''} />
  return (
    <ChooseForm
      token={token.value}
      onDone={() => {
        done.value = true
      }}
      onRefused={() => {
        spent.value = token.value
      }}
    />
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
    <Page title="Choose a new password" lead="All other devices that are signed in to your account will be signed out.">
      {refusal.value && <Notice kind="error">{refusal.value.message}</Notice>}
      <form class="flex flex-col gap-6" noValidate onSubmit={choose}>
        <NewPassword form={form} name="newPassword" label="New password" />
        <SubmitButton form={form}>Save the new password</SubmitButton>
      </form>
    </Page>
  )
}

function NewLink({ refused }: { refused: boolean }) {
  const form = useForm()
  const asked = useSignal(false)
  const ask = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.auth.password.forgot.post({ email: String(values.get('email')) })),
    )
    asked.value = answer !== undefined
  }
  return (
    <Page title="Reset your password">
      {refused ? (
        <Notice kind="error" title="This link no longer works">
          <p>A link holds for one hour and works once. If you asked for several, only an unused one counts.</p>
        </Notice>
      ) : (
        <p>
          To choose a new password, open this page with the link from your mail. If you have none, have one sent to you.
        </p>
      )}
      {form.refusal.value && <Notice kind="error">{form.refusal.value.message}</Notice>}
      {asked.value ? (
        <Notice kind="success" title="Look into your mail">
          <p>
            If there is an account with this address, a link is on its way to it. It may take a minute; look into the
            junk folder, too.
          </p>
        </Notice>
      ) : (
        <form class="flex flex-col gap-4" noValidate onSubmit={ask}>
          <Field form={form} name="email" type="email" label="Your e-mail address" required autocomplete="email" />
          <SubmitButton form={form}>Send a new link</SubmitButton>
        </form>
      )}
    </Page>
  )
}

function Done() {
  return (
    <Page title="Your password is changed">
      <Notice kind="success">
        <p>From now on you sign in with the new one. Devices that were signed in have been signed out.</p>
      </Notice>
      <a href="/" class="btn btn-primary w-full sm:w-auto sm:self-start">
        To the home page
      </a>
    </Page>
  )
}
