import { api, envelope, type ResponseData } from '../../../app/lib/api'

type Noted = 'post' | 'comment' | 'user'
export type About = { resource: Noted; resourceId: string }

const notesOf = ({ resource, resourceId }: About) => api.moderation.notes({ resource })({ resourceId })

export const readNotes = (about: About) => envelope(notesOf(about).get())

export type Note = ResponseData<ReturnType<typeof readNotes>>['notes'][number]

/** The API's limit. */
export const MAX_NOTE_LENGTH = 1000

export const writeNote = (about: About, content: string) => envelope(notesOf(about).post({ content }))

export const deleteNote = ({ resource, resourceId, id }: Note) =>
  envelope(api.moderation.notes({ resource })({ resourceId })({ noteId: id }).delete())
