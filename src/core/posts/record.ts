import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { postVotes } from '../../../db/schema/votes'
import { orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { inMinutes } from '../../lib/coarse-time'
import { closeObject, type Json, openObject } from '../../lib/json'
import { integer, named, nullable, recordId, timestamp } from '../../lib/schema'
import { isAdministrator, type Viewer } from '../access/account'
import { heldMark } from '../held/texts'
import { AUTHOR_COLUMNS, AUTHOR_TYPES, author, authorJoins, toAuthor } from './author'
import { type CachedPost, postCache } from './cache'
import { eventShown, shownEvent } from './event'
import { officialMark, shownOfficial } from './official'
import { removal } from './removals'
import { type AnyViewer, auditPrivateReads, type PostFacts, readAccess } from './visibility'
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

const POST_COLUMNS = {
  ...pick(
    posts,
    'id',
    'title',
    'content',
    'topic',
    'startsAt',
    'place',
    'isPrivate',
    'isOfficial',
    'views',
    'upvoteCount',
    'downvoteCount',
    'commentsCount',
    'createdAt',
    'updatedAt',
    'moderationState',
  ),
  postCollegeId: posts.collegeId,
}
const TYPES = { ...POST_COLUMNS, ...AUTHOR_TYPES }

export type PostRow = Raw<typeof TYPES>

/** Ten rows cost 50 microseconds, and JSON made by SQLite costs twice that; hence the post cache. */
export const postsText = `
  SELECT ${selectList(POST_COLUMNS, 'p')}, ${AUTHOR_COLUMNS}
  FROM json_each($ids) CROSS JOIN posts p ON p.id = json_each.value ${authorJoins('p')}`

const rows = sqlStatement(postsText, { returns: TYPES, params: { ids: TEXT } })

export const toFacts = ({ id, authorId, postCollegeId, isPrivate, moderationState }: PostRow): PostFacts => ({
  id,
  authorId,
  collegeId: postCollegeId,
  isPrivate: isPrivate === 1,
  moderationState,
})

/** What every viewer sees of the post. */
const sharedFields = (row: PostRow) => ({
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
  postedBy: toAuthor(row),
  ...shownOfficial(row),
})

/** Its author and administrators see exact times, everybody else whole minutes. */
export const seesExactTimes = (viewer: AnyViewer, authorId: string | null): boolean =>
  viewer !== null && (viewer.id === authorId || isAdministrator(viewer))

type Times = Pick<PostRecord, 'createdAt' | 'updatedAt'>

const exactTimes = ({ createdAt, updatedAt }: PostRow): Times => ({ createdAt, updatedAt })

/** The times end the text, so that they can be exchanged. */
const openPost = (row: PostRow): string => openObject({ ...sharedFields(row), ...inMinutes(row) })

const TIMES_LENGTH = openObject(
  inMinutes({ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() }),
).length

const withExactTimes = (openJson: string, times: Times): string =>
  `${openJson.slice(0, 1 - TIMES_LENGTH)}${openObject(times).slice(1)}`

/** The viewer's own vote and bookmark. */
type Mark = { vote: VoteValue | null; bookmarked: boolean }
const UNMARKED: Mark = { vote: null, bookmarked: false }

/** One row for a vote and one without a vote for a bookmark. */
export const marksText = `
  SELECT post_id AS id, value AS vote FROM post_votes
  WHERE user_id = $viewer AND post_id IN (SELECT value FROM json_each($ids))
  UNION ALL
  SELECT post_id, NULL FROM bookmarks WHERE user_id = $viewer AND post_id IN (SELECT value FROM json_each($ids))`

const marks = sqlStatement(marksText, {
  returns: { id: postVotes.postId, vote: orNull(postVotes.value) },
  params: { viewer: postVotes.userId, ids: TEXT },
})

function readMarks(db: Connection, viewer: AnyViewer, ids: string): ReadonlyMap<string, Mark> {
  const marksByPost = new Map<string, Mark>()
  if (viewer === null) return marksByPost
  for (const { id, vote } of marks(db).all({ viewer: viewer.id, ids })) {
    const mark = marksByPost.get(id) ?? UNMARKED
    marksByPost.set(id, vote === null ? { ...mark, bookmarked: true } : { ...mark, vote })
  }
  return marksByPost
}

/** A shadow ban reads `active` to the author, who must not learn of it. */
function visibleState(
  { moderationState, authorId }: PostFacts,
  viewer: AnyViewer,
): PostFacts['moderationState'] | undefined {
  if (isAdministrator(viewer)) return moderationState
  if (viewer === null || viewer.id !== authorId) return undefined
  return moderationState === 'shadow_banned' ? 'active' : moderationState
}

/** The fields that depend on the viewer. */
function personalFields(post: PostFacts, viewer: AnyViewer, { vote, bookmarked }: Mark = UNMARKED) {
  const state = visibleState(post, viewer)
  return {
    userVote: vote === null ? null : toVoteType(vote),
    bookmarked,
    ...(state === undefined ? {} : { moderationState: state }),
  }
}

/** The row of any post, whatever its state. */
export async function postRowById(db: Connection, id: string): Promise<PostRow | undefined> {
  return rows(db).get({ ids: JSON.stringify([id]) })
}

/** The record of any post as the viewer sees it; for writes, which are ahead of the post cache. */
export async function storedPost(db: Connection, viewer: AnyViewer, id: string): Promise<PostRecord | undefined> {
  const row = await postRowById(db, id)
  if (row === undefined) return undefined
  const marksByPost = readMarks(db, viewer, JSON.stringify([id]))
  const times = seesExactTimes(viewer, row.authorId) ? exactTimes(row) : inMinutes(row)
  return { ...sharedFields(row), ...times, ...personalFields(toFacts(row), viewer, marksByPost.get(id)) }
}

/** Any posts, whatever their state: the caller decides whether they may be read. Undefined for an unknown id. */
export const cachedPosts = (ids: readonly string[]): Promise<(CachedPost | undefined)[]> =>
  postCache.getAll(ids, async (missing) => {
    const stored = rows(storage.reader).all({ ids: JSON.stringify(missing) })
    return new Map(
      stored.map((row) => [row.id, { ...toFacts(row), exactTimes: exactTimes(row), openJson: openPost(row) }]),
    )
  })

/** The records of the posts that the viewer may read. */
export async function postRecords(viewer: AnyViewer, ids: readonly string[]): Promise<Json<PostRecord>[]> {
  const posts = await cachedPosts(ids)
  const marksByPost = readMarks(storage.reader, viewer, JSON.stringify(ids))
  return posts.flatMap((post) => {
    if (post === undefined || readAccess(post, viewer) !== 'readable') return []
    const { openJson, authorId } = post
    const open = seesExactTimes(viewer, authorId) ? withExactTimes(openJson, post.exactTimes) : openJson
    return [closeObject<PostRecord>(open, personalFields(post, viewer, marksByPost.get(post.id)))]
  })
}

/** The same for a list. What an administrator reads of other colleges' private posts is audited. */
export async function listedPosts(viewer: Viewer | null, ids: readonly string[]): Promise<Json<PostRecord>[]> {
  await auditListed(viewer, ids)
  return postRecords(viewer, ids)
}

/** One entry for all posts of an answer. */
export async function auditListed(viewer: Viewer | null, ids: readonly string[]): Promise<void> {
  if (viewer !== null && isAdministrator(viewer)) await auditPrivateReads(viewer, await cachedPosts(ids))
}
