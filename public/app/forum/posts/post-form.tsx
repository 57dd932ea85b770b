import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { discardDraft, readDraft, saveDraft } from '../../lib/draft-forms'
import type { Draft } from '../../lib/drafts'
import { instance } from '../../lib/instance'
import { me } from '../../lib/me'
import { go } from '../../lib/navigation'
import type { PostInput } from '../../lib/waiting'
import { useAliasChoice } from '../../parts/aliases/alias-choice'
import { AliasFields } from '../../parts/aliases/alias-fields'
import { CareForWriting, careFor } from '../../parts/care/care-note'
import { EventFields } from '../../parts/events/event-fields'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { Field, Refusal, SelectField, SendForm, SubmitButton, SwitchField } from '../../ui/field'
import { useLate } from '../../ui/late'
import { MarkdownHelp } from '../../ui/markdown-help'
import { Markdown } from '../../ui/markdown-view'
import { Settled } from '../../ui/page'
import { noteHeld } from '../held/held'
import { discardPicture } from '../pictures/kept'
import { PicturePart } from '../pictures/picture-part'
import { PollInputPart } from '../polls/poll-input'
import type { Sent } from './delayed'
import { draftOf, inputIn, inputOf } from './post-input'
import { cachePost } from './posts'
import { allReaders, collegeReaders } from './readers'

type Props = {
  /** Key of the draft. */
  about: string
  initial: PostInput
  send: string
  isNew?: boolean
  onSend: (input: PostInput, isDelayed: boolean) => Promise<Sent | Failure>
  /** Announced when the server has the post. */
  done: string
}

const similarThreads = async () => (await import('../../parts/search/similar-threads')).SimilarThreads
const courseField = async () => (await import('../../campus/courses/course-field')).CourseField

/** A form that begins anew when its draft is discarded. */
export function PostForm(props: Props) {
  const times = useSignal(0)
  const discard = () => {
    discardPicture(inputOf(readDraft<Draft>(props.about), props.initial).picture?.id ?? '')
    discardDraft(props.about)
    times.value++
  }
  return <DraftedForm key={times.value} {...props} onDiscard={discard} />
}

/** Saves the draft at every input until the server has the post. */
function DraftedForm(props: Props & { onDiscard: () => void }) {
  const { about, initial, send, isNew = false, onSend, done, onDiscard } = props
  const { writing } = postsText
  const begun = useRef(readDraft<Draft>(about)).current
  const from = useRef(inputOf(begun, initial)).current
  const now = useSignal(from)
  const isDraft = useSignal(Object.keys(begun).length > 0)
  const isPreviewed = useSignal(false)
  const alias = useAliasChoice(undefined, begun.alias)
  useEffect(() => {
    if (isNew) alias.load()
  }, [])
  const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    now.value = inputIn(new FormData(currentTarget))
    const draft = draftOf({ course: from.course, ...now.value }, alias.kept())
    const before = draftOf(initial, '')
    isDraft.value = (['title', 'content', 'picture', 'poll'] as const).some((each) => draft[each] !== before[each])
    saveDraft(about, isDraft.value ? draft : {})
  }
  const publish = async (values: FormData) => {
    const isAliased = alias.isOn.value
    const input = { ...(from.course && { course: from.course }), ...inputIn(values) }
    const isDelayed = isAliased ? !alias.isAtOnce.value : values.has('delay')
    return onSend(isAliased ? { ...input, alias: true } : input, isDelayed)
  }
  const published = ({ data }: Sent) => {
    discardDraft(about)
    if ('waits' in data) return go('/drafts', true)
    if ('delayedPost' in data) {
      announce(writing.delayed)
      return go(`/u/${me.value?.id}`, true)
    }
    const { id, held } = data.post
    cachePost(data.post)
    careFor(data.post)
    if (held) noteHeld()
    announce(held ? writing.held : done)
    go(`/post/${id}`, true)
  }
  const { title, content, topic, isPrivate, official } = now.value
  const { limits, topics = [] } = instance.value ?? {}
  const isSettled = useSignal(false)
  const Similar = useLate(similarThreads, isNew)
  const Course = useLate(courseField, true, () => (isSettled.value = true))
  return (
    <SendForm
      class="flex flex-col gap-5"
      before={() => (isPreviewed.value = false)}
      send={publish}
      onDone={published}
      onInput={note}
    >
      <SelectField
        name="topic"
        label={writing.topic}
        unchosen={writing.chooseTopic}
        options={topics.map((each) => [each, choiceLabel(each)])}
        initial={from.topic || topics[0]}
      />
      {isEventsTopic(topic || topics[0] || '') && <EventFields startsAt={from.startsAt} place={from.place} />}
      <div class="group relative">
        <Field
          name="title"
          label={writing.heading}
          required
          isFirst={isNew && from.title === ''}
          autocomplete="off"
          initial={from.title}
          isCounted
          maxLength={limits?.title.max}
        />
        {Similar && <Similar title={title} />}
      </div>
      <div class={isPreviewed.value ? 'hidden' : ''}>
        <Field
          name="content"
          label={writing.content}
          rows={9}
          required
          isFirst={isNew && from.title !== '' && from.content === ''}
          initial={from.content}
          isCounted
          maxLength={limits?.content.max}
        />
      </div>
      <MarkdownHelp />
      <PicturePart begun={from.picture} />
      {isPreviewed.value && (
        <section aria-label={writing.preview} class="card p-4">
          {content.trim() === '' ? (
            <p class="text-base-content/80">{writing.emptyPreview}</p>
          ) : (
            <Markdown text={content} />
          )}
        </section>
      )}
      {isNew && <PollInputPart begun={from.poll} />}
      {Course && <Course initial={from.course} onSettled={() => (isSettled.value = true)} />}
      <Settled when={isSettled.value}>
        <SwitchField
          name="question"
          label={writing.question}
          hint={writing.questionHint}
          initial={from.question === true}
        />
        <SwitchField
          name="isPrivate"
          label={text.post.private}
          hint={isPrivate ? collegeReaders(me.value?.college.name) : allReaders()}
          initial={from.isPrivate === true}
        />
        {isNew && !official && <AliasFields choice={alias} within="hour" />}
        {isNew && !alias.isOn.value && me.value && me.value.role !== 'user' && (
          <SwitchField name="official" label={writing.official} hint={writing.officialHint} initial={false} />
        )}
        {isNew && !alias.isOn.value && !official && (
          <SwitchField name="delay" label={writing.delay} hint={writing.delayHint} initial={false} />
        )}
      </Settled>
      <CareForWriting written={() => `${now.value.title}\n${now.value.content}`} />
      <Refusal />
      <div class="flex flex-wrap items-center gap-2">
        <SubmitButton>{send}</SubmitButton>
        <button
          type="button"
          class="btn w-full sm:w-auto"
          aria-pressed={isPreviewed.value}
          onClick={() => (isPreviewed.value = !isPreviewed.value)}
        >
          {isPreviewed.value ? writing.write : writing.preview}
        </button>
      </div>
      {isDraft.value && (
        <div class="flex flex-wrap items-center justify-between gap-x-4">
          <p class="text-base-content/80 text-sm">{writing.draft}</p>
          <button type="button" class="btn btn-ghost -mx-4" onClick={onDiscard}>
            {writing.discard}
          </button>
        </div>
      )}
    </SendForm>
  )
}
