import { comments } from '../../../db/schema/comments'
import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, idOf, orNull, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { firstIdAt, minuteId } from '../../lib/ids'
import { ownerOf } from '../aliases/aliases'
import { broadcastComment } from '../posts/subscriptions'
import { FACTS, type PostFacts } from '../posts/visibility'
import type { VoteType } from '../posts/vote-type'
import { notificationsOn } from '../settings/settings'
import { addNotification, trimNotifications } from './entries'
import { noteComment } from './follow-news'
import { notifyOfComment } from './notify-of-comment'
import { queuePush } from './push-queue'
import { publish, recipientOf } from './recipient'
import type { GeneralNews } from './record'

// SQL text: every reply and vote runs these, with upserts on partial indexes.

// Each function runs in the transaction of the event that it notifies of. With NOTIFICATIONS=off it writes nothing.

const MAX_AGE_DAYS = 90
const DAY_MS = 86_400_000
/** Rows deleted in one transaction, which other writes wait for. */
const DELETE_BATCH = 5_000
/** The post of a comment, and the author of its parent. */
const replyContext = sqlStatement(
  `SELECT ${selectList(FACTS, 'p')}, p.topic, (
    SELECT u.id FROM comments c CROSS JOIN users u ON u.key = c.author WHERE c.id = $parentCommentId) AS parentAuthorId
  FROM posts p WHERE p.id = $postId`,
  {
    returns: { ...FACTS, topic: posts.topic, parentAuthorId: orNull(users.id) },
    params: { postId: posts.id, parentCommentId: orNull(comments.id) },
  },
)

export type Reply = {
  id: string
  postId: string
  parentCommentId: string | null
  authorId: string | null
  content: string
}

/**
 * Notifies the author of the parent comment, or of the post, unless that is not active, or `notifyOfComment` finds a
 * reason. Followers of the post are notified later.
 */
export async function notifyReply(tx: Tx, { id, postId, parentCommentId, authorId, content }: Reply): Promise<void> {
  if (!notificationsOn()) return
  broadcastComment(tx, postId, id)
  const row = replyContext(tx).get({ postId, parentCommentId })
  if (row === undefined || row.moderationState !== 'active') return
  noteComment(tx, postId)
  const post = { ...row, isPrivate: row.isPrivate === 1 }
  const toldId = parentCommentId === null ? post.authorId : post.parentAuthorId
  if (toldId !== null) await notifyOfComment(tx, toldId, { id, post, topic: row.topic, authorId, content }, 'reply')
}

type TargetType = 'post' | 'comment'
type Target = { type: TargetType; id: string; authorId: string | null }

const ENTRY = { id: notifications.id, count: notifications.count }
const WITHDRAWN = { userId: notifications.userId, targetId: TEXT, castAt: TEXT }

const UPVOTED = { post: 'upvoted_post', comment: 'upvoted_comment' } as const

/** The unseen entry of a target, by its unique index. */
const isEntry = (type: TargetType) =>
  `user_id = $userId AND ${type}_id = $targetId AND type = '${UPVOTED[type]}' AND seen = 0`

const upvoteStatements = (type: TargetType) => ({
  increment: sqlStatement(
    `INSERT INTO notifications (id, user_id, type, post_id, comment_id, content, created_at)
    ${
      type === 'post'
        ? "SELECT $id, $userId, 'upvoted_post', $targetId, NULL, '', $now WHERE true"
        : `SELECT $id, $userId, 'upvoted_comment', p.id, c.id, '', $now
          FROM comments c CROSS JOIN posts p ON p.key = c.post WHERE c.id = $targetId`
    } AND NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = $userId AND s.upvotes = 0)
      AND NOT EXISTS (
        SELECT 1 FROM mutes m WHERE m.user_id = $userId AND m.kind = 'post'
          AND m.target = ${type === 'post' ? '$targetId' : 'p.id'}
      )
    ON CONFLICT (user_id, ${type}_id) WHERE type = '${UPVOTED[type]}' AND seen = 0 DO UPDATE SET count = count + 1
    RETURNING id, count`,
    {
      returns: ENTRY,
      params: { id: notifications.id, userId: notifications.userId, targetId: TEXT, now: notifications.createdAt },
    },
  ),
  /** Votes before `created_at` are counted in an earlier entry, hence the condition on `$castAt`. */
  deleteLast: sqlStatement(`DELETE FROM notifications WHERE ${isEntry(type)} AND count = 1 AND created_at <= $castAt`, {
    params: WITHDRAWN,
  }),
  decrement: sqlStatement(
    `UPDATE notifications SET count = count - 1 WHERE ${isEntry(type)} AND count > 1 AND created_at <= $castAt
    RETURNING id, count`,
    { returns: ENTRY, params: WITHDRAWN },
  ),
})

