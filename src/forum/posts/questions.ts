import { hasRow, raw, sql } from '../../../db/sql'
import type { Tx } from '../../../db/storage'
import { postChanged, postListsChanged, type SomePosts } from './cache'

// Questions, and which comment answers one. A list of open questions reads a table of its own, which has what lists
// know of a post under the same names; whatever moves a post between lists renews its row (counts.ts).

const COLUMNS = 'key, id, author_id, college_id, branch_key, topic, course_id, audience, created_at, updated_at'

/** The rows that there should be, with the columns of the table in their order. */
export const ALL_OPEN = `SELECT ${COLUMNS} FROM posts WHERE is_question = 1 AND answer_id IS NULL`
const ADD = raw(`INSERT INTO open_questions ${ALL_OPEN}`)

const isOneOf = (which: SomePosts) => {
  if ('id' in which) return sql`id = ${which.id}`
  return 'ids' in which ? sql`id IN (SELECT value FROM json_each(${which.ids}))` : sql`author_id = ${which.authorId}`
}

/** After a change of posts. */
export function keepOpenQuestions(tx: Tx, which: SomePosts): void {
  sql`DELETE FROM open_questions WHERE key IN (SELECT key FROM posts WHERE ${isOneOf(which)})`.run(tx)
  sql`${ADD} AND ${isOneOf(which)}`.run(tx)
}

export function renewOpenQuestions(tx: Tx): void {
  sql`DELETE FROM open_questions`.run(tx)
  sql`${ADD}`.run(tx)
}

/** Null opens the question again. */
export function setAnswer(tx: Tx, postId: string, answerId: string | null): void {
  sql`UPDATE posts SET answer_id = ${answerId} WHERE id = ${postId}`.run(tx)
  keepOpenQuestions(tx, { id: postId })
  postChanged(tx, postId)
  postListsChanged(tx, { id: postId })
}

/** Before a comment is deleted or removed. */
export function reopenQuestion(tx: Tx, postId: string, commentId: string): void {
  if (hasRow(tx, sql`FROM posts WHERE id = ${postId} AND answer_id = ${commentId}`)) setAnswer(tx, postId, null)
}
