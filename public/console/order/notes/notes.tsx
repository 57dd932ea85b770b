import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Data } from '../../../../client/api'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { excerpt } from '../../../app/lib/excerpt'
import { me } from '../../../app/lib/me'
import { ConfirmButton } from '../../../app/ui/dialog'
import { Field } from '../../../app/ui/field'
import { FailureNotice } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { told } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { RowForm } from '../../ui/record-dialog'

type Noted = 'post' | 'comment' | 'user'
type About = { resource: Noted; resourceId: string }

const notesOf = ({ resource, resourceId }: About) => api.moderation.notes({ resource })({ resourceId })

type Note = Data<ReturnType<typeof notesOf>['get']>['notes'][number]

/** The API's limit. */
const MAX_NOTE_LENGTH = 1000

type Props = {
  about: About
  /** Notes that came with something else, and whose account they are also about. */
  known?: readonly Note[]
  author?: string | undefined
  level?: 'h2' | 'h3'
}

/** What moderators noted, newest first, and a way to add to it. Nothing about what is one's own. */
export function Notes({ about, known, author, level: Title = 'h2' }: Props) {
  const notes = useSignal<readonly Note[]>(known ?? [])
  const failure = useSignal<Failure | undefined>(undefined)
  const words = moderationText.notes
  const isNamed = author !== undefined
  const read = async () => {
    const answer = await envelope(notesOf(about).get())
    failure.value = answer.success || answer.code === 'FORBIDDEN' ? undefined : answer
    if (answer.success) notes.value = answer.data.notes
  }
  useEffect(() => {
    if (known === undefined) read()
  }, [])
  const add = (note: Note) => {
    notes.value = [note, ...notes.value]
  }
  return (
    <section class="flex flex-col gap-2">
      <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Title class={Title === 'h2' ? 'text-lg font-semibold' : 'font-semibold'}>{words.title}</Title>
        <span class="flex flex-wrap gap-2">
          <AddNote about={about} label={words.add} onAdded={add} />
          {isNamed && (
            <AddNote about={{ resource: 'user', resourceId: author }} label={words.addAuthor} onAdded={add} />
          )}
        </span>
      </div>
      {failure.value && <FailureNotice failure={failure.value} retry={read} />}
      {notes.value.length === 0 ? (
        <p class="text-base-content/80 text-sm">{words.none}</p>
      ) : (
        <ul class="card divide-base-300 divide-y">
          {notes.value.map((note) => (
            <OneNote
              key={note.id}
              note={note}
              isNamed={isNamed}
              onRemoved={() => (notes.value = notes.value.filter(({ id }) => id !== note.id))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function AddNote({ about, label, onAdded }: { about: About; label: string; onAdded: (note: Note) => void }) {
  const words = moderationText.notes
  return (
    <RowForm
      aria-haspopup="dialog"
      words={label}
      title={label}
      lead={words.lead}
      confirm={words.save}
      draft={null}
      send={(values) => envelope(notesOf(about).post({ content: String(values.get('content')) }))}
      done={words.saved}
      onDone={(answer) => onAdded(answer.data.note)}
    >
      <Field name="content" label={words.note} hint={words.hint} rows={3} required maxLength={MAX_NOTE_LENGTH} />
    </RowForm>
  )
}

function OneNote({ note, isNamed, onRemoved }: { note: Note; isNamed: boolean; onRemoved: () => void }) {
  const { content, writtenBy, createdAt, resource } = note
  const words = moderationText.notes
  const remove = async () => {
    const { resourceId, id: noteId } = note
    const request = envelope(api.moderation.notes({ resource })({ resourceId })({ noteId }).delete())
    if (await told(request, words.removed)) onRemoved()
  }
  return (
    <li class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 p-3 sm:px-4">
      <div class="min-w-0 grow basis-56">
        <p dir="auto" class="break-words whitespace-pre-line">
          {content}
        </p>
        <p class="text-base-content/80 text-sm">
          {isNamed && `${words.about[resource]} · `}
          {writtenBy ? <PersonLink person={writtenBy} class="link" /> : words.gone} · <Time of={createdAt} />
        </p>
      </div>
      {writtenBy?.id === me.value?.id && (
        <ConfirmButton
          class="btn btn-ghost btn-sm"
          label={words.removeOne(excerpt(content))}
          question={words.question}
          consequence={words.consequence}
          confirm={consoleText.words.delete}
          onConfirm={remove}
        />
      )}
    </li>
  )
}
