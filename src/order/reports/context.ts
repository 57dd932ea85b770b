import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { userStats, users } from '../../../db/schema/users'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, sqlStatement, sqlVariants } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { readAccount, type Viewer } from '../../ground/access/account'
import { sanctionFields, suspension } from '../../ground/access/sanctions'
import { notByViewer } from '../../ground/names/own-names'
import { isoOf, minuteOf } from '../../lib/text/coarse-time'
import { choice, integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { noteRecord, notesAbout } from '../notes/service'
import { visibleTarget } from './queue-queries'
import { toReference, userReference } from './record'

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
type ContextRow = Raw<typeof CONTEXT>
const COMMENTS = `
  SELECT c.id, c.content, author.id AS authorId, author.username AS authorName, c.created_at AS createdAt,
    c.is_banned AS isBanned
  FROM comments c LEFT JOIN users author ON author.key = c.author`

/** A deleted one holds its replies together, and has no words. */
const commentByKey = sqlStatement(`${COMMENTS} WHERE c.key = $key`, { returns: CONTEXT, params: { key: comments.key } })

const PLACE = pick(comments, 'id', 'post', 'parentComment', 'createdAt')
const placeOf = sqlStatement(
  `SELECT id, post, ${idOf('posts', 'post')} AS postId, parent_comment AS parentComment, created_at AS createdAt
  FROM comments WHERE id = $id AND deleted_at IS NULL`,
  { returns: { ...PLACE, postId: posts.id }, params: { id: comments.id } },
)

const LEVELS = { top: 'c.post = $post AND c.parent_comment IS NULL', replies: 'c.parent_comment = $parentComment' }
const SIDES = { before: ['<', 'DESC'], after: ['>', 'ASC'] } as const
type Side = keyof typeof SIDES

/** Sorts what the indexes comments_post_newest and comments_replies find. */
export function neighbourText(side: Side, level: keyof typeof LEVELS): string {
  const [sign, order] = SIDES[side]
  return `${COMMENTS}
  WHERE ${LEVELS[level]} AND c.deleted_at IS NULL AND (c.created_at, c.id) ${sign} ($createdAt, $id)
  ORDER BY c.created_at ${order}, c.id ${order} LIMIT 1`
}
const neighbours = sqlVariants(neighbourText, { returns: CONTEXT, params: PLACE })

/** The nearest comment of the same level. */
const neighbour = (side: Side, place: Raw<typeof PLACE>) =>
  toComment(neighbours(storage.reader, side, place.parentComment === null ? 'top' : 'replies').get(place))

const POST = { ...pick(posts, 'key', 'id', 'title'), isPrivate: FLAG }
const postById = sqlStatement('SELECT key, id, title, is_private AS isPrivate FROM posts WHERE id = $id', {
  returns: POST,
  params: { id: posts.id },
})

/** Reads the comments of the author: up to a few thousand. */
const authorFacts = sqlStatement(
  `SELECT CASE u.status WHEN 'ALIAS' THEN 0 ELSE s.karma END AS karma, u.created_at AS joinedAt,
    (SELECT count(*) FROM posts WHERE author_id = u.id AND moderation_state <> 'active')
      + (SELECT count(*) FROM comments WHERE author = u.key AND is_banned = 1) AS removals,
    (SELECT count(*) FROM moderation_records
      WHERE resource_id = u.id AND state IN ('blocked', 'suspended')) AS sanctions,
    (SELECT count(DISTINCT target_id) FROM reports INDEXED BY reports_author
      WHERE target_author_id = u.id AND status = 'pending' AND ${notByViewer('target_author_id')}) AS openTargets,
    CASE u.status WHEN 'ALIAS' THEN coalesce(
      (SELECT removals_before FROM aliases WHERE alias = u.key),
      (SELECT removals_before FROM alias_endings WHERE alias_id = u.id), 0) END AS removalsBefore
  FROM users u CROSS JOIN user_stats s ON s.user = u.key WHERE u.id = $id`,
  {
    returns: {
      ...{ karma: userStats.karma, joinedAt: users.createdAt, removals: INTEGER, sanctions: INTEGER },
      ...{ openTargets: INTEGER, removalsBefore: orNull(INTEGER) },
    },
    params: { id: users.id, viewer: users.id },
  },
)

const toComment = (row: ContextRow | undefined): Static<typeof contextComment> | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        content: row.content,
        isBanned: row.isBanned === 1,
        author: toReference(row.authorId, row.authorName),
        createdAt: minuteOf(isoOf(row.createdAt)),
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

const toPost = ({ id, title, isPrivate }: Raw<typeof POST>) => ({ id, title, isPrivate: isPrivate === 1 })

function placeOfPost(id: string): Place {
  const post = postById(storage.reader).get({ id })
  if (post === undefined) return GONE
  const first = neighbour('after', { post: post.key, parentComment: null, createdAt: 0, id: '' })
  return { ...GONE, post: toPost(post), after: first, place: 'post' }
}

function placeOfComment(id: string): Place {
  const db = storage.reader
  const found = placeOf(db).get({ id })
  if (found === undefined) return GONE
  const { parentComment: key, postId } = found
  const post = postById(db).get({ id: postId })
  const parent = toComment(key === null ? undefined : commentByKey(db).get({ key }))
  const [before, after] = [neighbour('before', found), neighbour('after', found)]
  return { post: post === undefined ? null : toPost(post), parent, before, after, place: 'comment' }
}

function readAuthor(viewer: Viewer, id: string | null): TargetContext['author'] {
  const account = id === null ? undefined : readAccount(storage.reader, id)
  const facts = account && authorFacts(storage.reader).get({ id: account.id, viewer: viewer.id })
  if (account === undefined || facts === undefined) return null
  const { username, role, sanction } = account
  return { id: account.id, username, role, ...facts, ...sanctionFields(sanction) }
}
