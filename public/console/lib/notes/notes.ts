import { api, envelope, type ResponseData } from '../../../app/lib/api'

type Noted = 'post' | 'comment' | 'user'
export type About = { resource: Noted; resourceId: string }

type Endpoint = ReturnType<ReturnType<typeof api.moderation.notes>>

/** Both segments in one step: after `post` alone the client would send a request. */
const notesOf = ({ resource, resourceId }: About): Endpoint =>
  (api.moderation.notes as unknown as (segments: { path: readonly string[] }) => Endpoint)({
    path: [resource, resourceId],
  })

export const readNotes = (about: About) => envelope(notesOf(about).get())

export type Note = ResponseData<ReturnType<typeof readNotes>>['notes'][number]

/** The API's limit. */
export const MAX_NOTE_LENGTH = 1000

export const writeNote = (about: About, content: string) => envelope(notesOf(about).post({ content }))

export const deleteNote = (note: Note) => envelope(notesOf(note)({ noteId: note.id }).delete())
