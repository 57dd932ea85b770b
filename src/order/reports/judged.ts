import { reports } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { heldTexts } from '../../../db/schema/waiting'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { wholeText } from '../../forum/posts/fields'
import { tell } from '../../ground/parts'

// What a moderator thinks of a text: who learns from it listens.

const TEXT = {
  ...pick(heldTexts, 'type', 'content', 'place', 'pictureAlt', 'poll', 'title'),
  authorId: orNull(posts.authorId),
}

/** Of a post, a comment or a held text; undefined for what was deleted. */
export function textOf(db: Connection, id: string) {
  const row = sql(TEXT)`
    SELECT 'post' AS type, content, place, picture_alt AS pictureAlt, poll, title, author_id AS authorId
    FROM posts WHERE id = ${id}
    UNION ALL SELECT 'comment', content, NULL, NULL, NULL, NULL, ${raw(idOf('users', 'author'))}
    FROM comments WHERE id = ${id} AND deleted_at IS NULL
    UNION ALL SELECT type, content, place, picture_alt, poll, title, author_id FROM held_texts WHERE id = ${id}`.get(db)
  return row && { type: row.type, authorId: row.authorId, text: wholeText({ ...row, title: row.title ?? '' }) }
}

/** Tells what was decided about a text, in its words of now. `isKept`: null where nobody has decided any more. */
export function tellJudged(
  tx: Tx,
  { id: moderatorId }: { id: string | null },
  id: string,
  { isKept, rule = null }: { isKept: boolean | null; rule?: string | null },
): void {
  const text = textOf(tx, id)
  const reasons = rule === null ? reasonsOf(tx, id) : [rule]
  if (text !== undefined) tell(tx, 'text.judged', { id, ...text, moderatorId, isKept, reasons })
}

/** By the index reports_target. */
const reasonsOf = (tx: Tx, targetId: string): string[] =>
  sql(pick(reports, 'reason'))`
    SELECT DISTINCT reason FROM reports INDEXED BY reports_target
    WHERE target_id = ${targetId} AND status <> 'ignored' ORDER BY reason`
    .all(tx)
    .map(({ reason }) => reason)
