import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { me } from '../../lib/me'
import { authText } from '../../texts/auth'
import { membershipText } from '../../texts/membership'
import { SubmitButton } from '../../ui/field'
import { FailureNotice } from '../../ui/page'
import { isToRenew } from '../accounts/membership'
import { useOwnCode } from '../auth/own-code'
import { lastDay, membershipState } from '../membership/membership-banner'
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
  const { membership } = membershipText
  const { isSent, sentTo, begin, proof, fields } = useOwnCode(form, (address) =>
    envelope(api.users.me.membership.code.post(address)),
  )
  const renew = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) => envelope(api.users.me.membership.post(proof(values))))
    if (!answer) return
    me.value = answer.data.user
    announce(membership.done)
    document.getElementById('membership')?.focus()
  }
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={isSent ? renew : begin}>
      <p>{membershipState()}</p>
      <p role="status" class="text-base-content/80">
        {isSent ? sentTo : membership.lead}
      </p>
      {fields}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{isSent ? membership.renew : authText.reauthentication.sendCode}</SubmitButton>
    </form>
  )
}
