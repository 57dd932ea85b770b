import type { ComponentChildren } from 'preact'
import { settingsText } from '../../texts/settings'

export type SectionName = keyof typeof settingsText.sections

type Props = { name: SectionName; children: ComponentChildren }

/** A section whose heading can be linked to and takes the focus. */
export function SettingsSection({ name, children }: Props) {
  return (
    <section
      aria-labelledby={name}
      class="border-base-300 flex flex-col gap-4 border-t pt-6 lg:first:border-t-0 lg:first:pt-0"
    >
      <h2 id={name} tabIndex={-1} class="text-xl font-semibold">
        {settingsText.sections[name]}
      </h2>
      {children}
    </section>
  )
}

/** A part of a section, which can be linked to as well. */
export function SettingsPart({ name, children }: Props) {
  return (
    <section aria-labelledby={name} class="flex flex-col gap-4 not-last:mb-4">
      <h3 id={name} tabIndex={-1} class="text-lg font-semibold">
        {settingsText.sections[name]}
      </h3>
      {children}
    </section>
  )
}

/** After a row is removed, focuses the button of the next row, or of the last, or the heading. */
export function focusRow(name: SectionName, index: number): void {
  setTimeout(() => {
    const heading = document.getElementById(name)
    const buttons = [...(heading?.parentElement?.querySelectorAll('li button') ?? [])] as HTMLElement[]
    const target = buttons[Math.min(index, buttons.length - 1)] ?? heading
    target?.focus()
  })
}
