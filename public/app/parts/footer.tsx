import { instance } from '../instance'
import { LANGUAGES, type Language, language, speak } from '../texts/catalogue'
import { text } from '../texts/core'
import { paint, THEMES, theme } from '../theme'
import { Choice } from './choice'

const LINK = 'text-base-content/80 hover:text-base-content underline underline-offset-4'

/** How the client looks and speaks, and what stands behind it. */
export function Footer() {
  const { version } = instance.value ?? {}
  const themes = THEMES.map((name) => [name, text.frame.themes[name]] as const)
  const languages = Object.entries(LANGUAGES).map(([code, { name }]) => [code as Language, name] as const)
  return (
    <footer class="border-base-300 bg-base-200 border-t text-sm">
      <div class="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6">
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
          <Choice label={text.frame.theme} value={theme.value} options={themes} onChoose={paint} />
          <Choice label={text.frame.language} value={language.value} options={languages} onChoose={speak} />
        </div>
      </div>
    </footer>
  )
}
