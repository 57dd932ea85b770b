import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { deleteSome, hasRow, raw, sql } from '../../../db/sql'
import { idOf, orNull, pick, type Raw, selectList } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { ownerOf } from '../../campus/authorship/aliases'
import { FACTS, type PostFacts, threadAccess } from '../../forum/posts/visibility'
import { readAccount } from '../../ground/access/account'
import { isBlockRelation } from '../../ground/access/blocks'
import { type DomainEvents, interestsOf, tell } from '../../ground/parts'
import { notificationsOn } from '../../ground/settings/settings'
import { firstIdAt, minuteId } from '../../lib/crypto/ids'
import { readChoices } from './choices'
import { addNotification, publish, recipientOf, trimNotifications } from './entries'
import { noteComment } from './follow-news'
import { type GeneralNews, MENTIONED } from './record'

// Each function runs in the transaction of the event that it notifies of. With NOTIFICATIONS=off it writes nothing.

const MAX_AGE_DAYS = 90
const DAY_MS = 86_400_000

const POST = { ...FACTS, topic: posts.topic }
const SELECT_POST = raw(`SELECT ${selectList(POST, 'p')}`)
const postOf = (tx: Tx, id: string) => sql(POST)`${SELECT_POST} FROM posts p WHERE p.id = ${id}`.get(tx)

/** `authorId`: null for what is said officially. */
type Written = { id: string; authorId: string | null; content: string }
type Reply = Written & { postId: string; parentCommentId: string | null }

const POST_AND_PARENT = { ...POST, parentAuthorId: orNull(users.id) }

/**
 * Notifies the author of the parent comment, or of the post, unless that is not active, or `notifyOfComment` finds a
 * reason. Followers of the post are notified later.
 */
export function notifyReply(tx: Tx, { id, postId, parentCommentId, authorId, content }: Reply): void {
  if (!notificationsOn()) return
  const post = sql(POST_AND_PARENT)`
    ${SELECT_POST}, (
      SELECT u.id FROM comments c CROSS JOIN users u ON u.key = c.author WHERE c.id = ${parentCommentId}
    ) AS parentAuthorId FROM posts p WHERE p.id = ${postId}`.get(tx)
  if (post?.moderationState !== 'active') return
  noteComment(tx, postId)
  const toldId = parentCommentId === null ? post.authorId : post.parentAuthorId
  if (toldId !== null) notifyOfComment(tx, toldId, { id, post, authorId, content }, 'reply')
}

type TargetType = 'post' | 'comment'
type Target = Pick<Written, 'id' | 'authorId'> & { type: TargetType }

const ENTRY = pick(notifications, 'id', 'count')
const UPVOTED = { post: 'upvoted_post', comment: 'upvoted_comment' } as const

/** Of each target: what is told of, its column, and its unique index. */
const TARGETS = {
  post: {
    found: raw("p.id, NULL, '' AS content FROM posts p WHERE p.id ="),
    isIt: raw("type = 'upvoted_post' AND seen = 0 AND post_id ="),
    index: raw("(user_id, post_id) WHERE type = 'upvoted_post' AND seen = 0"),
  },
  comment: {
    found: raw("p.id, c.id, '' AS content FROM comments c CROSS JOIN posts p ON p.key = c.post WHERE c.id ="),
    isIt: raw("type = 'upvoted_comment' AND seen = 0 AND comment_id ="),
    index: raw("(user_id, comment_id) WHERE type = 'upvoted_comment' AND seen = 0"),
  },
} as const

/**
 * A target has one unseen entry, which counts its new upvotes; a vote that is withdrawn or switched is subtracted.
 * Nobody is notified of their own votes or of downvotes, nor of votes in a muted thread.
 */
