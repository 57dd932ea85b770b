import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { joined, me } from '../../lib/accounts/me'
import { instance } from '../../lib/instance'
import { textsReady } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { Icon } from '../icon'
import { AccountMenu } from './account-menu'

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
