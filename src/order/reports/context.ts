import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { userStats, users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { readAccount, type Viewer } from '../../ground/access/account'
import { sanctionFields, suspension } from '../../ground/access/sanctions'
import { isoOf, minuteOf } from '../../lib/text/coarse-time'
import { choice, integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { noteRecord, notesAbout } from '../notes/service'
import { notAbout, toReference, userReference, visibleTarget } from './record'

// What a moderator looks at to decide: what a target stands beside, and what is known of its author. Part of the report
// queue, so that reading it is no audit entry; the whole thread is read elsewhere, and is one.

/** Of the target and its author. */
const MOST_NOTES = 10

const contextComment = namedObject('ContextComment', {
  id: recordId,
  content: t.String(),
  isBanned: t.Boolean(),
  author: nullable(userReference),
  createdAt: timestamp,
})

const authorStrip = namedObject('ReportedAuthor', {
  id: recordId,
  username: t.String(),
  role: t.UnionEnum(['user', 'admin', 'superadmin']),
  karma: integer(),
  joinedAt: timestamp,
  removals: integer('Posts and comments that are removed or hidden now'),
  removalsBefore: nullable(
    integer(
      'Of an alias: removals under the other names when it was made, lowered to a number that several accounts of the college share; null for an account',
    ),
  ),
  sanctions: integer('Suspensions and bans, also those that are over'),
  openTargets: integer('Posts and comments with open reports, this one among them'),
  blocked: t.Boolean(),
  suspension: nullable(suspension),
})

export const targetContext = namedObject('ReportContext', {
  post: nullable(t.Object({ id: recordId, title: t.String(), isPrivate: t.Boolean() })),
  parent: nullable(contextComment),
  before: nullable(contextComment),
  after: nullable(contextComment),
  author: nullable(authorStrip),
  notes: t.Array(noteRecord, { maxItems: MOST_NOTES, description: 'The newest about it and about its author' }),
  place: choice(['post', 'comment', 'deleted']),
})

type TargetContext = Static<typeof targetContext>

const CONTEXT = {
  ...pick(comments, 'id', 'content', 'createdAt'),
  ...{ authorId: orNull(users.id), authorName: orNull(users.username), isBanned: FLAG },
}
const COMMENTS = raw(`
  SELECT c.id, c.content, author.id AS authorId, author.username AS authorName, c.created_at AS createdAt,
    c.is_banned AS isBanned
  FROM comments c LEFT JOIN users author ON author.key = c.author`)

const toComment = (row: Raw<typeof CONTEXT> | undefined): Static<typeof contextComment> | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        content: row.content,
        isBanned: row.isBanned === 1,
        author: toReference(row.authorId, row.authorName),
        createdAt: minuteOf(isoOf(row.createdAt)),
      }

/** `key` is that of the comment that it answers, and without one that of its post. */
type At = { level: 'top' | 'replies'; key: number; createdAt: number; id: string }

const LEVELS = { top: raw('c.parent_comment IS NULL AND c.post'), replies: raw('c.parent_comment') }
const SIDES = { before: [raw('<'), raw('DESC')], after: [raw('>'), raw('ASC')] } as const

/** The nearest comment of the same level. Sorts what the indexes comments_post_newest and comments_replies find. */
export function neighbour(side: keyof typeof SIDES, { level, key, createdAt, id }: At) {
  const [sign, order] = SIDES[side]
  return sql(CONTEXT)`${COMMENTS}
    WHERE ${LEVELS[level]} = ${key} AND c.deleted_at IS NULL AND (c.created_at, c.id) ${sign} (${createdAt}, ${id})
    ORDER BY c.created_at ${order}, c.id ${order} LIMIT 1`
}

type Place = Omit<TargetContext, 'author' | 'notes'>

const GONE: Place = { post: null, parent: null, before: null, after: null, place: 'deleted' }

/**
 * The post, what a comment answers, and its nearest neighbours of the same level; beside a post, the first comment on
 * it. 404 for what nobody reported, and for the viewer's own content.
 */
export function readContext(viewer: Viewer, targetId: string): TargetContext {
  const target = visibleTarget(viewer, targetId)
  const place = target.type === 'Post' ? placeOfPost(targetId) : placeOfComment(targetId)
  const ids = target.authorId === null ? [targetId] : [targetId, target.authorId]
  const notes = notesAbout(storage.reader, ids, MOST_NOTES)
  return { ...place, author: readAuthor(viewer, target.authorId), notes }
}

function readPost(id: string) {
  const post = sql({ ...pick(posts, 'key', 'id', 'title'), isPrivate: FLAG })`
    SELECT key, id, title, is_private AS isPrivate FROM posts WHERE id = ${id}`.get(storage.reader)
  return post && { key: post.key, shown: { id, title: post.title, isPrivate: post.isPrivate === 1 } }
}

function placeOfPost(id: string): Place {
  const post = readPost(id)
  if (post === undefined) return GONE
  const first = neighbour('after', { level: 'top', key: post.key, createdAt: 0, id: '' })
  return { ...GONE, post: post.shown, after: toComment(first.get(storage.reader)), place: 'post' }
}

function placeOfComment(id: string): Place {
  const db = storage.reader
  const found = sql({ ...pick(comments, 'post', 'parentComment', 'createdAt'), postId: posts.id })`
    SELECT post, ${raw(idOf('posts', 'post'))} AS postId, parent_comment AS parentComment, created_at AS createdAt
    FROM comments WHERE id = ${id} AND deleted_at IS NULL`.get(db)
  if (found === undefined) return GONE
  const { parentComment, postId, createdAt } = found
  const at: At =
    parentComment === null
      ? { level: 'top', key: found.post, createdAt, id }
      : { level: 'replies', key: parentComment, createdAt, id }
  // A deleted parent holds its replies together, and has no words.
  const parent = sql(CONTEXT)`${COMMENTS} WHERE c.key = ${parentComment}`
  const [before, after] = [neighbour('before', at), neighbour('after', at)].map((query) => toComment(query.get(db)))
  const post = readPost(postId)?.shown ?? null
  return { post, parent: toComment(parent.get(db)), before: before ?? null, after: after ?? null, place: 'comment' }
}

/** Reads the comments of the author: up to a few thousand. */
const readFacts = (viewer: string, id: string) =>
  sql({
    ...{ karma: userStats.karma, joinedAt: users.createdAt, removals: INTEGER, sanctions: INTEGER },
    ...{ openTargets: INTEGER, removalsBefore: orNull(INTEGER) },
  })`
    SELECT CASE u.status WHEN 'ALIAS' THEN 0 ELSE s.karma END AS karma, u.created_at AS joinedAt,
      (SELECT count(*) FROM posts WHERE author_id = u.id AND moderation_state <> 'active')
        + (SELECT count(*) FROM comments WHERE author = u.key AND is_banned = 1) AS removals,
      (SELECT count(*) FROM moderation_records
        WHERE resource_id = u.id AND state IN ('blocked', 'suspended')) AS sanctions,
      (SELECT count(DISTINCT target_id) FROM reports INDEXED BY reports_author
        WHERE target_author_id = u.id AND status = 'pending' AND ${notAbout(viewer)}) AS openTargets,
      CASE u.status WHEN 'ALIAS' THEN coalesce(
        (SELECT removals_before FROM aliases WHERE alias = u.key),
        (SELECT removals_before FROM alias_endings WHERE alias_id = u.id), 0) END AS removalsBefore
    FROM users u CROSS JOIN user_stats s ON s.user = u.key WHERE u.id = ${id}`.get(storage.reader)

function readAuthor(viewer: Viewer, id: string | null): TargetContext['author'] {
  const account = id === null ? undefined : readAccount(storage.reader, id)
  const facts = account && readFacts(viewer.id, account.id)
  if (account === undefined || facts === undefined) return null
  const { username, role, sanction } = account
  return { id: account.id, username, role, ...facts, ...sanctionFields(sanction) }
}