export function notifyVote(tx: Tx, { voterId, text, ...step }: DomainEvents['vote.changed']): void {
  const { type, id: targetId, authorId } = text
  const change = Number(step.after === 'upvote') - Number(step.before === 'upvote')
  const recipient = authorId && change !== 0 && notificationsOn() ? recipientOf(tx, authorId, voterId) : null
  if (recipient === null) return
  const { userId } = recipient
  const { found, isIt, index } = TARGETS[type]
  // Votes before `created_at` are counted in an earlier entry.
  const isCounted = sql`user_id = ${userId} AND ${isIt} ${targetId} AND created_at <= ${step.castAt}`
  if (change < 0 && sql`DELETE FROM notifications WHERE count = 1 AND ${isCounted}`.run(tx).changes > 0) return
  const now = step.before === null ? step.castAt : new Date().toISOString()
  const entry =
    change > 0
      ? sql(ENTRY)`
        INSERT INTO notifications (id, user_id, type, created_at, post_id, comment_id, content)
        SELECT ${minuteId()}, ${userId}, ${UPVOTED[type]}, ${now}, ${found} ${targetId}
          AND NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = ${userId} AND s.upvotes = 0)
          AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.user_id = ${userId} AND m.kind = 'post' AND m.target = p.id)
        ON CONFLICT ${index} DO UPDATE SET count = count + 1 RETURNING id, count`.get(tx)
      : sql(ENTRY)`
        UPDATE notifications SET count = count - 1 WHERE count > 1 AND ${isCounted} RETURNING id, count`.get(tx)
  if (entry === undefined) return
  if (change > 0 && entry.count === 1) {
    trimNotifications(tx, userId)
    tell(tx, 'notification.added', { ...recipient, id: entry.id, type: UPVOTED[type], postId: null })
  }
  publish(tx, recipient, entry.id)
}

type State = PostFacts['moderationState']
/** Authors see their shadow-banned content as active and must not learn of it. */
const stateForAuthor = (state: State): State => (state === 'shadow_banned' ? 'active' : state)

const POST_ID = raw(idOf('posts', 'post'))

/** Not over the socket: a moderator who watches the network or a telephone would see whose it is. */
function notifyGenerally(tx: Tx, { type, id, authorId }: Target, content: GeneralNews): void {
  if (!notificationsOn() || authorId === null) return
  const ofComment = sql({ postId: posts.id })`SELECT ${POST_ID} AS postId FROM comments WHERE id = ${id}`
  const postId = type === 'post' ? id : ofComment.get(tx)?.postId
  if (postId === undefined) return
  const commentId = type === 'comment' ? id : null
  addNotification(tx, { userId: ownerOf(tx, authorId), type: 'general', postId, commentId, actorId: null, content })
}

/** Notifies the author that a moderator removed or restored a post or a comment, without name and reason. */
export function notifyModeration(tx: Tx, { before, after, ...target }: DomainEvents['text.moderated']): void {
  const [was, is] = [stateForAuthor(before), stateForAuthor(after)]
  if (was !== is) notifyGenerally(tx, target, is === 'banned' ? 'removed' : 'restored')
}

/** Notifies the author that a text that waited for a moderator has appeared. */
export const notifyReleased = (tx: Tx, target: Target): void => notifyGenerally(tx, target, 'released')

/** Notifies a user whom an operator renamed. The text has the name that the user has when it is read. */
export function notifyRename(tx: Tx, { id: userId }: DomainEvents['account.renamed']): void {
  if (!notificationsOn()) return
  const about = { postId: null, commentId: null, actorId: null, content: 'renamed' satisfies GeneralNews }
  addNotification(tx, { userId, type: 'general', ...about })
}

/** Deletes a batch of notifications that are older than 90 days; returns whether there may be more. */
export function deleteOldNotifications(tx: Tx): boolean {
  const before = firstIdAt(Date.now() - MAX_AGE_DAYS * DAY_MS)
  // Ids are in order of time, by minutes, so the primary key finds the oldest.
  return deleteSome(tx, 'notifications', sql`id < ${before}`)
}

