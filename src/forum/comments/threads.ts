import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { hasRow, sql } from '../../../db/sql'
import { FLAG, orNull, pick, type Raw, toFlag } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { takeOutOfSearch } from '../../ground/search-index'
import { orderedIds } from '../../lib/crypto/ids'
import { forgetModeratorsWords } from '../posts/changes'
import { reopenQuestion } from '../posts/questions'
import { changePostStats } from '../posts/stats'
import { deleteVersions } from '../posts/versions'
import { revokeVotesOn } from '../posts/votes'

// A thread shows each live comment (neither deleted nor removed), and a placeholder for any other that has a visible
// comment below it. `hidden`, `replies_count` and the three counts of the post follow from that. Every change of a
// thread goes through this file.

const NODE = {
  ...pick(comments, 'key', 'parentComment', 'isBanned', 'hidden', 'repliesCount'),
  postId: posts.id,
  isDeleted: FLAG,
}
type Node = Raw<typeof NODE>

/** Undefined of one that is deleted, too. */
function nodeOf(db: Connection, id: string): Node | undefined {
  const node = sql(NODE)`
    SELECT key, parent_comment AS parentComment, is_banned AS isBanned, hidden, replies_count AS repliesCount,
      (SELECT self.id FROM posts self WHERE self.key = post) AS postId, deleted_at IS NOT NULL AS isDeleted
    FROM comments WHERE id = ${id}`.get(db)
  return node?.isDeleted === 0 ? node : undefined
}

const PLACEHOLDER = pick(comments, 'parentComment', 'repliesCount')
const PARENT = pick(comments, 'parentComment')

/**
 * Changes the counts of the comments above, up to the first live one: a visible reply was added (`change` 1), was taken
 * away (-1), or only its row was deleted (0). A placeholder appears and disappears with its replies. Returns the
 * changes of the post's counts.
 */
function updateAncestors(tx: Tx, parent: number | null, change: number, rowGone: boolean) {
  const total = { visible: 0, top: 0 }
  let key = parent
  while (key !== null && (change !== 0 || rowGone)) {
    // Live comments are never hidden: leaving `hidden` alone saves the update of the index that holds it.
    const live = sql`UPDATE comments SET replies_count = replies_count + ${change}
      WHERE key = ${key} AND deleted_at IS NULL AND is_banned = 0`
    if (live.run(tx).changes > 0) break
    const placeholder = sql(PLACEHOLDER)`
      UPDATE comments SET replies_count = replies_count + ${change}, hidden = (replies_count + ${change} = 0)
      WHERE key = ${key} RETURNING parent_comment AS parentComment, replies_count AS repliesCount`.get(tx)
    if (placeholder === undefined) throw new Error('The parent of a reply does not exist.')
    const { parentComment, repliesCount } = placeholder
    const deletion = sql`
      DELETE FROM comments WHERE key = ${key} AND deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM comments reply WHERE reply.parent_comment = ${key})`
    rowGone = rowGone && deletion.run(tx).changes > 0
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
const presence = ({ isBanned, hidden }: Node): Presence => ({ live: isBanned === 0, visible: hidden === 0 })

function updateCounts(tx: Tx, { postId, parentComment }: Place, before: Presence, after: Presence, rowGone = false) {
  const change = Number(after.visible) - Number(before.visible)
  const above = updateAncestors(tx, parentComment, change, rowGone)
  changePostStats(tx, postId, {
    comments: Number(after.live) - Number(before.live),
    thread: change + above.visible,
    threadTop: parentComment === null ? change : above.top,
  })
}

/** For a comment that this transaction adds. */
export const nextCommentId = orderedIds((tx: Tx, { from, until }) => {
  const latest = sql({ id: orNull(comments.id) })`
    SELECT max(id) AS id FROM comments WHERE id >= ${from} AND id < ${until}`
  return latest.get(tx)?.id ?? null
})

/** Without a parent it is on the top level, and without an author official. */
export type NewComment = {
  id: string
  content: string
  postId: string
  parentCommentId: string | null
  authorId: string | null
  isOfficial: 0 | 1
  now: string
}

/** The caller checks that the parent is a live comment of the same post. */
export function addComment(tx: Tx, comment: NewComment): void {
  const { id, postId, parentCommentId, authorId, isOfficial, content } = comment
  const at = Date.parse(comment.now)
  const { parentComment = null } =
    sql(PARENT)`
    INSERT INTO comments (id, post, parent_comment, author, is_official, content, created_at, updated_at)
    VALUES (${id}, (SELECT key FROM posts WHERE id = ${postId}), (SELECT key FROM comments WHERE id = ${parentCommentId}),
      (SELECT key FROM users WHERE id = ${authorId}), ${isOfficial}, ${content}, ${at}, ${at})
    RETURNING parent_comment AS parentComment`.get(tx) ?? {}
  if (parentComment === null && parentCommentId !== null) throw new Error('The parent does not exist.')
  updateCounts(tx, { postId, parentComment }, ABSENT, { live: true, visible: true })
}

/** Returns whether that changed anything. A deleted comment stays as it is. */
export function setCommentBanned(tx: Tx, id: string, banned: boolean): boolean {
  const comment = nodeOf(tx, id)
  if (comment === undefined || (comment.isBanned === 1) === banned) return false
  if (banned) reopenQuestion(tx, comment.postId, id)
  const flag = toFlag(banned)
  sql`UPDATE comments SET is_banned = ${flag}, hidden = (${flag} = 1 AND replies_count = 0)
    WHERE key = ${comment.key}`.run(tx)
  updateCounts(tx, comment, presence(comment), { live: !banned, visible: !banned || comment.repliesCount > 0 })
  return true
}

/** And the votes on it. With replies it stays as a placeholder; else placeholders above without another reply go, too. */
export function deleteFromThread(tx: Tx, id: string): void {
  const comment = nodeOf(tx, id)
  if (comment === undefined) return
  reopenQuestion(tx, comment.postId, id)
  revokeVotesOn(tx, 'comment', id)
  forgetModeratorsWords(tx, id)
  takeOutOfSearch(tx, 'comments', id)
  const { key } = comment
  // By the index comments_replies.
  if (!hasRow(tx, sql`FROM comments WHERE parent_comment = ${key}`)) {
    sql`DELETE FROM comments WHERE key = ${key}`.run(tx)
    updateCounts(tx, comment, presence(comment), ABSENT, true)
    return
  }
  sql`
    UPDATE comments SET
      author = NULL, is_official = 0, content = '', is_banned = 0, deleted_at = ${Date.now()},
      hidden = (replies_count = 0),
      upvote_count = 0, downvote_count = 0, uncounted_upvotes = 0, uncounted_downvotes = 0
    WHERE key = ${key}`.run(tx)
  deleteVersions(tx, 'comment', id)
  updateCounts(tx, comment, presence(comment), { live: false, visible: comment.repliesCount > 0 })
}
