import type { Static } from 'elysia'
import { courses } from '../../../db/schema/colleges'
import { comments } from '../../../db/schema/comments'
import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { type Query, raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { readableTitles } from '../../forum/posts/record'
import { auditPrivateReads, postAccess, postFacts } from '../../forum/posts/visibility'
import { type Account, isAdministrator } from '../../ground/access/account'
import type { Actor } from '../../ground/audit/audit'
import type { notificationRecord } from '../../ground/socket-messages'
import { minuteOf } from '../../lib/text/coarse-time'
import { hideSpoilers } from '../../lib/text/spoilers'
import { message, type PlainKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'

/** The stored `content` of a notification of type `replied` whose recipient is named in the comment, not answered. */
export const MENTIONED = 'mentioned'

type NotificationRecord = Static<typeof notificationRecord>

const ENTRY = pick(notifications, 'id', 'type', 'seen', 'postId', 'commentId', 'content', 'createdAt')
const POST = {
  ...{ authorId: posts.authorId, collegeId: orNull(posts.collegeId), title: orNull(posts.title) },
  ...{ isPrivate: orNull(posts.isPrivate), moderationState: orNull(posts.moderationState) },
}
const TYPES = {
  ...ENTRY,
  ...POST,
  count: notifications.count,
  /** The upvotes of the entry, but no more than the target still has. */
  votes: INTEGER,
  actor: orNull(users.username),
  /** With whoever replied, or else with the author of the post. */
  isBlocked: FLAG,
  reply: orNull(comments.content),
  isBanned: orNull(comments.isBanned),
  isDeleted: FLAG,
  course: orNull(courses.code),
}
type Row = Raw<typeof TYPES>

// The text and the author of a reply are read with the notification: since then the reply may have been edited, removed
// or deleted, and its author and the recipient may have blocked each other.
const SELECT = raw(`SELECT ${selectList(ENTRY, 'n')}, ${selectList(POST, 'p')},
  n.count, max(1, min(n.count, coalesce(m.upvote_count, s.upvote_count, 1))) AS votes, a.username AS actor,
  EXISTS (
    SELECT 1 FROM user_blocks b
    WHERE (b.blocker_id = n.user_id AND b.blocked_id = coalesce(n.actor_id, p.author_id))
      OR (b.blocker_id = coalesce(n.actor_id, p.author_id) AND b.blocked_id = n.user_id)
  ) AS isBlocked,
  m.content AS reply, m.is_banned AS isBanned, m.deleted_at IS NOT NULL AS isDeleted, k.code AS course`)
const JOINS = raw(`
  LEFT JOIN posts p ON p.id = n.post_id
  LEFT JOIN post_stats s ON s.post = p.key
  LEFT JOIN comments m ON m.id = n.comment_id
  LEFT JOIN users a ON a.id = n.actor_id
  LEFT JOIN courses k ON k.id = n.content AND n.type = 'posted' AND n.post_id IS NULL`)

export const notificationById = async (db: Connection, recipient: Reader, id: string) =>
  (await shown(db, recipient, sql(TYPES)`${SELECT} FROM notifications n ${JOINS} WHERE n.id = ${id}`))[0]

/** By the index notifications_newest. */
export const notificationPage = (userId: string, limit: number, offset: number) => sql(TYPES)`
  ${SELECT}
  FROM (
    SELECT rowid AS number FROM notifications INDEXED BY notifications_newest
    WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN notifications n ON n.rowid = page.number ${JOINS}`

export const pageOfNotifications = (db: Connection, recipient: Reader, limit: number, offset: number) =>
  shown(db, recipient, notificationPage(recipient.id, limit, offset))

/** Those of the ids that are the recipient's own. */
export const notificationsByIds = (db: Connection, recipient: Reader, ids: readonly string[]) =>
  shown(
    db,
    recipient,
    sql(TYPES)`
      ${SELECT} FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN notifications n ON n.id = wanted.value ${JOINS}
      WHERE n.user_id = ${recipient.id}`,
  )

const REPLY_LENGTH = 140
/** Of the recipient's own texts. */
const OWN_TEXT_LENGTH = 60
function excerpt(whole: string, length: number): string {
  const text = hideSpoilers(whole)
  if (text.length <= length) return text
  const beginning = text.slice(0, length).toWellFormed()
  return `${beginning.replace(/\uFFFD$/, '')}…`
}

type Recipient = Pick<Account, 'id' | 'role' | 'collegeId' | 'username' | 'language' | 'aliases'>
type Reader = Recipient & Actor

/** The author of a shadow-banned post still sees its replies: empty ones would reveal the ban. */
function canReadPost({ postId, authorId, collegeId, isPrivate, moderationState }: Row, recipient: Recipient): boolean {
  if (postId === null || collegeId === null || isPrivate === null || moderationState === null) return false
  return postAccess({ id: postId, authorId, collegeId, isPrivate, moderationState }, recipient) === 'readable'
}

/** The author and the text of a reply, as far as the recipient may still see them. */
function replyFields(row: Row, recipient: Recipient): Pick<NotificationRecord, 'actorUsernames' | 'content'> {
  const hidden = (key: PlainKey) => ({ actorUsernames: [], content: resolveMessage(key, recipient.language) })
  if (row.isDeleted === 1) return hidden('notifications.replyDeleted')
  if (row.isBanned === 1) return hidden('notifications.replyRemoved')
  if (row.isBlocked === 1 || row.reply === null || !canReadPost(row, recipient))
    return { actorUsernames: [], content: '' }
  return { actorUsernames: row.actor === null ? [] : [row.actor], content: excerpt(row.reply, REPLY_LENGTH) }
}

/**
 * The stored `content` of general notifications: what a moderator did to a post or comment, or an operator to a name.
 */
export type GeneralNews = keyof typeof MODERATED | 'renamed'

const MODERATED = { removed: 'Removed', restored: 'Restored', released: 'Released' } as const
const isModerated = (content: string): content is keyof typeof MODERATED => Object.hasOwn(MODERATED, content)

/** News of a followed topic, or of a course by its id, which is the stored `content`, or of a followed post, while it may be read. */
function followSentence(row: Row, recipient: Recipient): string {
  const { count, postId, title, moderationState } = row
  const topic = row.course ?? row.content
  const { language } = recipient
  if (postId === null) return resolveMessage(message('notifications.newPosts', { count, topic }), language)
  if (row.isBlocked === 1 || moderationState !== 'active' || !canReadPost(row, { ...recipient, role: 'user' }))
    return resolveMessage('notifications.unreadable', language)
  const shown = excerpt(title ?? '', OWN_TEXT_LENGTH)
  return resolveMessage(message('notifications.newComments', { count, title: shown }), language)
}

function sentence(row: Row, recipient: Recipient): string {
  const { username, language } = recipient
  const { type, content } = row
  if (type === 'posted') return followSentence(row, recipient)
  if (type === 'answered') return answerSentence(row, language)
  if (type !== 'general') return contentSentence(row, 'Upvoted', language)
  if (content === 'renamed') return resolveMessage(message('notifications.renamed', { username }), language)
  // Earlier versions of Quad stored whole sentences.
  return isModerated(content) ? contentSentence(row, MODERATED[content], language) : content
}

function answerSentence({ isDeleted, reply }: Row, language: Language): string {
  if (isDeleted === 1 || reply === null) return resolveMessage('notifications.deletedCommentAnswered', language)
  const comment = excerpt(reply, OWN_TEXT_LENGTH)
  return resolveMessage(message('notifications.commentAnswered', { comment }), language)
}

type ContentEvent = 'Upvoted' | (typeof MODERATED)[keyof typeof MODERATED]

/** A sentence about the recipient's own post or comment, with its beginning unless it was deleted. */
function contentSentence(row: Row, event: ContentEvent, language: Language): string {
  const { votes: count, commentId } = row
  const title = excerpt(row.title ?? '', OWN_TEXT_LENGTH)
  const comment = row.isDeleted === 1 || row.reply === null ? null : excerpt(row.reply, OWN_TEXT_LENGTH)
  if (commentId === null) return resolveMessage(message(`notifications.post${event}`, { count, title }), language)
  if (comment === null) return resolveMessage(message(`notifications.deletedComment${event}`, { count }), language)
  return resolveMessage(message(`notifications.comment${event}`, { count, comment }), language)
}

const placeOf = ({ content, course }: Row) =>
  course === null ? { topic: content } : { course: { id: content, code: course } }

function toRecord(row: Row, recipient: Recipient, titles: ReadonlyMap<string, string | null>): NotificationRecord {
  const { id, type, postId, commentId, createdAt } = row
  const isReply = type === 'replied'
  const fields = isReply ? replyFields(row, recipient) : { actorUsernames: [], content: sentence(row, recipient) }
  return {
    id,
    type: isReply && row.content === MENTIONED ? 'mention' : type,
    seen: row.seen === 1,
    postId,
    postTitle: titles.get(postId ?? '') ?? null,
    ...(type === 'posted' && postId === null ? placeOf(row) : {}),
    commentId,
    ...fields,
    createdAt: minuteOf(createdAt),
  }
}

/** A reply shows a text of its thread, which an administrator may be reading in a private post of another college. */
async function shown(db: Connection, recipient: Reader, query: Query<Row>): Promise<NotificationRecord[]> {
  const rows = query.all(db)
  if (isAdministrator(recipient)) {
    const replies = rows.filter((row) => row.type === 'replied' && replyFields(row, recipient).content !== '')
    const posts = new Map(replies.map((row) => [row.postId, postFacts(storage.reader, row.postId ?? '')]))
    await auditPrivateReads(recipient, [...posts.values()])
  }
  const titled = readableTitles(db, recipient, [...new Set(rows.flatMap(({ postId }) => postId ?? []))])
  const titles = new Map(titled.map(({ postId, title }) => [postId, title]))
  return rows.map((row) => toRecord(row, recipient, titles))
}
