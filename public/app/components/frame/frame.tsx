import { type Signal, signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { joined, type Me, me } from '../../lib/accounts/me'
import { announcement } from '../../lib/announcements'
import { exactly } from '../../lib/dates'
import { instance } from '../../lib/instance'
import { language, textsReady } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { LanguageChoice, ThemeChoice } from '../choice'
import { Header } from './header'

const online = signal(navigator.onLine)

const update = () => {
  online.value = navigator.onLine
}
addEventListener('online', update)
addEventListener('offline', update)

/** What surrounds every page: skip link, header, notices that matter everywhere, footer. */
export function Frame({ children }: { children: ComponentChildren }) {
  const isConsole = useLocation().path.startsWith('/console')
  return (
    <div class="group flex min-h-dvh flex-col" data-wide={isConsole ? '' : undefined}>
      <a
        href="#main"
        class="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-20"
      >
        {text.frame.skip}
      </a>
      <Header />
      {!online.value && (
        <p role="status" class="bg-warning text-warning-content px-4 py-2 text-center text-sm font-medium">
          {text.frame.offline}
        </p>
      )}
      {me.value && !joined.value && location.pathname !== '/join' && <Unfinished />}
      {me.value?.blocked && <Sanctioned {...me.value} />}
      {me.value && me.value.unreadNotices > 0 && <LateNotices />}
      <main
        id="main"
        tabIndex={-1}
        class="empty:before:bg-base-300 peer mx-auto w-full max-w-5xl grow px-4 py-6 group-data-wide:max-w-7xl empty:before:block empty:before:h-9 empty:before:w-1/2 empty:before:rounded sm:py-10"
      >
        {children}
      </main>
      <Footer />
      <p
        role="status"
        class="bg-neutral text-neutral-content rounded-box pointer-events-none fixed inset-x-4 top-17 z-20 mx-auto w-fit max-w-md px-4 py-3 text-sm shadow-lg empty:hidden sm:top-auto sm:bottom-4"
      >
        {announcement.value}
      </p>
    </div>
  )
}

/** Loaded after the first render, because few people have something to read there. */
function LateNotices() {
  const banner: Signal<ComponentType | null> = useSignal(null)
  // Without it, the settings still list the notices.
  useEffect(() => {
    import('../notices/notice-banner')
      .then(async ({ NoticeBanner }) => {
        await textsReady()
        banner.value = NoticeBanner
      })
      .catch(() => undefined)
  }, [])
  const { value: Banner } = banner
  return Banner && <Banner />
}

/** Says why the viewer cannot post, and until when. */
function Sanctioned({ suspension }: Pick<Me, 'suspension'>) {
  return (
    <p role="status" class="bg-base-200 border-base-300 border-b px-4 py-2 text-center text-sm font-medium">
      {suspension
        ? text.frame.suspended(exactly(suspension.ends, language.value), suspension.reason)
        : text.frame.banned}
    </p>
  )
}

function Unfinished() {
  return (
    <p class="bg-base-200 border-base-300 border-b px-4 py-2 text-center text-sm">
      {text.frame.finishJoining}{' '}
      <a href="/join" class="link font-semibold">
        {text.frame.finish}
      </a>
    </p>
  )
}

const LINK = 'text-base-content/80 hover:text-base-content underline underline-offset-4'

/** Hidden while a page loads that would push it down. */
function Footer() {
  const { version } = instance.value ?? {}
  return (
    <footer class="border-base-300 bg-base-200 border-t text-sm peer-empty:invisible peer-has-data-coming:invisible">
      <div class="mx-auto flex max-w-5xl group-data-wide:max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6">
        <div class="flex flex-wrap items-center gap-x-5 gap-y-2">
          <span>
            Quad{version && ` ${version}`}, {text.frame.licence}
          </span>
          <a href="/api/v1/docs" class={LINK}>
            {text.frame.documentation}
          </a>
          <a href="/docs/operating.md" class={LINK}>
            {text.frame.operators}
          </a>
        </div>
        <div class="flex flex-wrap gap-2">
          <ThemeChoice />
          <LanguageChoice />
        </div>
      </div>
    </footer>
  )
}
