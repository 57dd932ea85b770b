import type { ComponentChildren } from 'preact'
import { announce } from '../../lib/announcements'
import { choiceLabel } from '../../lib/choice-label'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { follows, type Listed, type Lists, mutes, type OwnLists } from '../../parts/following/lists'
import { coursesText } from '../../texts/courses'
import { followingText } from '../../texts/following'
import { Field, SendForm } from '../../ui/field'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { courseLabel } from '../courses/courses'
import { CalendarPart } from './settings-calendar'
import { focusRow, SettingsSection } from './settings-section'

/** Courses, topics and threads that are followed, and the calendar of their dates. */
export const FollowingSection = () => (
  <ListsSection
    name="following"
    of={follows}
    words={{ ...coursesText.following, undone: () => followingText.follow.unfollowed }}
  >
    <CalendarPart />
  </ListsSection>
)

export const MutedSection = () => (
  <ListsSection name="muted" of={mutes} words={followingText.muted}>
    <WordForm />
  </ListsSection>
)

function WordForm() {
  const words = followingText.muted
  const wordIn = (values: FormData) => String(values.get('target')).trim()
  return (
    <SendForm
      confirm={words.add}
      send={async (values) =>
        (await mutes.set({ kind: 'word', target: wordIn(values) }, true)) ?? { success: true, word: wordIn(values) }
      }
      onDone={({ word }, element) => {
        element.reset()
        announce(words.added(word))
      }}
    >
      <Field name="target" label={words.word} hint={words.wordHint} required maxLength={50} autocomplete="off" />
    </SendForm>
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
function ListsSection({ name, of, words, children }: ListProps) {
  const { failure, load } = useLoaded(async () => (await of.load()) ?? { success: true as const, data: null })
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
      {all === undefined &&
        (failure.value ? <FailureNotice failure={failure.value} retry={load} /> : <LineSkeletons />)}
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
