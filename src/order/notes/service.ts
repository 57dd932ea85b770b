import { type Static, t } from 'elysia'
import { moderationNotes } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, idOf, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { exactId } from '../../lib/crypto/ids'
import { minuteOf } from '../../lib/text/coarse-time'
import { choice, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'

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
const WITH_WRITER = { ...NOTE, writerName: orNull(users.username) }
const SELECT = raw(`SELECT ${selectList(NOTE, 'n')}, u.username AS writerName`)

const toNote = ({ writerId, writerName, createdAt, ...note }: Raw<typeof WITH_WRITER>): NoteRecord => ({
  ...note,
  writtenBy: writerId === null || writerName === null ? null : { id: writerId, username: writerName },
  createdAt: minuteOf(createdAt),
})

/** The newest notes about any of these. By the index moderation_notes_resource, one range for each id. */
export const notesAbout = (db: Connection, ids: readonly string[], limit: number): NoteRecord[] =>
  sql(WITH_WRITER)`
    ${SELECT} FROM json_each(${JSON.stringify(ids)}) wanted
    CROSS JOIN moderation_notes n ON n.resource_id = wanted.value LEFT JOIN users u ON u.id = n.writer_id
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`
    .all(db)
    .map(toNote)

function readNote(db: Connection, id: string): NoteRecord {
  const found = sql(WITH_WRITER)`
    ${SELECT} FROM moderation_notes n LEFT JOIN users u ON u.id = n.writer_id WHERE n.id = ${id}`
  return toNote(found.get(db) ?? refuse('NOT_FOUND', 'notes.missing'))
}

/** Whose it is; of a deleted comment nothing is left. */
const OWNERS = {
  post: raw('author_id AS authorId FROM posts WHERE'),
  comment: raw(`${idOf('users', 'author')} AS authorId FROM comments WHERE deleted_at IS NULL AND`),
  user: raw('id AS authorId FROM users WHERE'),
}

type About = Pick<NoteRecord, 'resource' | 'resourceId'>

/** 404 for what does not exist; 403 `FORBIDDEN` for what is the viewer's own. */
function refuseUnlessOthers(db: Connection, viewer: Viewer, { resource, resourceId: id }: About): void {
  const owner = sql({ authorId: orNull(TEXT) })`SELECT ${OWNERS[resource]} id = ${id}`.get(db)
  const { authorId } = owner ?? refuse('NOT_FOUND', 'notes.nothing')
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
    const { resource, resourceId } = about
    const { count } = sql({ count: INTEGER })`
      SELECT count(*) AS count FROM moderation_notes WHERE resource_id = ${resourceId}`.get(tx)!
    if (count >= MOST_NOTES) refuse('CONFLICT', message('notes.many', { max: MOST_NOTES }))
    const id = exactId()
    sql`INSERT INTO moderation_notes (id, resource, resource_id, content, writer_id, created_at)
      VALUES (${id}, ${resource}, ${resourceId}, ${content}, ${viewer.id}, ${new Date().toISOString()})`.run(tx)
    audit(tx, viewer, { action: 'admin:wrote:note', entityType: resource, entityId: resourceId })
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
    sql`DELETE FROM moderation_notes WHERE id = ${id}`.run(tx)
    audit(tx, viewer, { action: 'admin:deleted:note', entityType: resource, entityId: resourceId })
  })
}
