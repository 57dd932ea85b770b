import { chooseLanguage } from '../lib/language'
import { applyTheme, THEMES, theme } from '../lib/theme'
import { LANGUAGES, type Language, language } from '../texts/catalogue'
import { text } from '../texts/core'
import { Choice } from './choice'

export function ThemeChoice() {
  const options = THEMES.map((name) => [name, text.frame.themes[name]] as const)
  return <Choice label={text.frame.theme} value={theme.value} options={options} onChoose={applyTheme} />
}

export function LanguageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, { name }]) => [code as Language, name] as const)
  return <Choice label={text.frame.language} value={language.value} options={options} onChoose={chooseLanguage} />
}
