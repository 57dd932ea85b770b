import { applyTheme, chooseLanguage, THEMES, theme } from '../lib/appearance'
import { LANGUAGES, type Language, language } from '../texts/catalogue'
import { youText } from '../texts/you'
import { Choice } from './choice'

/** Theme and language, each in a row of that class. */
export function AppearanceRows({ class: className }: { class: string }) {
  const { you } = youText
  const themes = THEMES.map((name) => [name, you.themes[name]] as const)
  const languages = Object.entries(LANGUAGES).map(([code, { name }]) => [code as Language, name] as const)
  return (
    <>
      <div class={className}>
        <span class="grow" aria-hidden="true">
          {you.theme}
        </span>
        <Choice label={you.theme} value={theme.value} options={themes} onChoose={applyTheme} />
      </div>
      <div class={className}>
        <span class="grow" aria-hidden="true">
          {you.language}
        </span>
        <Choice label={you.language} value={language.value} options={languages} onChoose={chooseLanguage} />
      </div>
    </>
  )
}
