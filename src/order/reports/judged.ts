import { comments } from '../../../db/schema/comments'
import { reports } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, pick, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { wholeText } from '../../forum/posts/fields'
import { tell } from '../../ground/parts'

// What a moderator thinks of a text: who learns from it listens.

type Judgement = { isKept: boolean | null; rule?: string | null }
type Judged = { type: 'post' | 'comment'; id: string; authorId: string | null; text: string }

const COMMENT = { authorId: orNull(TEXT), content: comments.content }

/** Tells what was decided about a post or a comment that stands, or stood; nothing of a deleted one. */
export function tellJudged(
  tx: Tx,
  moderator: { id: string | null },
  type: Judged['type'],
  id: string,
  judgement: Judgement,
): void {
  if (type === 'comment') {
    const comment = sql(COMMENT)`
      SELECT ${raw(idOf('users', 'author'))} AS authorId, content FROM comments
      WHERE id = ${id} AND deleted_at IS NULL`.get(tx)
    if (comment)
      tellJudgedText(tx, moderator, { type, id, authorId: comment.authorId, text: comment.content }, judgement)
    return
  }
  const post = sql(pick(posts, 'authorId', 'title', 'content', 'place', 'pictureAlt', 'poll'))`
    SELECT author_id AS authorId, title, content, place, picture_alt AS pictureAlt, poll FROM posts WHERE id = ${id}`.get(
    tx,
  )
  if (post) tellJudgedText(tx, moderator, { type, id, authorId: post.authorId, text: wholeText(post) }, judgement)
}

/** The same of a text that the caller has. */
export function tellJudgedText(
  tx: Tx,
  moderator: { id: string | null },
  text: Judged,
  { isKept, rule = null }: Judgement,
): void {
  const reasons = isKept === false && rule === null ? reasonsOf(tx, text.id) : []
  tell(tx, 'text.judged', { ...text, moderatorId: moderator.id, isKept, rule, reasons })
}

/** By the index reports_target. */
const reasonsOf = (tx: Tx, targetId: string): string[] =>
  sql(pick(reports, 'reason'))`
    SELECT DISTINCT reason FROM reports INDEXED BY reports_target
    WHERE target_id = ${targetId} AND status <> 'ignored' ORDER BY reason`
    .all(tx)
    .map(({ reason }) => reason)