const upvotes = { post: upvoteStatements('post'), comment: upvoteStatements('comment') }

export type VoteStep = { before: VoteType | null; after: VoteType | null; castAt: string }

/**
 * A target has one unseen entry, which counts its new upvotes; a vote that is withdrawn or switched is subtracted.
 * Nobody is notified of their own votes or of downvotes, nor of votes in a muted thread.
 */
export async function notifyVote(tx: Tx, voterId: string, target: Target, step: VoteStep): Promise<void> {
  const { type, id: targetId, authorId } = target
  const change = Number(step.after === 'upvote') - Number(step.before === 'upvote')
  const recipient = authorId && change !== 0 && notificationsOn() ? recipientOf(tx, authorId, voterId) : null
  if (recipient === null) return
  const { userId } = recipient
  if (change > 0) {
    const now = step.before === null ? step.castAt : new Date().toISOString()
    const entry = upvotes[type].increment(tx).get({ id: minuteId(), userId, targetId, now })
    if (entry?.count === 1) {
      trimNotifications(tx, userId)
      queuePush(tx, recipient, entry.id, UPVOTED[type])
    }
    if (entry) publish(tx, recipient, entry.id)
    return
  }
  const vote = { userId, targetId, castAt: step.castAt }
  if (upvotes[type].deleteLast(tx).run(vote).changes > 0) return
  const entry = upvotes[type].decrement(tx).get(vote)
  if (entry) publish(tx, recipient, entry.id)
}

type State = PostFacts['moderationState']
export type Moderated = { type: TargetType; id: string; authorId: string | null; before: State; after: State }

/** Authors see their shadow-banned content as active and must not learn of it. */
const stateForAuthor = (state: State): State => (state === 'shadow_banned' ? 'active' : state)

const postIdByComment = sqlStatement(`SELECT ${idOf('posts', 'post')} AS postId FROM comments WHERE id = $id`, {
  returns: { postId: posts.id },
  params: { id: comments.id },
})

/**
 * Notifies the author that a moderator removed or restored a post or a comment, without name and reason. Not over the
 * socket: a moderator who watches the network or a telephone would see whose it is.
 */
export async function notifyModeration(tx: Tx, { type, id, authorId, before, after }: Moderated): Promise<void> {
  const [was, is] = [stateForAuthor(before), stateForAuthor(after)]
  if (!notificationsOn() || was === is || authorId === null) return
  const postId = type === 'post' ? id : postIdByComment(tx).get({ id })?.postId
  if (postId === undefined) return
  const content: GeneralNews = is === 'banned' ? 'removed' : 'restored'
  addNotification(tx, {
    userId: ownerOf(tx, authorId),
    type: 'general',
    postId,
    commentId: type === 'comment' ? id : null,
    actorId: null,
    content,
  })
}

/** Notifies the author that a text that waited for a moderator has appeared; not over the socket, likewise. */
export function notifyReleased(
  tx: Tx,
  { type, id, authorId }: Pick<Moderated, 'type' | 'id'> & { authorId: string },
): void {
  if (!notificationsOn()) return
  const postId = type === 'post' ? id : postIdByComment(tx).get({ id })?.postId
  if (postId === undefined) return
  const content: GeneralNews = 'released'
  const commentId = type === 'comment' ? id : null
  addNotification(tx, { userId: ownerOf(tx, authorId), type: 'general', postId, commentId, actorId: null, content })
}

/** Notifies a user whom an operator renamed. The text has the name that the user has when it is read. */
export function notifyRename(tx: Tx, userId: string): void {
  if (!notificationsOn()) return
  const content: GeneralNews = 'renamed'
  addNotification(tx, { userId, type: 'general', postId: null, commentId: null, actorId: null, content })
}

/** Ids are in order of time, by minutes, so the primary key finds the oldest. */
const deleteOld = sqlStatement(
  'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE id < $before ORDER BY id LIMIT $limit)',
  { params: { before: notifications.id, limit: INTEGER } },
)

/** Deletes a batch of notifications that are older than 90 days; returns whether there may be more. */
export async function deleteOldNotifications(tx: Tx): Promise<boolean> {
  const before = firstIdAt(Date.now() - MAX_AGE_DAYS * DAY_MS)
  return deleteOld(tx).run({ before, limit: DELETE_BATCH }).changes === DELETE_BATCH
}
