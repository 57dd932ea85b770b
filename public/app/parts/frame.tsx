import type { ComponentChildren } from 'preact'
import { instance } from '../instance'
import { Logo } from './logo'

const FOOTER = 'text-base-content/80 hover:text-base-content underline underline-offset-4'

/** What stands around every page: the skip link, the way home, the footer. */
export function Frame({ children }: { children: ComponentChildren }) {
  const campus = instance.value
  return (
    <div class="flex min-h-dvh flex-col">
      <a
        href="#main"
        class="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
      >
        Skip to the content
      </a>
      <header class="border-base-300 border-b">
        <div class="mx-auto flex max-w-3xl items-center justify-between gap-4 px-4 py-3">
          <a href="/" class="flex min-w-0 items-center gap-2.5 rounded-field font-semibold">
            <Logo class="size-8 shrink-0" />
            <span class="truncate">{campus?.name ?? 'Quad'}</span>
          </a>
          <nav aria-label="Main">
            <a href="/api/v1/docs" class="link link-hover text-sm whitespace-nowrap">
              API
            </a>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} class="mx-auto w-full max-w-3xl grow px-4 py-8 sm:py-14">
        {children}
      </main>
      <footer class="border-base-300 bg-base-200 border-t text-sm">
        <div class="mx-auto flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-5">
          <span>Quad{campus && ` ${campus.version}`}, free software under the MIT licence</span>
          <a href="/api/v1/docs" class={FOOTER}>
            API documentation
          </a>
          <a href="/docs/operating.md" class={FOOTER}>
            For operators
          </a>
        </div>
      </footer>
    </div>
  )
}
