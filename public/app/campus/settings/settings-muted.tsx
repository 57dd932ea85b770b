import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { choiceLabel } from '../../lib/choice-label'
import { failureMessage } from '../../lib/failures'
import { submit, useForm } from '../../lib/form'
import { loadMutes, type MuteKind, mutes, setMuted } from '../../parts/following/mutes'
import { followingText } from '../../texts/following'
import { Field, SubmitButton } from '../../ui/field'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { focusRow, SettingsSection } from './settings-section'

type Row = { kind: MuteKind; target: string; name: string }

function rows(): Row[] {
  const { posts = [], topics = [], words = [] } = mutes.value ?? {}
  return [
    ...posts.map(
      ({ postId, title }): Row => ({
        kind: 'post',
        target: postId,
        name: title ?? followingText.muted.gone,
      }),
    ),
    ...topics.map((topic): Row => ({ kind: 'topic', target: topic, name: choiceLabel(topic) })),
    ...words.map((word): Row => ({ kind: 'word', target: word, name: word })),
  ]
}

/** Threads, topics and words that are muted. */
export function MutedSection() {
  const words = followingText.muted
  useEffect(() => {
    loadMutes().then((failure) => failure && announce(failureMessage(failure)))
  }, [])
  const all = rows()
  const unmute = async (row: Row) => {
    const failure = await setMuted(row, false)
    if (failure) return announce(failureMessage(failure))
    announce(words.unmuted(row.name))
    focusRow('muted', all.indexOf(row))
  }
  return (
    <SettingsSection name="muted">
      <p class="text-base-content/80">{mutes.value && all.length === 0 ? words.none : words.lead}</p>
      {mutes.value === undefined && <LineSkeletons />}
      {all.length > 0 && (
        <ul class="flex flex-col gap-2">
          {all.map((row) => (
            <li key={`${row.kind} ${row.target}`} class="flex min-h-11 items-center justify-between gap-3">
              <span dir="auto" class="min-w-0 break-words">
                {row.kind === 'post' ? (
                  <a class="link" href={`/post/${row.target}`}>
                    {row.name}
                  </a>
                ) : (
                  row.name
                )}
              </span>
              <button
                type="button"
                class="btn btn-outline btn-sm"
                aria-label={words.unmuteOne(row.name)}
                onClick={() => unmute(row)}
              >
                {words.unmute}
              </button>
            </li>
          ))}
        </ul>
      )}
      <WordForm />
    </SettingsSection>
  )
}

function WordForm() {
  const words = followingText.muted
  const form = useForm()
  const add = async (event: SubmitEvent) => {
    const element = event.currentTarget as HTMLFormElement
    const word = String(new FormData(element).get('target')).trim()
    const send = async () => (await setMuted({ kind: 'word', target: word }, true)) ?? { success: true as const }
    if (!(await submit(event, form, send))) return
    element.reset()
    announce(words.added(word))
  }
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={add}>
      <Field
        form={form}
        name="target"
        label={words.word}
        hint={words.wordHint}
        required
        maxLength={50}
        autocomplete="off"
      />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{words.add}</SubmitButton>
    </form>
  )
}
