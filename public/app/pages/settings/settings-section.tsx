import type { ComponentChildren } from 'preact'
import { settingsText } from '../../texts/settings'

export type SectionName = keyof typeof settingsText.sections

/** A part of the settings; its heading can be linked to, and is where the focus goes on from. */
export function SettingsSection({ name, children }: { name: SectionName; children: ComponentChildren }) {
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

/** Once a row is gone, the focus is on the button of the next, or of the last, or on the heading. */
export function focusRow(name: SectionName, index: number): void {
  setTimeout(() => {
    const heading = document.getElementById(name)
    const buttons = [...(heading?.parentElement?.querySelectorAll('li button') ?? [])] as HTMLElement[]
    const target = buttons[Math.min(index, buttons.length - 1)] ?? heading
    target?.focus()
  })
}
