import { type Static, t } from 'elysia'
import { users } from '../../../db/schema/users'
import { postVotes } from '../../../db/schema/votes'
import { keyOf, orNull, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { inMinutes } from '../../lib/coarse-time'
import { integer, named, nullable, recordId, timestamp } from '../../lib/schema'
import { isAdministrator, isSelf, type Viewer } from '../access/account'
import { heldMark } from '../held/texts'
import { author, toAuthor } from './author'
import { type CachedPost, postCache } from './cache'
import { eventShown, shownEvent } from './event'
import { officialMark, shownOfficial } from './official'
import { removal } from './removals'
import { type PostRow, postRowById, postRows, toFacts } from './rows'
import { type AnyViewer, auditPrivateReads, type PostFacts, readAccess, withReadableThread } from './visibility'
import { toVoteType, userVote, type VoteValue } from './vote-type'

// SQL text: every page of posts runs these.

export const postRecord = named(
  'Post',
  t.Object({
    id: recordId,
    title: t.String(),
    content: t.String(),
    topic: t.String(),
    ...eventShown,
    isPrivate: t.Boolean(),
    views: integer(),
    upvoteCount: integer(),
    downvoteCount: integer(),
    commentsCount: integer(),
    userVote,
    bookmarked: t.Boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    postedBy: nullable(author),
    official: officialMark,
    moderationState: t.Optional(
      t.UnionEnum(['active', 'banned', 'shadow_banned'], { description: 'For the author and administrators' }),
    ),
    removal: t.Optional(removal),
    held: heldMark,
  }),
)

export type PostRecord = Static<typeof postRecord>

/** Its author and administrators see exact times, everybody else whole minutes. */
export const seesExactTimes = (viewer: AnyViewer, authorId: string | null): boolean =>
  isSelf(viewer, authorId) || isAdministrator(viewer)

type Times = Pick<PostRecord, 'createdAt' | 'updatedAt'>

const exactTimes = ({ createdAt, updatedAt }: PostRow): Times => ({ createdAt, updatedAt })

/** The viewer's own vote and bookmark. */
type Mark = { vote: VoteValue | null; bookmarked: boolean }
const UNMARKED: Mark = { vote: null, bookmarked: false }

const VIEWER = keyOf('users', 'viewer')

/** One row for a vote and one without a vote for a bookmark. */
export const marksText = `
  SELECT v.post, v.value AS vote
  FROM json_each($posts) CROSS JOIN post_votes v ON v.user = ${VIEWER} AND v.post = json_each.value
  UNION ALL
  SELECT b.post, NULL
  FROM json_each($posts) CROSS JOIN bookmarks b ON b.user = ${VIEWER} AND b.post = json_each.value`

const marks = sqlStatement(marksText, {
  returns: { post: postVotes.post, vote: orNull(postVotes.value) },
  params: { viewer: users.id, posts: TEXT },
})

/** By the keys of the posts. */
function readMarks(db: Connection, viewer: AnyViewer, posts: readonly number[]): ReadonlyMap<number, Mark> {
  const marksByPost = new Map<number, Mark>()
  if (viewer === null) return marksByPost
  for (const { post, vote } of marks(db).all({ viewer: viewer.id, posts: JSON.stringify(posts) })) {
    const mark = marksByPost.get(post) ?? UNMARKED
    marksByPost.set(post, vote === null ? { ...mark, bookmarked: true } : { ...mark, vote })
  }
  return marksByPost
}

/** A shadow ban reads `active` to the author, who must not learn of it. */
function visibleState(
  { moderationState, authorId }: PostFacts,
  viewer: AnyViewer,
): PostFacts['moderationState'] | undefined {
  if (isAdministrator(viewer)) return moderationState
  if (!isSelf(viewer, authorId)) return undefined
  return moderationState === 'shadow_banned' ? 'active' : moderationState
}

/** In the order of the schema, so that what is kept for strangers has the bytes, and the ETag, of any other answer. */
function toRecord(row: PostRow, viewer: AnyViewer, { vote, bookmarked }: Mark = UNMARKED): PostRecord {
  const times = seesExactTimes(viewer, row.authorId) ? exactTimes(row) : inMinutes(row)
  const moderationState = visibleState(toFacts(row), viewer)
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    topic: row.topic,
    ...shownEvent(row),
    isPrivate: row.isPrivate === 1,
    views: row.views,
    upvoteCount: row.upvoteCount,
    downvoteCount: row.downvoteCount,
    commentsCount: row.commentsCount,
    userVote: vote === null ? null : toVoteType(vote),
    bookmarked,
    ...times,
    postedBy: toAuthor(row, viewer),
    ...shownOfficial(row),
    ...(moderationState === undefined ? {} : { moderationState }),
  }
}

/** The record of any post as the viewer sees it; for writes, which are ahead of the post cache. */
export async function storedPost(db: Connection, viewer: AnyViewer, id: string): Promise<PostRecord | undefined> {
  const row = await postRowById(db, id)
  return row && toRecord(row, viewer, readMarks(db, viewer, [row.key]).get(row.key))
}

/** Any posts, whatever their state: the caller decides whether they may be read. Undefined for an unknown id. */
export const cachedPosts = (ids: readonly string[]): Promise<(CachedPost | undefined)[]> =>
  postCache.getAll(ids, async (missing) => {
    const stored = postRows(storage.reader).all({ ids: JSON.stringify(missing) })
    return new Map(stored.map((row) => [row.id, { ...toFacts(row), row }]))
  })

/** The post whose comments the viewer may read; refuses as `readableThread` does. */
export async function cachedThread(viewer: AnyViewer, postId: string): Promise<CachedPost> {
  const [post] = await cachedPosts([postId])
  return withReadableThread(post, viewer)
}

/** The records of the posts that the viewer may read. */
export async function postRecords(viewer: AnyViewer, ids: readonly string[]): Promise<PostRecord[]> {
  const posts = await cachedPosts(ids)
  const readable = posts.flatMap((post) => (post && readAccess(post, viewer) === 'readable' ? [post.row] : []))
  const marksByPost = readMarks(
    storage.reader,
    viewer,
    readable.map(({ key }) => key),
  )
  return readable.map((row) => toRecord(row, viewer, marksByPost.get(row.key)))
}

/** The same for a list. What an administrator reads of other colleges' private posts is audited. */
export async function listedPosts(viewer: Viewer | null, ids: readonly string[]): Promise<PostRecord[]> {
  await auditListed(viewer, ids)
  return postRecords(viewer, ids)
}

/** One entry for all posts of an answer. */
export async function auditListed(viewer: Viewer | null, ids: readonly string[]): Promise<void> {
  if (viewer !== null && isAdministrator(viewer)) await auditPrivateReads(viewer, await cachedPosts(ids))
}
