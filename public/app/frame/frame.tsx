import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { announcement, offer, takeOffer } from '../lib/announcements'
import { copiedAt, isAway } from '../lib/api'
import { atTime, exactly } from '../lib/dates'
import { instance } from '../lib/instance'
import { isToRenew, joined, type Me, me } from '../lib/me'
import { joinPath } from '../lib/navigation'
import { language } from '../texts/catalogue'
import { text } from '../texts/core'
import { Late } from '../ui/late'
import { Banner } from '../ui/page'
import { Bar } from './bar'
import { PlaceLinks } from './place-links'

/** What surrounds every page: skip link, the bar, notices that matter everywhere, footer. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  return (
    <div class="shell group" data-wide={path.startsWith('/console') ? '' : undefined}>
      <a
        href="#main"
        class="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-20"
      >
        {text.frame.skip}
      </a>
      <Bar />
      <div class="shell-page">
        {(isAway.value || copiedAt.value !== null) && (
          <p role="status" class="bg-warning text-warning-content px-4 py-2 text-center text-sm font-medium">
            {copiedAt.value === null
              ? text.frame.offline
              : text.frame.offlineFrom(atTime(copiedAt.value, language.value))}
          </p>
        )}
        {me.value && !joined.value && location.pathname !== '/join' && (
          <Banner href={joinPath()} act={text.frame.finish}>
            {text.frame.finishJoining}
          </Banner>
        )}
        {me.value?.blocked && <Sanctioned {...me.value} />}
        {me.value && isToRenew(me.value.membership) && <Late load={membershipBanner} />}
        {me.value && me.value.unreadNotices > 0 && <Late load={noticeBanner} />}
        <main
          id="main"
          tabIndex={-1}
          class="empty:before:bg-base-300 peer mx-auto min-h-svh w-full print:min-h-0 max-w-5xl grow px-4 py-4 group-data-wide:max-w-7xl empty:before:block empty:before:h-9 empty:before:w-1/2 empty:before:rounded md:px-8 md:py-8"
        >
          {children}
        </main>
        {/* The feed has no end to put it at. */}
        {path !== '/' && <Footer />}
      </div>
      <p role="status" class="toast">
        {announcement.value}
        {offer.value && (
          <button type="button" class="toast-offer" onClick={takeOffer}>
            {offer.value.label}
          </button>
        )}
      </p>
    </div>
  )
}

// Few people have something to read there, and the settings say the same.
const noticeBanner = () => import('../campus/notices/notice-banner').then(({ NoticeBanner }) => NoticeBanner)
const membershipBanner = () =>
  import('../campus/membership/membership-banner').then(({ MembershipBanner }) => MembershipBanner)

/** Says why the viewer cannot post, and until when. */
const Sanctioned = ({ suspension }: Pick<Me, 'suspension'>) => (
  <Banner href="/settings#notices" act={text.frame.appeal}>
    <span class="font-medium">
      {suspension
        ? text.frame.suspended(exactly(suspension.ends, language.value), suspension.reason)
        : text.frame.banned}
    </span>
  </Banner>
)

/** Hidden while a page loads, and beneath the screen, where what comes late in a page moves it unseen. */
function Footer() {
  const { version } = instance.value ?? {}
  return (
    <footer class="text-base-content/80 peer-empty:invisible mx-auto flex w-full flex-wrap gap-x-5 px-4 py-4 text-sm md:justify-center md:px-8">
      <PlaceLinks />
      <span class="py-3">
        Quad{version && ` ${version}`}, {text.frame.licence}
      </span>
      <a href="/api/v1/docs" class="link py-3">
        {text.frame.documentation}
      </a>
    </footer>
  )
}
