import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { named, nullable, recordId } from '../../lib/schema'
import { type AnyViewer, FACTS, postAccess } from './visibility'

/** A post in a list that is about something else. */
export const namedPost = named(
  'NamedPost',
  t.Object({
    postId: recordId,
    title: nullable(t.String({ description: 'Null for what one may not read any more, and across a block' })),
  }),
)
export type NamedPost = Static<typeof namedPost>

const TITLED = { ...FACTS, title: posts.title }
const titles = sqlStatement(
  `SELECT ${selectList(TITLED, 'p')} FROM json_each($ids) wanted CROSS JOIN posts p ON p.id = wanted.value
  WHERE NOT EXISTS (
    SELECT 1 FROM user_blocks b
    WHERE (b.blocker_id = $viewer AND b.blocked_id = p.author_id) OR (b.blocker_id = p.author_id AND b.blocked_id = $viewer)
  )`,
  { returns: TITLED, params: { ids: TEXT, viewer: TEXT } },
)

/**
 * In the order of the ids. A title by which nobody but its own readers learns of a private post, and nobody sees words of
 * somebody with whom there is a block relation.
 */
export function readableTitles(db: Connection, viewer: AnyViewer, ids: readonly string[]): NamedPost[] {
  // An administrator's look at a post of another college is an audit entry; a title in passing must not be one.
  const reader = viewer && { ...viewer, role: 'user' as const }
  const readable = titles(db)
    .all({ ids: JSON.stringify(ids), viewer: viewer?.id ?? '' })
    .filter((row) => postAccess({ ...row, isPrivate: row.isPrivate === 1 }, reader) === 'readable')
  const byId = new Map(readable.map(({ id, title }) => [id, title]))
  return ids.map((postId) => ({ postId, title: byId.get(postId) ?? null }))
}
