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

const PATHS = { post: '/post/', course: '/course/', topic: '/?topic=' }
type Target = { kind: keyof typeof PATHS | 'word'; target: string; name: string }
type TargetsProps<Row> = {
  rows: readonly Row[]
  words: { act: string; actOne: (name: string) => string }
  onAct: (row: Row) => void
}

/** Posts, topics, courses and words, each with a button that takes it from the list. */
export const Targets = <Row extends Target>({ rows, words, onAct }: TargetsProps<Row>) => (
  <ul class="flex flex-col gap-2 empty:hidden">
    {rows.map((row) => (
      <li key={`${row.kind} ${row.target}`} class="flex min-h-11 items-center justify-between gap-3">
        <span dir="auto" class="min-w-0 break-words">
          {row.kind === 'word' ? (
            row.name
          ) : (
            <a class="link tap max-w-full" href={PATHS[row.kind] + encodeURIComponent(row.target)}>
              {row.name}
            </a>
          )}
        </span>
        <button
          type="button"
          class="btn btn-outline btn-sm"
          aria-label={words.actOne(row.name)}
          onClick={() => onAct(row)}
        >
          {words.act}
        </button>
      </li>
    ))}
  </ul>
)

/** After a row is removed, focuses the button of the next row, or of the last, or the heading. */
export function focusRow(name: SectionName, index: number): void {
  setTimeout(() => {
    const heading = document.getElementById(name)
    const buttons = [...(heading?.parentElement?.querySelectorAll('li button') ?? [])] as HTMLElement[]
    const target = buttons[Math.min(index, buttons.length - 1)] ?? heading
    target?.focus()
  })
}
