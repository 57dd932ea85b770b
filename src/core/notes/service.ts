import { type Static, t } from 'elysia'
import { moderationNotes } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { INTEGER, idOf, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { minuteOf } from '../../lib/coarse-time'
import { exactId } from '../../lib/ids'
import { choice, namedObject, nullable, recordId, timestamp } from '../../lib/schema'
import { message } from '../../messages/message'
import { isSelf, type Viewer } from '../access/account'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'

// Internal notes: what moderators write for one another about a post, a comment or an account. Whom it is about never
// reads it, not as a moderator either. Triggers delete notes with what they are about.

export const MOST_NOTES = 100

export const noted = choice(moderationNotes.resource.enumValues)

export const noteRecord = namedObject('ModerationNote', {
  id: recordId,
  resource: noted,
  resourceId: recordId,
  content: t.String(),
  writtenBy: nullable(t.Object({ id: recordId, username: t.String() })),
  createdAt: timestamp,
})
type NoteRecord = Static<typeof noteRecord>

const NOTE = pick(moderationNotes, 'id', 'resource', 'resourceId', 'content', 'writerId', 'createdAt')
const TYPES = { ...NOTE, writerName: orNull(users.username) }
const COLUMNS = `${selectList(NOTE, 'n')}, u.username AS writerName`
const ABOUT = { id: moderationNotes.resourceId }

/** By the index moderation_notes_resource, one range for each id. */
const newest = sqlStatement(
  `SELECT ${COLUMNS} FROM json_each($ids) wanted
    CROSS JOIN moderation_notes n ON n.resource_id = wanted.value LEFT JOIN users u ON u.id = n.writer_id
  ORDER BY n.created_at DESC, n.id DESC LIMIT $limit`,
  { returns: TYPES, params: { ids: TEXT, limit: INTEGER } },
)
const byId = sqlStatement(
  `SELECT ${COLUMNS} FROM moderation_notes n LEFT JOIN users u ON u.id = n.writer_id WHERE n.id = $id`,
  { returns: TYPES, params: { id: moderationNotes.id } },
)
const remove = sqlStatement('DELETE FROM moderation_notes WHERE id = $id', { params: { id: moderationNotes.id } })
const count = sqlStatement('SELECT count(*) AS count FROM moderation_notes WHERE resource_id = $id', {
  returns: { count: INTEGER },
  params: ABOUT,
})
/** Whose it is; of a deleted comment nothing is left. */
const ownerIn = (source: string, authorId: string, condition = '') =>
  sqlStatement(`SELECT ${authorId} AS authorId FROM ${source} WHERE id = $id ${condition}`, {
    returns: { authorId: orNull(TEXT) },
    params: ABOUT,
  })
const OWNERS = {
  post: ownerIn('posts', 'author_id'),
  comment: ownerIn('comments', idOf('users', 'author'), 'AND deleted_at IS NULL'),
  user: ownerIn('users', 'id'),
}

const toNote = ({ writerId, writerName, createdAt, ...note }: Raw<typeof TYPES>): NoteRecord => ({
  ...note,
  writtenBy: writerId === null || writerName === null ? null : { id: writerId, username: writerName },
  createdAt: minuteOf(createdAt),
})

/** The newest notes about any of these. */
export const notesAbout = (db: Connection, ids: readonly string[], limit: number): NoteRecord[] =>
  newest(db)
    .all({ ids: JSON.stringify(ids), limit })
    .map(toNote)

const readNote = (db: Connection, id: string): NoteRecord =>
  toNote(byId(db).get({ id }) ?? refuse('NOT_FOUND', 'notes.missing'))

type About = Pick<NoteRecord, 'resource' | 'resourceId'>

/** 404 for what does not exist; 403 `FORBIDDEN` for what is the viewer's own. */
function refuseUnlessOthers(db: Connection, viewer: Viewer, { resource, resourceId: id }: About): void {
  const { authorId } = OWNERS[resource](db).get({ id }) ?? refuse('NOT_FOUND', 'notes.nothing')
  if (isSelf(viewer, authorId)) refuse('FORBIDDEN', 'notes.own')
}

/** Newest first. */
export function listNotes(viewer: Viewer, about: About): { notes: NoteRecord[] } {
  refuseUnlessOthers(storage.reader, viewer, about)
  return { notes: notesAbout(storage.reader, [about.resourceId], MOST_NOTES) }
}

/** 409 `CONFLICT` when there are as many as are listed. Only moderators read it, so the content policy does not apply. */
export async function writeNote(viewer: Viewer, about: About, content: string): Promise<NoteRecord> {
  const create = (tx: Tx, viewer: Viewer) => {
    refuseUnlessOthers(tx, viewer, about)
    const { count: written } = count(tx).get({ id: about.resourceId }) ?? { count: 0 }
    if (written >= MOST_NOTES) refuse('CONFLICT', message('notes.many', { max: MOST_NOTES }))
    const id = exactId()
    const row = { ...about, id, content, writerId: viewer.id, createdAt: new Date().toISOString() }
    tx.orm.insert(moderationNotes).values(row).run()
    audit(tx, viewer, { action: 'admin:wrote:note', entityType: about.resource, entityId: about.resourceId })
    return readNote(tx, id)
  }
  return createAs(viewer, 'admin', { create, read: (id) => readNote(storage.reader, id) })
}

/** 403 `NOT_OWNER` for another moderator's. */
export async function deleteNote(viewer: Viewer, { resource, resourceId }: About, id: string): Promise<void> {
  await writeAs(viewer, 'admin', (tx, viewer) => {
    const note = readNote(tx, id)
    if (note.resource !== resource || note.resourceId !== resourceId) refuse('NOT_FOUND', 'notes.missing')
    if (note.writtenBy?.id !== viewer.id) refuse('NOT_OWNER')
    remove(tx).run({ id })
    audit(tx, viewer, { action: 'admin:deleted:note', entityType: resource, entityId: resourceId })
  })
}
