import { instance } from '../../lib/instance'
import { text } from '../../texts/core'
import { LanguageChoice, ThemeChoice } from '../appearance'

const LINK = 'text-base-content/80 hover:text-base-content underline underline-offset-4'

/** Hidden while a page loads that would push it down. */
export function Footer() {
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
