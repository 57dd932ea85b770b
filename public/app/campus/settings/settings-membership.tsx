import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { isToRenew, me } from '../../lib/me'
import { membershipText } from '../../texts/membership'
import { OwnCodeForm } from '../auth/own-code'
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
  const { membership } = membershipText
  return (
    <OwnCodeForm
      lead={membership.lead}
      confirm={membership.renew}
      sendCode={(address) => envelope(api.users.me.membership.code.post(address))}
      send={(proof) => envelope(api.users.me.membership.post(proof))}
      onDone={({ data }) => {
        me.value = data.user
        announce(membership.done)
        document.getElementById('membership')?.focus()
      }}
    >
      <p>{membershipState()}</p>
    </OwnCodeForm>
  )
}
