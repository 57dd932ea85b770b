import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import {
  FLAG,
  INTEGER,
  idOf,
  keyOf,
  orNull,
  pick,
  type Raw,
  selectList,
  sqlStatement,
  TEXT,
  toFlag,
} from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { takeOutOfSearch } from '../../ground/search-index'
import { orderedIds } from '../../lib/crypto/ids'
import { forgetModeratorsWords } from '../posts/changes'
import { revokeVotesOnComment } from '../posts/karma'
import { changePostStats } from '../posts/stats'
import { deleteCommentVersions } from './visibility'

// SQL text: every new comment runs these. A thread shows each live comment (neither deleted nor removed), and a placeholder for any other that has a visible
// comment below it. `hidden`, `replies_count` and the three counts of the post follow from that. Every change of a
// thread goes through this file.

const NODE_COLUMNS = pick(comments, 'key', 'parentComment', 'isBanned', 'hidden', 'repliesCount')
const NODE = { ...NODE_COLUMNS, postId: posts.id, isDeleted: FLAG }
type Node = Raw<typeof NODE>

const KEY = pick(comments, 'key')

const node = sqlStatement(
  `SELECT ${selectList(NODE_COLUMNS)}, ${idOf('posts', 'post')} AS postId, deleted_at IS NOT NULL AS isDeleted
  FROM comments WHERE id = $id`,
  { returns: NODE, params: pick(comments, 'id') },
)

/** Live comments are never hidden: leaving `hidden` alone saves the update of the index that holds it. */
const changeLiveParent = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change
  WHERE key = $key AND deleted_at IS NULL AND is_banned = 0`,
  { params: { ...KEY, change: INTEGER } },
)

const changePlaceholder = sqlStatement(
  `UPDATE comments SET replies_count = replies_count + $change, hidden = (replies_count + $change = 0)
  WHERE key = $key
  RETURNING parent_comment AS parentComment, replies_count AS repliesCount`,
  { returns: pick(comments, 'parentComment', 'repliesCount'), params: { ...KEY, change: INTEGER } },
)

const deleteRow = sqlStatement('DELETE FROM comments WHERE key = $key', { params: KEY })

/** By the index comments_replies. */
const firstReply = sqlStatement('SELECT 1 AS found FROM comments WHERE parent_comment = $key LIMIT 1', {
  returns: { found: FLAG },
  params: KEY,
})

const deleteWithoutReplies = sqlStatement(
  `DELETE FROM comments
  WHERE key = $key AND deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comments reply WHERE reply.parent_comment = $key)`,
  { params: KEY },
)

/**
 * Changes the counts of the comments above, up to the first live one: a visible reply was added (`change` 1), was taken
 * away (-1), or only its row was deleted (0). A placeholder appears and disappears with its replies. Returns the
 * changes of the post's counts.
 */
function updateAncestors(tx: Tx, parent: number | null, change: number, rowGone: boolean) {
  const total = { visible: 0, top: 0 }
  let key = parent
  while (key !== null && (change !== 0 || rowGone)) {
    if (changeLiveParent(tx).run({ key, change }).changes > 0) break
    const placeholder = changePlaceholder(tx).get({ key, change })
    if (placeholder === undefined) throw new Error('The parent of a reply does not exist.')
    const { parentComment, repliesCount } = placeholder
    rowGone = rowGone && deleteWithoutReplies(tx).run({ key }).changes > 0
    change = Number(repliesCount > 0) - Number(repliesCount - change > 0)
    total.visible += change
    if (parentComment === null) total.top += change
    key = parentComment
  }
  return total
}

type Place = Pick<Node, 'postId' | 'parentComment'>
type Presence = { live: boolean; visible: boolean }
const ABSENT: Presence = { live: false, visible: false }
const presence = ({ isBanned, isDeleted, hidden }: Node): Presence => ({
  live: isBanned === 0 && isDeleted === 0,
  visible: hidden === 0,
})

function updateCounts(tx: Tx, { postId, parentComment }: Place, before: Presence, after: Presence, rowGone = false) {
  const change = Number(after.visible) - Number(before.visible)
  const above = updateAncestors(tx, parentComment, change, rowGone)
  changePostStats(tx, postId, {
    comments: Number(after.live) - Number(before.live),
    thread: change + above.visible,
    threadTop: parentComment === null ? change : above.top,
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
  ...pick(comments, 'id', 'isOfficial', 'content'),
  postId: posts.id,
  parentCommentId: orNull(comments.id),
  authorId: orNull(users.id),
}
export type NewComment = Raw<typeof INSERT> & { now: string }

const insert = sqlStatement(
  `INSERT INTO comments (id, post, parent_comment, author, is_official, content, created_at, updated_at)
  VALUES ($id, ${keyOf('posts', 'postId')}, ${keyOf('comments', 'parentCommentId')}, ${keyOf('users', 'authorId')},
    $isOfficial, $content, $at, $at)
  RETURNING parent_comment AS parentComment`,
  { returns: pick(comments, 'parentComment'), params: { ...INSERT, at: comments.createdAt } },
)

/** The caller checks that the parent is a live comment of the same post. */
export function addComment(tx: Tx, { now, ...comment }: NewComment): void {
  const { parentComment = null } = insert(tx).get({ ...comment, at: Date.parse(now) }) ?? {}
  if (parentComment === null && comment.parentCommentId !== null) throw new Error('The parent does not exist.')
  updateCounts(tx, { postId: comment.postId, parentComment }, ABSENT, { live: true, visible: true })
}

const setBanned = sqlStatement(
  'UPDATE comments SET is_banned = $banned, hidden = ($banned = 1 AND replies_count = 0) WHERE key = $key',
  { params: { ...KEY, banned: comments.isBanned } },
)

/** Returns whether that changed anything. A deleted comment stays as it is. */
export function setCommentBanned(tx: Tx, id: string, banned: boolean): boolean {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1 || (comment.isBanned === 1) === banned) return false
  setBanned(tx).run({ key: comment.key, banned: toFlag(banned) })
  updateCounts(tx, comment, presence(comment), { live: !banned, visible: !banned || comment.repliesCount > 0 })
  return true
}

const blank = sqlStatement(
  `UPDATE comments SET
    author = NULL, is_official = 0, content = '', is_banned = 0, deleted_at = $now, hidden = (replies_count = 0),
    upvote_count = 0, downvote_count = 0, uncounted_upvotes = 0, uncounted_downvotes = 0
  WHERE key = $key`,
  { params: { ...KEY, now: comments.updatedAt } },
)

/** And the votes on it. With replies it stays as a placeholder; else placeholders above without another reply go, too. */
export function deleteFromThread(tx: Tx, id: string): void {
  const comment = node(tx).get({ id })
  if (comment === undefined || comment.isDeleted === 1) return
  revokeVotesOnComment(tx, id)
  forgetModeratorsWords(tx, id)
  takeOutOfSearch(tx, 'comments', id)
  const { key } = comment
  if (firstReply(tx).get({ key }) !== undefined) {
    blank(tx).run({ key, now: Date.now() })
    deleteCommentVersions(tx, id)
    updateCounts(tx, comment, presence(comment), { live: false, visible: comment.repliesCount > 0 })
  } else {
    deleteRow(tx).run({ key })
    updateCounts(tx, comment, presence(comment), ABSENT, true)
  }
}
