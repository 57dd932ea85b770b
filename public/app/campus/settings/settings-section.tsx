import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { choiceLabel } from '../../lib/choice-label'
import { announceFailure } from '../../lib/failures'
import type { Listed, Lists, OwnLists } from '../../parts/following/lists'
import { followingText } from '../../texts/following'
import { settingsText } from '../../texts/settings'
import { LineSkeletons } from '../../ui/page'
import { courseLabel } from '../courses/courses'

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
type Row = Listed & { name: string }

function rowsOf({ posts, topics, courses = [], words = [] }: Lists): Row[] {
  const { gone } = followingText.muted
  return [
    ...courses.map((each) => ({ kind: 'course' as const, target: each.id, name: courseLabel(each) })),
    ...topics.map((topic) => ({ kind: 'topic' as const, target: topic, name: choiceLabel(topic) })),
    ...posts.map(({ postId, title }) => ({ kind: 'post' as const, target: postId, name: title ?? gone })),
    ...words.map((word) => ({ kind: 'word' as const, target: word, name: word })),
  ]
}

type ListProps = {
  name: 'following' | 'muted'
  of: OwnLists
  words: {
    lead: string
    none: string
    undo: string
    undoOne: (name: string) => string
    undone: (name: string) => string
  }
  children: ComponentChildren
}

/** What one follows or muted, each with a button that takes it from the list. */
export function ListsSection({ name, of, words, children }: ListProps) {
  useEffect(() => {
    of.load().then((failure) => failure && announceFailure(failure))
  }, [])
  const all = of.lists.value && rowsOf(of.lists.value)
  const undo = async (row: Row, at: number) => {
    const failure = await of.set(row, false)
    if (failure) return announceFailure(failure)
    announce(words.undone(row.name))
    focusRow(name, at)
  }
  return (
    <SettingsSection name={name}>
      <p class="text-base-content/80">{all?.length === 0 ? words.none : words.lead}</p>
      {all === undefined && <LineSkeletons />}
      <ul class="flex flex-col gap-2 empty:hidden">
        {all?.map((row, at) => (
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
              aria-label={words.undoOne(row.name)}
              onClick={() => undo(row, at)}
            >
              {words.undo}
            </button>
          </li>
        ))}
      </ul>
      {children}
    </SettingsSection>
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