/**
 * Notifies the author whom a comment answers, or whom it names, or who wrote it and learns that it is the answer, unless it is their own, they have a block relation with
 * its author, may not read the thread, or muted it. Blocks stand between names: who heard nothing of an alias because of
 * whom it belongs to would know whose it is.
 */
function notifyOfComment(
  tx: Tx,
  toldId: string,
  { id: commentId, post, authorId, content }: Written & { post: Raw<typeof POST> },
  as: 'reply' | 'answer' | typeof MENTIONED,
): void {
  const recipient = recipientOf(tx, toldId, authorId)
  if (recipient === null) return
  const { userId } = recipient
  if (authorId !== null) for (const name of new Set([userId, toldId])) if (isBlockRelation(tx, name, authorId)) return
  const type = as === 'answer' ? 'answered' : 'replied'
  // Of this comment, be it as a reply. By notifications_comment.
  const told = sql`FROM notifications WHERE comment_id = ${commentId} AND user_id = ${userId} AND type = ${type}`
  if (as !== 'reply' && hasRow(tx, told)) return
  const account = readAccount(tx, userId)
  // Of an alias that is left when its account is gone, nobody is told.
  if (account === undefined || account.status === 'ALIAS' || threadAccess(post, account) !== 'readable') return
  if (!readChoices(tx, userId).replies) return
  if (interestsOf(tx, userId).isMuted({ postId: post.id, topic: post.topic, texts: [content] })) return
  const stored = { postId: post.id, commentId, actorId: authorId, content: as === MENTIONED ? MENTIONED : '' }
  const id = addNotification(tx, { userId, type, ...stored })
  publish(tx, recipient, id)
  tell(tx, 'notification.added', { ...recipient, id, type, postId: post.id })
}

/** Notifies the author of a comment that it is the answer, once, unless `notifyOfComment` finds a reason. */
export function notifyAnswer(tx: Tx, { id, postId, authorId: toldId, by }: DomainEvents['answer.marked']): void {
  if (!notificationsOn() || toldId === null || recipientOf(tx, toldId, by) === null) return
  const post = postOf(tx, postId)!
  notifyOfComment(tx, toldId, { id, post, authorId: post.authorId, content: '' }, 'answer')
}

// Names in comments: `@quiet-otter-4821`. Whoever writes one learns nothing by it: not whether somebody was notified, nor
// whether they follow the post.

/** More in one text notify nobody. */
const MAX_MENTIONS = 5

const MENTION = /(?<![\p{L}\p{N}_])@([a-z]{1,40}-[a-z]{1,40}-\d{1,9})(?![\p{L}\p{N}_-])/giu

/** Notifies whom the comment names, unless `notifyOfComment` finds a reason, once for each comment. */
export function notifyMentions(tx: Tx, comment: Omit<Reply, 'parentCommentId'>): void {
  const { id, postId, authorId, content } = comment
  if (!notificationsOn() || !content.includes('@')) return
  const names = new Set([...content.matchAll(MENTION)].map(([, name = '']) => name.toLowerCase()))
  const post = names.size === 0 ? undefined : postOf(tx, postId)
  if (post?.moderationState !== 'active') return
  for (const name of [...names].slice(0, MAX_MENTIONS)) {
    // Its author, who commented on it, and who follows it: an alias in its own thread alone. By users_username and
    // comments_author.
    const participant = sql({ id: users.id })`
      SELECT u.id FROM users u WHERE u.username = ${name} AND (
        EXISTS (SELECT 1 FROM posts p WHERE p.id = ${postId} AND p.author_id = u.id)
        OR EXISTS (SELECT 1 FROM comments m INDEXED BY comments_author
          WHERE m.author = u.key AND m.post = (SELECT key FROM posts WHERE id = ${postId}))
        OR EXISTS (SELECT 1 FROM follows f WHERE f.user_id = u.id AND f.kind = 'post' AND f.target = ${postId})
      )`.get(tx)
    if (participant === undefined) continue
    notifyOfComment(tx, participant.id, { id, post, authorId, content }, MENTIONED)
  }
}
