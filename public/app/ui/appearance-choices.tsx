import { applyTheme, chooseLanguage, THEMES, theme } from '../lib/appearance'
import { LANGUAGES, type Language, language } from '../texts/catalogue'
import { youText } from '../texts/you'
import { Choice } from './choice'

export function ThemeChoice() {
  const { you } = youText
  const options = THEMES.map((name) => [name, you.themes[name]] as const)
  return <Choice label={you.theme} value={theme.value} options={options} onChoose={applyTheme} />
}

export function LanguageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, { name }]) => [code as Language, name] as const)
  return <Choice label={youText.you.language} value={language.value} options={options} onChoose={chooseLanguage} />
}
