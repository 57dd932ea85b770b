import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { userStats, users } from '../../../db/schema/users'
import { type Query, raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, orNull, pick, type Raw } from '../../../db/statement'
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

function readComment(query: Query<Raw<typeof CONTEXT>>): Static<typeof contextComment> | null {
  const row = query.get(storage.reader)
  if (row === undefined) return null
  const { id, content, authorId, authorName } = row
  const [author, createdAt] = [toReference(authorId, authorName), minuteOf(isoOf(row.createdAt))]
  return { id, content, isBanned: row.isBanned === 1, author, createdAt }
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

/** Before all comments on a post. */
const BEGINNING = { id: '', createdAt: 0, parentComment: null }

/**
 * The post, what a comment answers, and its nearest neighbours of the same level; beside a post, the first comment on
 * it. 404 for what nobody reported, and for the viewer's own content.
 */
export function readContext(viewer: Viewer, targetId: string): TargetContext {
  const db = storage.reader
  const { type, authorId } = visibleTarget(viewer, targetId)
  const notes = notesAbout(db, authorId === null ? [targetId] : [targetId, authorId], MOST_NOTES)
  const known = { author: readAuthor(viewer, authorId), notes }
  const isPost = type === 'Post'
  const comment = sql(pick(comments, 'id', 'post', 'parentComment', 'createdAt'))`
    SELECT id, post, parent_comment AS parentComment, created_at AS createdAt
    FROM comments WHERE id = ${targetId} AND deleted_at IS NULL`.get(db)
  const post = sql({ ...pick(posts, 'key', 'id', 'title'), isPrivate: FLAG })`
    SELECT key, id, title, is_private AS isPrivate FROM posts
    WHERE ${isPost ? sql`id = ${targetId}` : sql`key = ${comment?.post ?? null}`}`.get(db)
  if (post === undefined) return { post: null, parent: null, before: null, after: null, ...known, place: 'deleted' }
  const { parentComment, createdAt, id } = comment ?? BEGINNING
  const at: At = { level: parentComment === null ? 'top' : 'replies', key: parentComment ?? post.key, createdAt, id }
  return {
    post: { id: post.id, title: post.title, isPrivate: post.isPrivate === 1 },
    // A deleted parent holds its replies together, and has no words.
    parent: readComment(sql(CONTEXT)`${COMMENTS} WHERE c.key = ${parentComment}`),
    before: readComment(neighbour('before', at)),
    after: readComment(neighbour('after', at)),
    ...known,
    place: isPost ? 'post' : 'comment',
  }
}

/** Reads the comments of the author: up to a few thousand. */
function readAuthor(viewer: Viewer, authorId: string | null): TargetContext['author'] {
  const account = authorId === null ? undefined : readAccount(storage.reader, authorId)
  if (account === undefined) return null
  const { id, username, role, sanction } = account
  const facts = sql({
    ...{ karma: userStats.karma, joinedAt: users.createdAt, removals: INTEGER, sanctions: INTEGER },
    ...{ openTargets: INTEGER, removalsBefore: orNull(INTEGER) },
  })`
    SELECT CASE u.status WHEN 'ALIAS' THEN 0 ELSE s.karma END AS karma, u.created_at AS joinedAt,
      (SELECT count(*) FROM posts WHERE author_id = u.id AND moderation_state <> 'active')
        + (SELECT count(*) FROM comments WHERE author = u.key AND is_banned = 1) AS removals,
      (SELECT count(*) FROM moderation_records
        WHERE resource_id = u.id AND state IN ('blocked', 'suspended')) AS sanctions,
      (SELECT count(DISTINCT target_id) FROM reports INDEXED BY reports_author
        WHERE target_author_id = u.id AND status = 'pending' AND ${notAbout(viewer.id)}) AS openTargets,
      CASE u.status WHEN 'ALIAS' THEN coalesce(
        (SELECT removals_before FROM aliases WHERE alias = u.key),
        (SELECT removals_before FROM alias_endings WHERE alias_id = u.id), 0) END AS removalsBefore
    FROM users u CROSS JOIN user_stats s ON s.user = u.key WHERE u.id = ${id}`.get(storage.reader)
  return facts === undefined ? null : { id, username, role, ...facts, ...sanctionFields(sanction) }
}
