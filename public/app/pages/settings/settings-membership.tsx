import { useSignal } from '@preact/signals'
import { CodeField, codeOf, Resend } from '../../components/auth/code-field'
import { Field, SubmitButton } from '../../components/field'
import { lastDay, membershipState } from '../../components/membership/membership-banner'
import { FailureNotice } from '../../components/page'
import { isUnreadable, me } from '../../lib/accounts/me'
import { isToRenew } from '../../lib/accounts/membership'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { authText } from '../../texts/auth'
import { membershipText } from '../../texts/membership'
import { SettingsSection } from './settings-section'

/** Until when one may write, and how to go on; nothing where that never ends. */
export function MembershipSection() {
  const { membership } = me.value!
  if (membership.endsAt === null) return null
  return (
    <SettingsSection name="membership">
      {isToRenew(membership) ? <RenewForm /> : <p>{membershipText.membership.until(lastDay(membership.endsAt))}</p>}
    </SettingsSection>
  )
}

function RenewForm() {
  const form = useForm()
  const sent = useSignal<{ sentAt: number; digits: number } | undefined>(undefined)
  const email = useSignal<string | undefined>(undefined)
  const { membership } = membershipText
  const { reauthentication, join } = authText
  const ownEmail = () => (email.value === undefined ? {} : { email: email.value })
  const sendCode = () => envelope(api.users.me.membership.code.post(ownEmail()))
  const begin = async (event: SubmitEvent) => {
    const send = (values: FormData) => {
      if (isUnreadable()) email.value = String(values.get('email'))
      return sendCode()
    }
    const answer = await submit(event, form, send)
    if (answer) sent.value = { sentAt: Date.now(), digits: answer.data.digits }
  }
  const renew = async (event: SubmitEvent) => {
    const send = (values: FormData) => envelope(api.users.me.membership.post({ otp: codeOf(values), ...ownEmail() }))
    const answer = await submit(event, form, send)
    if (!answer) return
    me.value = answer.data.user
    announce(membership.done)
    document.getElementById('membership')?.focus()
  }
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={sent.value === undefined ? begin : renew}>
      <p>{membershipState()}</p>
      <p role="status" class="text-base-content/80">
        {sent.value === undefined ? membership.lead : reauthentication.codeSent(email.value ?? me.value?.email ?? '')}
      </p>
      {sent.value === undefined && isUnreadable() && (
        <Field form={form} name="email" type="email" label={join.email} required autocomplete="username" />
      )}
      {sent.value !== undefined && (
        <>
          <CodeField form={form} label={reauthentication.code} digits={sent.value.digits} />
          <Resend sentAt={sent.value.sentAt} send={sendCode} onSent={(again) => (sent.value = again)} />
        </>
      )}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{sent.value === undefined ? reauthentication.sendCode : membership.renew}</SubmitButton>
    </form>
  )
}
