import { applyTheme, chooseLanguage, THEMES, theme } from '../lib/appearance'
import { LANGUAGES, type Language, language } from '../texts/catalogue'
import { text } from '../texts/core'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
  class?: string
}

/** A native select without a visible label: screen readers hear the label, and `title` shows it on hover. */
export function Choice<Value extends string>({ label, value, options, onChoose, class: className = '' }: Props<Value>) {
  return (
    <select
      class={`select select-sm w-auto max-w-full ${className}`}
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
    >
      {options.map(([each, name]) => (
        <option key={each} value={each} selected={each === value}>
          {name}
        </option>
      ))}
    </select>
  )
}

export function ThemeChoice() {
  const options = THEMES.map((name) => [name, text.frame.themes[name]] as const)
  return <Choice label={text.frame.theme} value={theme.value} options={options} onChoose={applyTheme} />
}

export function LanguageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, { name }]) => [code as Language, name] as const)
  return <Choice label={text.frame.language} value={language.value} options={options} onChoose={chooseLanguage} />
}
