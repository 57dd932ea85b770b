import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { picturePath } from '../campus/colleges/picture'
import { instance, isClosedToNew } from '../lib/instance'
import { mayWrite, me } from '../lib/me'
import { text } from '../texts/core'
import { Icon, type IconName } from '../ui/icon'
import { Late, useLate } from '../ui/late'

/**
 * The ways to the main pages: a bar at the bottom of a phone, a rail at the left of wider screens. As long as nobody
 * knows who reads, it is that of most who have a session, so that nothing moves.
 */
export function Bar() {
  const who = me.value
  const { path } = useLocation()
  const isMissing = useSignal(false)
  const Search = useLate(searchField, hasRoom, () => (isMissing.value = true))
  const hasField = hasRoom && !isMissing.value && path !== '/search'
  return (
    <header class={`bar ${hasField ? 'bar-with-search' : ''}`}>
      {/* A long campus name is cut. */}
      <a href="/" class="bar-brand">
        <Logo />
        <span class={`line-clamp-1 min-w-0 md:line-clamp-3 ${instance.value === undefined ? 'invisible' : ''}`}>
          {instance.value?.name ?? 'Quad'}
        </span>
      </a>
      {hasField && <div class="hidden min-h-10.5 roomy:block">{Search && <Search />}</div>}
      <nav aria-label={text.frame.main} class="bar-ways">
        <Way to="/" icon="home" name={text.frame.feed} />
        <Way to="/search" icon="search" name={text.frame.search} />
        {who === null && (
          <>
            {!isClosedToNew() && <Way to="/join" icon="plus" name={text.frame.join} isMain />}
            <Way to="/login" icon="door" name={text.frame.signIn} isMain={isClosedToNew()} />
          </>
        )}
        {(who === undefined || mayWrite.value) && <Way to="/new" icon="plus" name={text.frame.newPost} isMain />}
        {who !== null && instance.value?.features.notifications !== false && (
          <Way to="/inbox" icon="bell" name={text.frame.inbox}>
            {who && instance.value && <Late load={unseenCount} />}
          </Way>
        )}
        <Way to="/you" icon="person" name={who === null ? text.frame.more : text.frame.you} />
      </nav>
    </header>
  )
}

/** Where the bar has room for the field; loaded after the first render. Without it a link leads to the page of search. */
const hasRoom = matchMedia('(width >= 75rem)').matches

const searchField = () => import('../parts/search/search-field').then(({ BarSearch }) => BarSearch)

type WayProps = { to: string; icon: IconName; name: string; isMain?: boolean; children?: ComponentChildren }

function Way({ to, icon, name, isMain = false, children }: WayProps) {
  const isHere = useLocation().path === to
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined} class={`bar-way ${isMain ? 'bar-main' : ''}`}>
      <span class="bar-icon">
        <Icon name={icon} class="size-6" />
      </span>
      <span class="bar-name">{name}</span>
      {children}
    </a>
  )
}

/** The number of unseen notifications, and the socket that keeps it current. Without it, pages do not update by themselves. */
const unseenCount = () => import('../parts/notifications/unseen-count').then(({ UnseenCount }) => UnseenCount)

/** The picture of the campus; without one a quadrangle from above: lawn, crossing paths, the place in the middle. */
function Logo() {
  const picture = picturePath(instance.value?.logo ?? null, location.origin)
  if (picture) return <img src={picture} alt="" width={32} height={32} class="size-8 shrink-0 rounded object-cover" />
  return (
    <svg viewBox="0 0 32 32" class="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="fill-primary" />
      <path d="M4 4 28 28M28 4 4 28" class="stroke-primary-content" stroke-width="3.2" stroke-linecap="round" />
      <circle cx="16" cy="16" r="5.6" class="fill-primary-content" />
      <circle cx="16" cy="16" r="2.4" class="fill-primary" />
    </svg>
  )
}
