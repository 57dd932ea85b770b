import { comments } from '../../../db/schema/comments'
import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { inBackground } from '../../lib/background'
import { firstIdAt } from '../../lib/ids'
import { sendToUser, socketCount } from '../../lib/sockets/hub'
import { Throttle } from '../../lib/throttle'
import { accountById, readAccount } from '../access/account'
import { isBlockRelation } from '../access/blocks'
import { broadcastComment } from '../posts/subscriptions'
import { FACTS, type PostFacts, threadAccess } from '../posts/visibility'
import type { VoteType } from '../posts/vote-type'
import { type ModerationNews, notificationById } from './record'

// SQL text: every reply and vote runs these, with upserts on partial indexes.

// Called in the transaction of what is told of. With NOTIFICATIONS=off each returns at once and nothing is written.

/** The newest that are kept of each user, and for how long. */
const KEPT = 500
const KEPT_DAYS = 90
const DAY_MS = 86_400_000
/** What one sweep removes at most: it is a transaction that others wait for. */
const SWEPT = 5_000
/** A post that is voted on every moment is told of twice a second. */
const PAUSE_MS = 500

/** By id, with who is told after a blank. */
const telling = new Throttle(PAUSE_MS, (key) => {
  const [id = '', userId = ''] = key.split(' ')
  inBackground('telling of a notification', async () => {
    const reader = await accountById(userId)
    const notification = reader && (await notificationById(storage.reader, reader, id))
    if (notification) sendToUser(userId, { type: 'notification', notification })
  })
  return true
})

function announce(tx: Tx, userId: string, id: string): void {
  tx.afterCommit(() => {
    if (socketCount(userId) > 0) telling.touch(`${id} ${userId}`)
  })
}

const NEW = {
  ...pick(notifications, 'id', 'userId', 'type', 'postId', 'commentId', 'actorId', 'content'),
  now: notifications.createdAt,
}
type New = Raw<typeof NEW>

const insert = sqlStatement(
  `INSERT INTO notifications (id, user_id, type, post_id, comment_id, actor_id, content, created_at)
  VALUES ($id, $userId, $type, $postId, $commentId, $actorId, $content, $now)`,
  { params: NEW },
)

/** By the index notifications_newest, which holds what it reads. */
const trim = sqlStatement(
  `DELETE FROM notifications WHERE user_id = $userId AND (created_at, id) IN (
    SELECT created_at, id FROM notifications WHERE user_id = $userId
    ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET $kept
  )`,
  { params: { userId: notifications.userId, kept: INTEGER } },
)

function add(tx: Tx, given: Omit<New, 'id' | 'now'>): void {
  const id = Bun.randomUUIDv7()
  insert(tx).run({ ...given, id, now: new Date().toISOString() })
  trim(tx).run({ userId: given.userId, kept: KEPT })
  announce(tx, given.userId, id)
}

/** The post, and who wrote the comment that is replied to. */
const place = sqlStatement(
  `SELECT ${selectList(FACTS, 'p')}, (SELECT author_id FROM comments WHERE id = $parentCommentId) AS parentAuthorId
  FROM posts p WHERE p.id = $postId`,
  {
    returns: { ...FACTS, parentAuthorId: comments.authorId },
    params: { postId: posts.id, parentCommentId: comments.parentCommentId },
  },
)

export type Reply = { id: string; postId: string; parentCommentId: string | null; authorId: string }

/**
 * Tells who wrote the comment that is replied to, or else the post. Nobody is told of an own reply, of one by somebody
 * blocked or blocking, of one in a thread that they may not read, nor of any beneath a post that is not active.
 */
export async function notifyReply(tx: Tx, { id, postId, parentCommentId, authorId }: Reply): Promise<void> {
  if (!config.notifications) return
  broadcastComment(tx, postId, id)
  const found = place(tx).get({ postId, parentCommentId })
  if (found === undefined || found.moderationState !== 'active') return
  const post = { ...found, isPrivate: found.isPrivate === 1 }
  const userId = parentCommentId === null ? post.authorId : post.parentAuthorId
  if (userId === null || userId === authorId || (await isBlockRelation(tx, userId, authorId))) return
  const reader = await readAccount(tx, userId)
  if (reader === undefined || threadAccess(post, reader) !== 'readable') return
  add(tx, { userId, type: 'replied', postId, commentId: id, actorId: authorId, content: '' })
}

type TargetType = 'post' | 'comment'
type Target = { type: TargetType; id: string; authorId: string | null }

