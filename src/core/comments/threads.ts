import { comments } from '../../../db/schema/comments'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, pick, type Raw, selectList, sqlStatement, toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { postChanged } from '../posts/cache'
import { revokeVotesOnComment } from '../posts/karma'

// SQL text: every new comment runs these.

// What a thread shows: a comment that is neither deleted nor banned (a live one), and as a placeholder any other that has
// something shown beneath it. `hidden`, `replies_count` and the three counts of the post follow from that, and every
// change of a thread goes through this file.

const NODE_COLUMNS = pick(comments, 'postId', 'parentCommentId', 'isBanned', 'hidden', 'repliesCount')
const NODE = { ...NODE_COLUMNS, isDeleted: FLAG }
type Node = Raw<typeof NODE>

const ID = { id: comments.id }

const node = sqlStatement(
  `SELECT ${selectList(NODE_COLUMNS)}, deleted_at IS NOT NULL AS isDeleted FROM comments WHERE id = $id`,
  { returns: NODE, params: ID },
)

const shiftPost = sqlStatement(
  `UPDATE posts SET
    comments_count = comments_count + $live, thread_count = thread_count + $shown, thread_top_count = thread_top_count + $top
  WHERE id = $postId`,
  { params: { postId: comments.postId, live: INTEGER, shown: INTEGER, top: INTEGER } },
)

/** Indexes carry `hidden`: a live comment, which is never hidden, gets away without touching them. */
const shiftLive = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change
  WHERE id = $id AND deleted_at IS NULL AND is_banned = 0`,
  { params: { ...ID, change: INTEGER } },
)

const shiftPlaceholder = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change, hidden = (replies_count + $change = 0)
  WHERE id = $id
  RETURNING parent_comment_id AS parentCommentId, replies_count AS repliesCount`,
  {
    returns: { parentCommentId: comments.parentCommentId, repliesCount: comments.repliesCount },
    params: { ...ID, change: INTEGER },
  },
)

const deleteRow = sqlStatement('DELETE FROM comments WHERE id = $id', { params: ID })

/** By the index comments_replies_newest. */
const anyReply = sqlStatement('SELECT 1 AS found FROM comments WHERE parent_comment_id = $id LIMIT 1', {
  returns: { found: FLAG },
  params: ID,
})

const deleteIfBarren = sqlStatement(
  `DELETE FROM comments
  WHERE id = $id AND deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comments reply WHERE reply.parent_comment_id = $id)`,
  { params: ID },
)

/**
 * Tells the comments above that beneath `from` one more is shown (`change` 1), one fewer (-1), or as many but a row has
 * gone (0): a placeholder comes and goes with what it holds together. Answers what that changed for the post.
 */
async function carryUp(
  tx: Tx,
  from: string | null,
  change: number,
  rowGone: boolean,
): Promise<{ shown: number; top: number }> {
  const total = { shown: 0, top: 0 }
  let id = from
  while (id !== null && (change !== 0 || rowGone)) {
    if (shiftLive(tx).run({ id, change }).changes > 0) break
    const parent = shiftPlaceholder(tx).get({ id, change })
    if (parent === undefined) throw new Error('a reply without what it replies to')
    const { parentCommentId, repliesCount } = parent
    rowGone = rowGone && deleteIfBarren(tx).run({ id }).changes > 0
    change = Number(repliesCount > 0) - Number(repliesCount - change > 0)
    total.shown += change
    if (parentCommentId === null) total.top += change
    id = parentCommentId
  }
  return total
}

type Before = Pick<Node, 'postId' | 'parentCommentId'>
type Standing = { live: boolean; shown: boolean }
const ABSENT: Standing = { live: false, shown: false }
const standing = ({ isBanned, isDeleted, hidden }: Node): Standing => ({
  live: isBanned === 0 && isDeleted === 0,
  shown: hidden === 0,
})

async function settle(
  tx: Tx,
  { postId, parentCommentId }: Before,
  before: Standing,
  after: Standing,
  rowGone = false,
): Promise<void> {
  const change = Number(after.shown) - Number(before.shown)
  const above = await carryUp(tx, parentCommentId, change, rowGone)
  shiftPost(tx).run({
    postId,
    live: Number(after.live) - Number(before.live),
    shown: change + above.shown,
    top: parentCommentId === null ? change : above.top,
  })
  postChanged(tx, postId)
}

const INSERT = {
  ...pick(comments, 'id', 'postId', 'parentCommentId'),
  authorId: users.id,
  content: comments.content,
  now: comments.createdAt,
}
export type NewComment = Raw<typeof INSERT>

const insert = sqlStatement(
  `INSERT INTO comments (id, post_id, parent_comment_id, author_id, content, created_at, updated_at)
  VALUES ($id, $postId, $parentCommentId, $authorId, $content, $now, $now)`,
  { params: INSERT },
)

/** Adds a comment. That the parent is one of the post, neither deleted nor banned, is the caller's to know. */
export async function addComment(tx: Tx, comment: NewComment): Promise<void> {
  insert(tx).run(comment)
  await settle(tx, comment, ABSENT, { live: true, shown: true })
}

const putBan = sqlStatement(
  'UPDATE comments SET is_banned = $banned, hidden = ($banned = 1 AND replies_count = 0) WHERE id = $id',
  { params: { ...ID, banned: comments.isBanned } },
)

/** Bans the comment or lifts its ban. Answers whether that changed anything; there is nothing to ban in a deleted one. */
export async function setCommentBanned(tx: Tx, id: string, banned: boolean): Promise<boolean> {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1 || (comment.isBanned === 1) === banned) return false
  putBan(tx).run({ id, banned: toFlag(banned) })
  await settle(tx, comment, standing(comment), { live: !banned, shown: !banned || comment.repliesCount > 0 })
  return true
}

const blank = sqlStatement(
  `UPDATE comments SET
    author_id = NULL, content = '', is_banned = 0, deleted_at = $now, hidden = (replies_count = 0),
    upvote_count = 0, downvote_count = 0
  WHERE id = $id`,
  { params: { ...ID, now: comments.updatedAt } },
)

/**
 * Takes a comment and the votes on it out of its thread: where it has replies a placeholder without text and author
 * stays, else it goes, and with it the placeholders above that held nothing but it.
 */
export async function removeComment(tx: Tx, id: string): Promise<void> {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1) return
  await revokeVotesOnComment(tx, id)
  if (anyReply(tx).get({ id }) !== undefined) {
    blank(tx).run({ id, now: new Date().toISOString() })
    await settle(tx, comment, standing(comment), { live: false, shown: comment.repliesCount > 0 })
  } else {
    deleteRow(tx).run({ id })
    await settle(tx, comment, standing(comment), ABSENT, true)
  }
}
