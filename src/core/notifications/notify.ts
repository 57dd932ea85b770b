import { sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { inBackground } from '../../lib/background'
import { firstIdAt } from '../../lib/ids'
import { sendToUser, socketCount } from '../../lib/sockets/hub'
import { Coalescer } from '../../lib/throttle'
import { accountById, readAccount } from '../access/account'
import { isBlockRelation } from '../access/blocks'
import { broadcastComment } from '../posts/subscriptions'
import { type PostFacts, threadAccess } from '../posts/visibility'
import type { VoteType } from '../posts/vote-type'
import { notificationById } from './record'

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
const telling = new Coalescer(PAUSE_MS, (key) => {
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

type New = {
  id: string
  userId: string
  type: 'general' | 'replied'
  postId: string
  commentId: string | null
  actorId: string | null
  content: string
  now: string
}

const insert = sqlStatement<never, New>(`
  INSERT INTO notifications (id, user_id, type, post_id, comment_id, actor_id, content, created_at)
  VALUES ($id, $userId, $type, $postId, $commentId, $actorId, $content, $now)`)

/** By the index notifications_newest, which holds what it reads. */
const trim = sqlStatement<never, { userId: string; kept: number }>(`
  DELETE FROM notifications WHERE user_id = $userId AND (created_at, id) IN (
    SELECT created_at, id FROM notifications WHERE user_id = $userId
    ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET $kept
  )`)

function add(tx: Tx, given: Omit<New, 'id' | 'now'>): void {
  const id = Bun.randomUUIDv7()
  insert(tx).run({ ...given, id, now: new Date().toISOString() })
  trim(tx).run({ userId: given.userId, kept: KEPT })
  announce(tx, given.userId, id)
}

type PostRow = Omit<PostFacts, 'isPrivate'> & { isPrivate: 0 | 1; parentAuthorId: string | null }

/** The post, and who wrote the comment that is replied to. */
const place = sqlStatement<PostRow, { postId: string; parentCommentId: string | null }>(`
  SELECT
    p.id, p.author_id AS authorId, p.college_id AS collegeId, p.is_private AS isPrivate,
    p.moderation_state AS moderationState,
    (SELECT author_id FROM comments WHERE id = $parentCommentId) AS parentAuthorId
  FROM posts p WHERE p.id = $postId`)

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

type Cast = { id: string; userId: string; targetId: string; now: string }
type Entry = { id: string; count: number }
type Lost = { userId: string; targetId: string; castAt: string }

const UPVOTED = { post: 'upvoted_post', comment: 'upvoted_comment' } as const

/** The unseen entry of one target, by its unique index. */
const entry = (type: TargetType) =>
  `user_id = $userId AND ${type}_id = $targetId AND type = '${UPVOTED[type]}' AND seen = 0`

const onTarget = (type: TargetType) => ({
  gained: sqlStatement<Entry, Cast>(`
    INSERT INTO notifications (id, user_id, type, post_id, comment_id, content, created_at)
    ${
      type === 'post'
        ? `VALUES ($id, $userId, 'upvoted_post', $targetId, NULL, '', $now)`
        : `SELECT $id, $userId, 'upvoted_comment', post_id, id, '', $now FROM comments WHERE id = $targetId`
    }
    ON CONFLICT (user_id, ${type}_id) WHERE type = '${UPVOTED[type]}' AND seen = 0 DO UPDATE SET count = count + 1
    RETURNING id, count`),
  /** A vote from before the entry was told of by an earlier one. */
  emptied: sqlStatement<never, Lost>(
    `DELETE FROM notifications WHERE ${entry(type)} AND count = 1 AND created_at <= $castAt`,
  ),
  lost: sqlStatement<Entry, Lost>(`
    UPDATE notifications SET count = count - 1 WHERE ${entry(type)} AND count > 1 AND created_at <= $castAt
    RETURNING id, count`),
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

const postOf = sqlStatement<{ postId: string }, { id: string }>('SELECT post_id AS postId FROM comments WHERE id = $id')

/** Tells the author that moderators removed a post or a comment, or brought it back; by whom and why it does not say. */
export async function notifyModeration(tx: Tx, { type, id, authorId, before, after }: Moderated): Promise<void> {
  const [was, is] = [shownState(before), shownState(after)]
  if (!config.notifications || was === is || authorId === null) return
  const postId = type === 'post' ? id : postOf(tx).get({ id })?.postId
  if (postId === undefined) return
  const content = is === 'banned' ? 'was removed by a moderator' : 'is visible again'
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
const sweep = sqlStatement<never, { before: string; most: number }>(
  'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE id < $before ORDER BY id LIMIT $most)',
)

/** Removes notifications of more than 90 days ago; answers whether there may be more of them. */
export async function sweepOldNotifications(tx: Tx): Promise<boolean> {
  return sweep(tx).run({ before: firstIdAt(Date.now() - KEPT_DAYS * DAY_MS), most: SWEPT }).changes === SWEPT
}