const ENTRY = { id: notifications.id, count: notifications.count }
const LOST = { userId: notifications.userId, targetId: TEXT, castAt: TEXT }

const UPVOTED = { post: 'upvoted_post', comment: 'upvoted_comment' } as const

/** The unseen entry of one target, by its unique index. */
const entry = (type: TargetType) =>
  `user_id = $userId AND ${type}_id = $targetId AND type = '${UPVOTED[type]}' AND seen = 0`

const onTarget = (type: TargetType) => ({
  gained: sqlStatement(
    `INSERT INTO notifications (id, user_id, type, post_id, comment_id, content, created_at)
    ${
      type === 'post'
        ? `VALUES ($id, $userId, 'upvoted_post', $targetId, NULL, '', $now)`
        : `SELECT $id, $userId, 'upvoted_comment', post_id, id, '', $now FROM comments WHERE id = $targetId`
    }
    ON CONFLICT (user_id, ${type}_id) WHERE type = '${UPVOTED[type]}' AND seen = 0 DO UPDATE SET count = count + 1
    RETURNING id, count`,
    {
      returns: ENTRY,
      params: { id: notifications.id, userId: notifications.userId, targetId: TEXT, now: notifications.createdAt },
    },
  ),
  /** A vote from before the entry was told of by an earlier one. */
  emptied: sqlStatement(`DELETE FROM notifications WHERE ${entry(type)} AND count = 1 AND created_at <= $castAt`, {
    params: LOST,
  }),
  lost: sqlStatement(
    `UPDATE notifications SET count = count - 1 WHERE ${entry(type)} AND count > 1 AND created_at <= $castAt
    RETURNING id, count`,
    { returns: ENTRY, params: LOST },
  ),
})

const on = { post: onTarget('post'), comment: onTarget('comment') }

export type VoteStep = { before: VoteType | null; after: VoteType | null; castAt: string }

/**
 * Counts upvotes towards one entry a target, until that is seen; a vote that is withdrawn or turned leaves it again.
 * Nobody is told of own votes, nor of downvotes.
 */
export async function notifyVote(tx: Tx, voterId: string, target: Target, step: VoteStep): Promise<void> {
  const { type, id: targetId, authorId: userId } = target
  const change = Number(step.after === 'upvote') - Number(step.before === 'upvote')
  if (!config.notifications || change === 0 || userId === null || userId === voterId) return
  if (change > 0) {
    const now = step.before === null ? step.castAt : new Date().toISOString()
    const told = on[type].gained(tx).get({ id: Bun.randomUUIDv7(), userId, targetId, now })
    if (told?.count === 1) trim(tx).run({ userId, kept: KEPT })
    if (told) announce(tx, userId, told.id)
    return
  }
  const vote = { userId, targetId, castAt: step.castAt }
  if (on[type].emptied(tx).run(vote).changes > 0) return
  const told = on[type].lost(tx).get(vote)
  if (told) announce(tx, userId, told.id)
}

type State = PostFacts['moderationState']
export type Moderated = { type: TargetType; id: string; authorId: string | null; before: State; after: State }

/** A shadow ban reads active to the author, and is told of by nothing. */
const shownState = (state: State): State => (state === 'shadow_banned' ? 'active' : state)

const postOf = sqlStatement('SELECT post_id AS postId FROM comments WHERE id = $id', {
  returns: { postId: comments.postId },
  params: { id: comments.id },
})

/** Tells the author that moderators removed a post or a comment, or brought it back; by whom and why it does not say. */
export async function notifyModeration(tx: Tx, { type, id, authorId, before, after }: Moderated): Promise<void> {
  const [was, is] = [shownState(before), shownState(after)]
  if (!config.notifications || was === is || authorId === null) return
  const postId = type === 'post' ? id : postOf(tx).get({ id })?.postId
  if (postId === undefined) return
  const content: ModerationNews = is === 'banned' ? 'removed' : 'restored'
  add(tx, {
    userId: authorId,
    type: 'general',
    postId,
    commentId: type === 'comment' ? id : null,
    actorId: null,
    content,
  })
}

/** Ids are UUIDv7, and so in the order of time: the sweep walks the primary key. */
const sweep = sqlStatement(
  'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE id < $before ORDER BY id LIMIT $most)',
  { params: { before: notifications.id, most: INTEGER } },
)

/** Removes notifications of more than 90 days ago; answers whether there may be more of them. */
export async function sweepOldNotifications(tx: Tx): Promise<boolean> {
  return sweep(tx).run({ before: firstIdAt(Date.now() - KEPT_DAYS * DAY_MS), most: SWEPT }).changes === SWEPT
}
