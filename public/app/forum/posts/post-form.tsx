import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { discardDraft, readDraft, saveDraft } from '../../lib/draft-forms'
import { instance } from '../../lib/instance'
import { me } from '../../lib/me'
import { go } from '../../lib/navigation'
import { missingPart } from '../../lib/parts'
import type { PollInput } from '../../lib/waiting'
import { useAliasChoice } from '../../parts/aliases/alias-choice'
import { AliasFields } from '../../parts/aliases/alias-fields'
import { CareForWriting } from '../../parts/care/care-note'
import { sentTime } from '../../parts/events/events'
import { postsText } from '../../texts/posts'
import { Field, Refusal, SelectField, SendForm, SubmitButton, SwitchField } from '../../ui/field'
import { useLate } from '../../ui/late'
import { MarkdownHelp } from '../../ui/markdown-help'
import { Markdown } from '../../ui/markdown-view'
import { noteHeld } from '../held/held'
import { discardPicture } from '../pictures/kept'
import { PicturePart, pictureIn } from '../pictures/picture-part'
import { PollInputPart, pollIn } from '../polls/poll-input'
import { cachePost, type Post } from './posts'
import { allReaders, collegeReaders } from './readers'

export type PostInput = {
  title: string
  content: string
  topic: string
  isPrivate: boolean
  question?: boolean
  /** Of an event; left out where the form has no fields for them. */
  startsAt?: string | null
  place?: string | null
  /** Its id; left out where the college has no courses. */
  course?: string | null
  /** Of a new post; later it stays as it is. */
  poll?: PollInput
  /** Chosen each time: never part of a draft. */
  official?: true
  /** Under a name for this thread. */
  alias?: true
  /** One of this device, which is sent first, or of the server. */
  picture?: { id: string; alt: string } | null
}
type Draft = {
  title: string
  content: string
  topic: string
  isPrivate: string
  question: string
  startsAt: string
  place: string
  course: string
  alias: string
  poll: string
  picture: string
}
export type Answer = { success: true; data: { post: Post } }
/** Sent when there is a network. */
export type Waits = { success: true; waits: true }
export type Delayed = { success: true; data: { delayedPost: { id: string } } }

type Props = {
  /** Key of the draft. */
  about: string
  initial: PostInput
  send: string
  onSend: (input: PostInput) => Promise<Answer | Waits | Failure>
  /** Sends a post that is to appear within the next hour. */
  onDelay?: (input: PostInput) => Promise<Delayed | Waits | Failure>
  /** Announced when the server has the post. */
  done: string
}

/** A form that begins anew when its draft is discarded. */
export function PostForm(props: Props) {
  const times = useSignal(0)
  const discard = () => {
    discardPicture(pictureIn(readDraft<Draft>(props.about).picture)?.id ?? '')
    discardDraft(props.about)
    times.value++
  }
  return <DraftedForm key={times.value} {...props} onDiscard={discard} />
}

