import { comments } from '../../../db/schema/comments'
import { FLAG, INTEGER, orNull, pick, type Raw, selectList, sqlStatement, TEXT, toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { orderedIds } from '../../lib/ids'
import { takeOutOfSearch } from '../../lib/search-index'
import { revokeVotesOnComment } from '../posts/karma'
import { forgetModeratorsWords } from '../posts/moderators-words'
import { changePostStats } from '../posts/stats'
import { deleteCommentVersions } from './versions'

// SQL text: every new comment runs these.

// A thread shows each live comment (neither deleted nor removed), and a placeholder for any other that has a visible
// comment below it. `hidden`, `replies_count` and the three counts of the post follow from that. Every change of a
// thread goes through this file.

const NODE_COLUMNS = pick(comments, 'postId', 'parentCommentId', 'isBanned', 'hidden', 'repliesCount')
const NODE = { ...NODE_COLUMNS, isDeleted: FLAG }
type Node = Raw<typeof NODE>

const ID = { id: comments.id }

const node = sqlStatement(
  `SELECT ${selectList(NODE_COLUMNS)}, deleted_at IS NOT NULL AS isDeleted FROM comments WHERE id = $id`,
  { returns: NODE, params: ID },
)

/** Live comments are never hidden: leaving `hidden` alone saves the update of the index that holds it. */
const changeLiveParent = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change
  WHERE id = $id AND deleted_at IS NULL AND is_banned = 0`,
  { params: { ...ID, change: INTEGER } },
)

const changePlaceholder = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change, hidden = (replies_count + $change = 0)
  WHERE id = $id
  RETURNING parent_comment_id AS parentCommentId, replies_count AS repliesCount`,
  {
    returns: { parentCommentId: comments.parentCommentId, repliesCount: comments.repliesCount },
    params: { ...ID, change: INTEGER },
  },
)

const deleteRow = sqlStatement('DELETE FROM comments WHERE id = $id', { params: ID })

/** By the index comments_replies. */
const firstReply = sqlStatement('SELECT 1 AS found FROM comments WHERE parent_comment_id = $id LIMIT 1', {
  returns: { found: FLAG },
  params: ID,
})

const deleteWithoutReplies = sqlStatement(
  `DELETE FROM comments
  WHERE id = $id AND deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comments reply WHERE reply.parent_comment_id = $id)`,
  { params: ID },
)

/**
 * Changes the counts of the comments above, up to the first live one: a visible reply was added (`change` 1), was taken
 * away (-1), or only its row was deleted (0). A placeholder appears and disappears with its replies. Returns the
 * changes of the post's counts.
 */
async function updateAncestors(
  tx: Tx,
  parentId: string | null,
  change: number,
  rowGone: boolean,
): Promise<{ visible: number; top: number }> {
  const total = { visible: 0, top: 0 }
  let id = parentId
  while (id !== null && (change !== 0 || rowGone)) {
    if (changeLiveParent(tx).run({ id, change }).changes > 0) break
    const parent = changePlaceholder(tx).get({ id, change })
    if (parent === undefined) throw new Error('The parent of a reply does not exist.')
    const { parentCommentId, repliesCount } = parent
    rowGone = rowGone && deleteWithoutReplies(tx).run({ id }).changes > 0
    change = Number(repliesCount > 0) - Number(repliesCount - change > 0)
    total.visible += change
    if (parentCommentId === null) total.top += change
    id = parentCommentId
  }
  return total
}

type Place = Pick<Node, 'postId' | 'parentCommentId'>
type Presence = { live: boolean; visible: boolean }
const ABSENT: Presence = { live: false, visible: false }
const presence = ({ isBanned, isDeleted, hidden }: Node): Presence => ({
  live: isBanned === 0 && isDeleted === 0,
  visible: hidden === 0,
})

async function updateCounts(
  tx: Tx,
  { postId, parentCommentId }: Place,
  before: Presence,
  after: Presence,
  rowGone = false,
): Promise<void> {
  const change = Number(after.visible) - Number(before.visible)
  const above = await updateAncestors(tx, parentCommentId, change, rowGone)
  changePostStats(tx, postId, {
    comments: Number(after.live) - Number(before.live),
    thread: change + above.visible,
    threadTop: parentCommentId === null ? change : above.top,
  })
}

/** By the primary key. */
const latestId = sqlStatement('SELECT max(id) AS id FROM comments WHERE id >= $from AND id < $until', {
  returns: { id: orNull(comments.id) },
  params: { from: TEXT, until: TEXT },
})

/** For a comment that this transaction adds. */
export const nextCommentId = orderedIds((tx: Tx, minute) => latestId(tx).get(minute)?.id ?? null)

const INSERT = {
  ...pick(comments, 'id', 'postId', 'parentCommentId', 'authorId', 'isOfficial'),
  content: comments.content,
  now: comments.createdAt,
}
export type NewComment = Raw<typeof INSERT>

const insert = sqlStatement(
  `INSERT INTO comments (id, post_id, parent_comment_id, author_id, is_official, content, created_at, updated_at)
  VALUES ($id, $postId, $parentCommentId, $authorId, $isOfficial, $content, $now, $now)`,
  { params: INSERT },
)

/** The caller checks that the parent is a live comment of the same post. */
export async function addComment(tx: Tx, comment: NewComment): Promise<void> {
  insert(tx).run(comment)
  await updateCounts(tx, comment, ABSENT, { live: true, visible: true })
}

const setBanned = sqlStatement(
  'UPDATE comments SET is_banned = $banned, hidden = ($banned = 1 AND replies_count = 0) WHERE id = $id',
  { params: { ...ID, banned: comments.isBanned } },
)

/** Removes or restores a comment; returns whether that changed anything. A deleted comment stays as it is. */
export async function setCommentBanned(tx: Tx, id: string, banned: boolean): Promise<boolean> {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1 || (comment.isBanned === 1) === banned) return false
  setBanned(tx).run({ id, banned: toFlag(banned) })
  await updateCounts(tx, comment, presence(comment), { live: !banned, visible: !banned || comment.repliesCount > 0 })
  return true
}

const blank = sqlStatement(
  `UPDATE comments SET
    author_id = NULL, is_official = 0, content = '', is_banned = 0, deleted_at = $now, hidden = (replies_count = 0),
    upvote_count = 0, downvote_count = 0, uncounted_upvotes = 0, uncounted_downvotes = 0
  WHERE id = $id`,
  { params: { ...ID, now: comments.updatedAt } },
)

/**
 * Deletes a comment and the votes on it. With replies it stays as a placeholder without text and author; without
 * replies its row is deleted, and so are the placeholders above that have no other reply.
 */
export async function deleteFromThread(tx: Tx, id: string): Promise<void> {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1) return
  await revokeVotesOnComment(tx, id)
  forgetModeratorsWords(tx, id)
  takeOutOfSearch(tx, 'comments', id)
  if (firstReply(tx).get({ id }) !== undefined) {
    blank(tx).run({ id, now: new Date().toISOString() })
    deleteCommentVersions(tx, id)
    await updateCounts(tx, comment, presence(comment), { live: false, visible: comment.repliesCount > 0 })
  } else {
    deleteRow(tx).run({ id })
    await updateCounts(tx, comment, presence(comment), ABSENT, true)
  }
}
