import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { named, nullable, recordId } from '../../lib/schema'
import { type AnyViewer, FACTS, postAccess } from './visibility'

/** A post in a list that is about something else. */
export const namedPost = named(
  'NamedPost',
  t.Object({ postId: recordId, title: nullable(t.String({ description: 'Null for what one may not read any more' })) }),
)
export type NamedPost = Static<typeof namedPost>

const TITLED = { ...FACTS, title: posts.title }
const titles = sqlStatement(
  `SELECT ${selectList(TITLED, 'p')} FROM json_each($ids) wanted CROSS JOIN posts p ON p.id = wanted.value`,
  { returns: TITLED, params: { ids: TEXT } },
)

/** In the order of the ids. A title by which nobody but its own readers learns of a private post. */
export function readableTitles(db: Connection, viewer: AnyViewer, ids: readonly string[]): NamedPost[] {
  // An administrator's look at a post of another college is an audit entry; a title in passing must not be one.
  const reader = viewer && { ...viewer, role: 'user' as const }
  const readable = titles(db)
    .all({ ids: JSON.stringify(ids) })
    .filter((row) => postAccess({ ...row, isPrivate: row.isPrivate === 1 }, reader) === 'readable')
  const byId = new Map(readable.map(({ id, title }) => [id, title]))
  return ids.map((postId) => ({ postId, title: byId.get(postId) ?? null }))
}
