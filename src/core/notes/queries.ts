import { moderationNotes } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, idOf, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { minuteOf } from '../../lib/coarse-time'
import type { Noted, NoteRecord } from './record'

const NOTE = pick(moderationNotes, 'id', 'resource', 'resourceId', 'content', 'writerId', 'createdAt')
const TYPES = { ...NOTE, writerName: orNull(users.username) }
const COLUMNS = `${selectList(NOTE, 'n')}, u.username AS writerName`

/** By the index moderation_notes_resource, one range for each id. */
const NOTES_TEXT = `
  SELECT ${COLUMNS} FROM json_each($ids) wanted
    CROSS JOIN moderation_notes n ON n.resource_id = wanted.value LEFT JOIN users u ON u.id = n.writer_id
  ORDER BY n.created_at DESC, n.id DESC LIMIT $limit`
const newest = sqlStatement(NOTES_TEXT, { returns: TYPES, params: { ids: TEXT, limit: INTEGER } })

const byId = sqlStatement(
  `SELECT ${COLUMNS} FROM moderation_notes n LEFT JOIN users u ON u.id = n.writer_id WHERE n.id = $id`,
  { returns: TYPES, params: { id: moderationNotes.id } },
)
const remove = sqlStatement('DELETE FROM moderation_notes WHERE id = $id', { params: { id: moderationNotes.id } })
const count = sqlStatement('SELECT count(*) AS count FROM moderation_notes WHERE resource_id = $id', {
  returns: { count: INTEGER },
  params: { id: moderationNotes.resourceId },
})

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

export function noteById(db: Connection, id: string): NoteRecord | undefined {
  const row = byId(db).get({ id })
  return row && toNote(row)
}

export const countNotes = (db: Connection, id: string): number => count(db).get({ id })?.count ?? 0

export function deleteNoteRow(tx: Tx, id: string): void {
  remove(tx).run({ id })
}

const params = { id: moderationNotes.resourceId }
/** Whose it is; of a deleted comment nothing is left. */
const OWNERS = {
  post: sqlStatement('SELECT author_id AS authorId FROM posts WHERE id = $id', {
    returns: pick(posts, 'authorId'),
    params,
  }),
  comment: sqlStatement(
    `SELECT ${idOf('users', 'author')} AS authorId FROM comments WHERE id = $id AND deleted_at IS NULL`,
    {
      returns: { authorId: orNull(users.id) },
      params,
    },
  ),
  user: sqlStatement('SELECT id AS authorId FROM users WHERE id = $id', { returns: { authorId: users.id }, params }),
}

/** Undefined for what does not exist. */
export const ownerOf = (db: Connection, resource: Noted, id: string) => OWNERS[resource](db).get({ id })
