import { moderationNotes } from '../../../db/schema/moderation'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { exactId } from '../../lib/ids'
import { message } from '../../messages/message'
import { isSelf, type Viewer } from '../access/account'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { countNotes, deleteNoteRow, noteById, notesAbout, ownerOf } from './queries'
import type { Noted, NoteRecord } from './record'

// Internal notes: what moderators write for one another about a post, a comment or an account. Whom it is about never
// reads it, not as a moderator either. Triggers delete notes with what they are about.

export const MOST_NOTES = 100

type About = { resource: Noted; resourceId: string }

/** 404 for what does not exist; 403 `FORBIDDEN` for what is the viewer's own. */
function refuseUnlessOthers(db: Connection, viewer: Viewer, { resource, resourceId }: About): void {
  const owner = ownerOf(db, resource, resourceId) ?? refuse('NOT_FOUND', 'notes.nothing')
  if (isSelf(viewer, owner.authorId)) refuse('FORBIDDEN', 'notes.own')
}

/** Newest first. */
export async function listNotes(viewer: Viewer, about: About): Promise<{ notes: NoteRecord[] }> {
  refuseUnlessOthers(storage.reader, viewer, about)
  return { notes: notesAbout(storage.reader, [about.resourceId], MOST_NOTES) }
}

/** 409 `CONFLICT` when there are as many as are listed. Only moderators read it, so the content policy does not apply. */
export async function writeNote(viewer: Viewer, about: About, content: string): Promise<NoteRecord> {
  const create = async (tx: Tx, viewer: Viewer) => {
    refuseUnlessOthers(tx, viewer, about)
    if (countNotes(tx, about.resourceId) >= MOST_NOTES) refuse('CONFLICT', message('notes.many', { max: MOST_NOTES }))
    const id = exactId()
    const row = { ...about, id, content, writerId: viewer.id, createdAt: new Date().toISOString() }
    tx.orm.insert(moderationNotes).values(row).run()
    await audit(tx, viewer, { action: 'admin:wrote:note', entityType: about.resource, entityId: about.resourceId })
    return readNote(tx, id)
  }
  return createAs(viewer, 'admin', { create, read: async (id) => readNote(storage.reader, id) })
}

const readNote = (db: Connection, id: string): NoteRecord => noteById(db, id) ?? refuse('NOT_FOUND', 'notes.missing')

/** 403 `NOT_OWNER` for another moderator's. */
export async function deleteNote(viewer: Viewer, { resource, resourceId }: About, id: string): Promise<void> {
  await writeAs(viewer, 'admin', async (tx, viewer) => {
    const note = readNote(tx, id)
    if (note.resource !== resource || note.resourceId !== resourceId) refuse('NOT_FOUND', 'notes.missing')
    if (note.writtenBy?.id !== viewer.id) refuse('NOT_OWNER')
    deleteNoteRow(tx, id)
    await audit(tx, viewer, { action: 'admin:deleted:note', entityType: resource, entityId: resourceId })
  })
}
