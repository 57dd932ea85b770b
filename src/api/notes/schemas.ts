import { t } from 'elysia'
import { noted, noteRecord } from '../../core/notes/record'
import { MOST_NOTES } from '../../core/notes/service'
import { named, text, uuid } from '../../lib/schema'

const about = { resource: noted, resourceId: uuid() }
export const NotedParams = t.Object(about)
export const NoteParams = t.Object({ ...about, noteId: uuid() })
export const NewNote = named('NewModerationNote', t.Object({ content: text(1, 1000) }))
export const OneNote = t.Object({ note: noteRecord })
export const Notes = t.Object({ notes: t.Array(noteRecord, { maxItems: MOST_NOTES }) })
