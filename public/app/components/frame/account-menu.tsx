import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { signOut } from '../../lib/auth/session'
import { failureMessage } from '../../lib/failures'
import { text } from '../../texts/core'
import { Avatar } from '../avatar'

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
export function AccountMenu({ me }: { me: Me }) {
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
