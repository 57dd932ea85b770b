import { useLocation } from 'preact-iso'
import { me } from '../../lib/me'
import { language } from '../../texts/catalogue'
import { byLanguage } from '../../texts/formats'
import { membershipText } from '../../texts/membership'
import { Banner } from '../../ui/page'

/** Above every page once the membership has ended, and in the month before. */
export function MembershipBanner() {
  const { path } = useLocation()
  // The settings say it where one renews.
  if (path === '/settings') return null
  return (
    <Banner href="/settings#membership" act={membershipText.membership.renew}>
      {membershipState()}
    </Banner>
  )
}

/** What the viewer may do, and until when. */
export function membershipState(): string {
  const { membership } = membershipText
  const { endsAt, hasEnded } = me.value!.membership
  return hasEnded ? membership.ended : membership.ending(lastDay(endsAt!))
}

const day = byLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))

/** The last day of a membership that ends on a first of a month, in UTC. */
export const lastDay = (endsAt: string): string => day(language.value).format(Date.parse(endsAt) - 1)
