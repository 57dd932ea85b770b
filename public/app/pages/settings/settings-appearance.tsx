import { LanguageChoice, ThemeChoice } from '../../components/appearance'
import { text } from '../../texts/core'
import { SettingsSection } from './settings-section'

const ROW = 'flex flex-wrap items-center justify-between gap-3'

/** As at the foot of every page, where one would look for it. */
export function AppearanceSection() {
  return (
    <SettingsSection name="appearance">
      <div class={ROW}>
        <span aria-hidden="true">{text.frame.theme}</span>
        <ThemeChoice />
      </div>
      <div class={ROW}>
        <span aria-hidden="true">{text.frame.language}</span>
        <LanguageChoice />
      </div>
    </SettingsSection>
  )
}
