import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { joined, type Me, me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { signOut } from '../../lib/auth/session'
import { failureMessage } from '../../lib/failures'
import { instance } from '../../lib/instance'
import { textsReady } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { Avatar } from '../avatar'
import { Icon } from '../icon'

export function Header() {
  return (
    <header class="border-base-300 bg-base-100 sticky top-0 z-10 border-b">
      <div class="mx-auto flex min-h-15 max-w-5xl group-data-wide:max-w-7xl flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
        {/* A long campus name is cut; the row wraps only with very large letters. */}
        <a href="/" class="rounded-field flex min-w-0 flex-1 basis-8 items-center gap-2.5 font-semibold">
          <Logo class="size-8 shrink-0" />
          <span class="truncate">{instance.value?.name ?? 'Quad'}</span>
        </a>
        <nav aria-label={text.frame.main} class="ms-auto flex shrink-0 items-center gap-1.5">
          {me.value === null && <StrangersWays />}
          {me.value && (
            <>
              {instance.value?.features.notifications && <LateBell />}
              {joined.value && (
                <a href="/new" class="btn btn-primary btn-sm px-2.5" aria-label={text.frame.newPost}>
                  <Icon name="plus" />
                  <span class="hidden sm:inline">{text.frame.newPost}</span>
                </a>
              )}
              <AccountMenu me={me.value} />
            </>
          )}
        </nav>
      </div>
    </header>
  )
}

/** The bell and its socket are loaded after the first render. It comes first in the row, so that nothing moves. */
function LateBell() {
  const bell: Signal<ComponentType | null> = useSignal(null)
  // Without the bell, pages work but do not update by themselves.
  useEffect(() => {
    import('../notifications/bell')
      .then(async ({ Bell }) => {
        await textsReady()
        bell.value = Bell
      })
      .catch(() => undefined)
  }, [])
  const { value: Bell } = bell
  return Bell && <Bell />
}

function StrangersWays() {
  return (
    <>
      <a href="/login" class="btn btn-ghost btn-sm px-2.5">
        {text.frame.signIn}
      </a>
      <a href="/join" class="btn btn-primary btn-sm px-3">
        {text.frame.join}
      </a>
    </>
  )
}

/** A quadrangle from above: the lawn, the paths that cross it, the place in the middle. */
function Logo({ class: className }: { class: string }) {
  return (
    <svg viewBox="0 0 32 32" class={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" class="fill-primary" />
      <path d="M4 4 28 28M28 4 4 28" class="stroke-primary-content" stroke-width="3.2" stroke-linecap="round" />
      <circle cx="16" cy="16" r="5.6" class="fill-primary-content" />
      <circle cx="16" cy="16" r="2.4" class="fill-primary" />
    </svg>
  )
}

const ITEM =
  'hover:bg-base-200 focus-visible:bg-base-200 rounded-field block w-full cursor-pointer px-3 py-2 text-start'

const WAYS = [
  ['profile', '/u'],
  ['saved', '/saved'],
  ['college', '/college'],
  ['people', '/people'],
  ['settings', '/settings'],
  ['feedback', '/feedback'],
] as const

/** Closes on Escape, on a press elsewhere, and when the page changes. */
function AccountMenu({ me }: { me: Me }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { url } = useLocation()
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [url])
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (!current?.open || (event instanceof KeyboardEvent && event.key !== 'Escape')) return
      if (event instanceof MouseEvent && current.contains(event.target as Node)) return
      current.open = false
      if (event instanceof KeyboardEvent) current.querySelector('summary')?.focus()
    }
    addEventListener('click', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('click', close)
      removeEventListener('keydown', close)
    }
  }, [])
  const leave = async () => {
    const failure = await signOut()
    if (failure) announce(failureMessage(failure))
  }
  return (
    <details ref={menu} class="relative">
      <summary class="btn btn-ghost btn-circle btn-sm size-10 list-none">
        <span class="sr-only">{text.frame.account}</span>
        <Avatar name={me.username} />
      </summary>
      <div class="bg-base-100 border-base-300 rounded-box absolute end-0 z-10 mt-1 flex w-60 max-w-[calc(100vw-2rem)] flex-col border p-1.5 shadow-lg">
        <p class="px-3 py-2">
          <span class="block truncate font-semibold">{me.username}</span>
          <span class="text-base-content/80 block text-sm">
            {text.frame.karma(me.karma)} · {me.branch || me.college.name}
          </span>
        </p>
        <hr class="border-base-300 my-1" />
        {WAYS.map(([name, path]) => (
          <a key={name} href={path === '/u' ? `/u/${me.id}` : path} class={ITEM}>
            {text.frame[name]}
          </a>
        ))}
        {me.role !== 'user' && (
          <a href="/console" class={ITEM}>
            {text.frame.console}
          </a>
        )}
        <hr class="border-base-300 my-1" />
        <button type="button" class={ITEM} onClick={leave}>
          {text.frame.signOut}
        </button>
      </div>
    </details>
  )
}