/** Saves the draft at every input until the server has the post. */
function DraftedForm({ about, initial, send, onSend, onDelay, done, onDiscard }: Props & { onDiscard: () => void }) {
  const { writing } = postsText
  const begun = readDraft<Draft>(about)
  const pictureBefore = initial.picture ? JSON.stringify(initial.picture) : ''
  const { poll: begunPoll, picture: begunPicture = pictureBefore, ...begunTexts } = begun
  const from = useSignal({
    ...initial,
    ...begunTexts,
    isPrivate: begun.isPrivate ? true : initial.isPrivate,
    question: begun.question === undefined ? initial.question : begun.question !== '',
  })
  const { title: begin, content, isPrivate } = from.value
  const draft = useSignal({ heading: begin, content, isPrivate, topic: from.value.topic, official: false })
  const isDraft = useSignal(Object.keys(begun).length > 0)
  const isPreviewed = useSignal(false)
  const alias = useAliasChoice(undefined, begun.alias)
  useEffect(() => {
    if (onDelay) alias.load()
  }, [])
  const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    const input = readInput(new FormData(currentTarget))
    const { title, content, topic, isPrivate, startsAt, place, official, poll, question } = input
    const { course = from.value.course } = input
    draft.value = { heading: title, content, isPrivate, topic, official: official === true }
    const picture = input.picture ? JSON.stringify(input.picture) : ''
    const isSame = title === initial.title && content === initial.content && picture === pictureBefore
    const isUnchanged = isSame && !poll
    const event = { startsAt: startsAt ?? '', place: place ?? '', course: course ?? '' }
    const switches = {
      isPrivate: isPrivate ? 'yes' : '',
      question: question ? 'yes' : '',
      alias: alias.kept(),
      poll: poll ? JSON.stringify(poll) : '',
    }
    saveDraft(about, isUnchanged ? {} : { title, content, topic, ...switches, ...event, picture })
    isDraft.value = !isUnchanged
  }
  const publish = async (values: FormData): Promise<Answer | Waits | Delayed | Failure> => {
    const isAliased = alias.isOn.value
    const input = readInput(values)
    const isLate = isAliased ? !alias.isAtOnce.value : values.has('delay')
    const wanted = isAliased ? { ...input, alias: true as const } : input
    return onDelay && isLate ? onDelay(wanted) : onSend(wanted)
  }
  const published = (answer: Answer | Waits | Delayed) => {
    discardDraft(about)
    if ('waits' in answer) return go('/drafts', true)
    if ('delayedPost' in answer.data) {
      announce(writing.delayed)
      return go(`/u/${me.value?.id}`, true)
    }
    const { post } = answer.data
    cachePost(post)
    if (post.held) noteHeld()
    announce(post.held ? writing.held : done)
    go(`/post/${post.id}`, true)
  }
  const { limits, topics: [firstTopic = ''] = [] } = instance.value ?? {}
  const isNew = onDelay !== undefined
  const isEvent = isEventsTopic(draft.value.topic || firstTopic)
  const Event = useLate(async () => (await import('../../parts/events/event-fields')).EventFields, isEvent, missingPart)
  const Similar = useLate(async () => (await import('../../parts/search/similar-threads')).SimilarThreads, isNew)
  const Course = useLate(async () => (await import('../../campus/courses/course-field')).CourseField)
  return (
    <SendForm
      class="flex flex-col gap-5"
      before={() => (isPreviewed.value = false)}
      send={publish}
      onDone={published}
      onInput={note}
    >
      <TopicField initial={from.value.topic || firstTopic} />
      {isEvent && Event && <Event startsAt={from.value.startsAt} place={from.value.place} />}
      <Field
        name="title"
        label={writing.heading}
        required
        isFirst={onDelay !== undefined && begin === ''}
        autocomplete="off"
        initial={from.value.title}
        length={draft.value.heading.length}
        maxLength={limits?.title.max}
      />
      {Similar && <Similar title={draft.value.heading} />}
      <div class={isPreviewed.value ? 'hidden' : ''}>
        <Field
          name="content"
          label={writing.content}
          rows={9}
          required
          isFirst={onDelay !== undefined && begin !== '' && content === ''}
          initial={from.value.content}
          length={draft.value.content.length}
          maxLength={limits?.content.max}
        />
      </div>
      <MarkdownHelp />
      <PicturePart begun={begunPicture} />
      {isPreviewed.value && (
        <section aria-label={writing.preview} class="card p-4">
          {draft.value.content.trim() === '' ? (
            <p class="text-base-content/80">{writing.emptyPreview}</p>
          ) : (
            <Markdown text={draft.value.content} />
          )}
        </section>
      )}
      {onDelay && <PollInputPart begun={begunPoll} />}
      {Course && <Course initial={from.value.course} />}
      <SwitchField
        name="question"
        label={writing.question}
        hint={writing.questionHint}
        initial={from.value.question === true}
      />
      <SwitchField
        name="isPrivate"
        label={writing.private}
        hint={draft.value.isPrivate ? collegeReaders(me.value?.college.name) : allReaders()}
        initial={from.value.isPrivate}
      />
      {onDelay && !draft.value.official && <AliasFields choice={alias} within="hour" />}
      {onDelay && !alias.isOn.value && me.value && me.value.role !== 'user' && (
        <SwitchField name="official" label={writing.official} hint={writing.officialHint} initial={false} />
      )}
      {onDelay && !alias.isOn.value && !draft.value.official && (
        <SwitchField name="delay" label={writing.delay} hint={writing.delayHint} initial={false} />
      )}
      <CareForWriting written={() => `${draft.value.heading}\n${draft.value.content}`} />
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

function readInput(values: FormData): PostInput {
  const text = (name: string) => String(values.get(name) ?? '')
  return {
    title: text('title'),
    content: text('content'),
    topic: text('topic'),
    isPrivate: values.has('isPrivate'),
    question: values.has('question'),
    ...(values.has('courseId') ? { course: text('courseId') || null } : {}),
    ...(values.has('official') ? { official: true } : {}),
    ...(text('picture') ? { picture: { id: text('picture'), alt: text('picture.alt').trim() } } : {}),
    ...(values.has('startsAt') ? { startsAt: sentTime(text('startsAt')), place: text('place').trim() || null } : {}),
    ...pollIn(values),
  }
}

function TopicField({ initial }: { initial: string }) {
  const { writing } = postsText
  const topics = instance.value?.topics ?? []
  return (
    <SelectField
      name="topic"
      label={writing.topic}
      unchosen={writing.chooseTopic}
      options={topics.map((topic) => [topic, choiceLabel(topic)])}
      initial={initial}
    />
  )
}
