import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { isoOf, minuteOf } from '../../lib/coarse-time'
import { choice, integer, named, nullable, recordId, timestamp } from '../../lib/schema'
import { readAccount, type Viewer } from '../access/account'
import { sanctionFields, suspension } from '../access/sanctions'
import { notesAbout } from '../notes/queries'
import { noteRecord } from '../notes/record'
import { authorFacts, type ContextRow, commentFacts, commentIn, neighbour, postFacts } from './context-queries'
import { toReference, userReference } from './record'
import { visibleTarget } from './target'

// What a moderator looks at to decide: what a target stands beside, and what is known of its author. Part of the report
// queue, so that reading it is no audit entry; the whole thread is read elsewhere, and is one.

/** Of the target and its author. */
const MOST_NOTES = 10

const contextComment = named(
  'ContextComment',
  t.Object({
    id: recordId,
    content: t.String(),
    isBanned: t.Boolean(),
    author: nullable(userReference),
    createdAt: timestamp,
  }),
)

const authorStrip = named(
  'ReportedAuthor',
  t.Object({
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
  }),
)

export const targetContext = named(
  'ReportContext',
  t.Object({
    post: nullable(t.Object({ id: recordId, title: t.String(), isPrivate: t.Boolean() })),
    parent: nullable(contextComment),
    before: nullable(contextComment),
    after: nullable(contextComment),
    author: nullable(authorStrip),
    notes: t.Array(noteRecord, { maxItems: MOST_NOTES, description: 'The newest about it and about its author' }),
    place: choice(['post', 'comment', 'deleted']),
  }),
)

export type TargetContext = Static<typeof targetContext>

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
export async function readContext(viewer: Viewer, targetId: string): Promise<TargetContext> {
  const target = await visibleTarget(viewer, targetId)
  const place = target.type === 'Post' ? placeOfPost(targetId) : placeOfComment(targetId)
  const ids = target.authorId === null ? [targetId] : [targetId, target.authorId]
  const notes = notesAbout(storage.reader, ids, MOST_NOTES)
  return { ...place, author: await readAuthor(viewer, target.authorId), notes }
}

type Post = ReturnType<typeof postFacts>
const toPost = (post: Post): TargetContext['post'] =>
  post === undefined ? null : { id: post.id, title: post.title, isPrivate: post.isPrivate === 1 }

function placeOfPost(id: string): Place {
  const post = postFacts(storage.reader, id)
  if (post === undefined) return GONE
  const first = neighbour(storage.reader, 'after', { post: post.key, parentComment: null, createdAt: 0, id: '' })
  return { ...GONE, post: toPost(post), after: toComment(first), place: 'post' }
}

function placeOfComment(id: string): Place {
  const db = storage.reader
  const found = commentFacts(db, id)
  if (found === undefined) return GONE
  const parent = found.parentComment === null ? undefined : commentIn(db, found.parentComment)
  return {
    post: toPost(postFacts(db, found.postId)),
    parent: toComment(parent),
    before: toComment(neighbour(db, 'before', found)),
    after: toComment(neighbour(db, 'after', found)),
    place: 'comment',
  }
}

async function readAuthor(viewer: Viewer, id: string | null): Promise<TargetContext['author']> {
  const account = id === null ? undefined : await readAccount(storage.reader, id)
  const facts = account && authorFacts(storage.reader, { id: account.id, viewer: viewer.id })
  if (account === undefined || facts === undefined) return null
  const { username, role, sanction } = account
  return { id: account.id, username, role, ...facts, ...sanctionFields(sanction) }
}
