import { api, envelope, type ResponseData } from '../../../app/lib/api'

type Noted = 'post' | 'comment' | 'user'
export type About = { resource: Noted; resourceId: string }

const ask = (about: About) =>
  envelope(api.moderation.notes({ resource: about.resource })({ resourceId: about.resourceId }).get())

export const readNotes = ask

export type Note = ResponseData<ReturnType<typeof ask>>['notes'][number]

/** The API's limit. */
export const MAX_NOTE_LENGTH = 1000

export const writeNote = ({ resource, resourceId }: About, content: string) =>
  envelope(api.moderation.notes({ resource })({ resourceId }).post({ content }))

export const deleteNote = ({ resource, resourceId, id }: Note) =>
  envelope(api.moderation.notes({ resource })({ resourceId })({ noteId: id }).delete())
