import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { postVotes } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { orNull, pick, selectList } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { inMinutes, minuteOf } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { heldMark } from '../held/texts'
import { author, toAuthor } from './author'
import { type CachedPost, type PostRow, postCache, postRowById, postRows, toFacts } from './cache'
import { eventShown, shownEvent } from './event'
import { officialMark, shownOfficial } from './official'
import { type AnyViewer, auditPrivateReads, FACTS, postAccess, readAccess, withReadableThread } from './visibility'
import { toVoteType, userVote, type VoteValue } from './vote-type'

// Why a post or comment was removed, as its author may know it: not by whom, and not whether or by whom it was reported.

export const removal = namedObject(
  'Removal',
  {
    reason: nullable(t.String({ description: 'In the words of the moderator' })),
    rule: nullable(t.String({ description: 'The rule that it broke: one of the report reasons of the instance' })),
    preset: nullable(presetText),
    at: nullable(timestamp),
  },
  { description: 'For the author of what a moderator removed' },
)
type Removal = Static<typeof removal>

const COLUMNS = pick(moderationRecords, 'reason', 'rule', 'preset', 'createdAt')

const NO_RECORD = { reason: null, rule: null, preset: null, createdAt: null }

/** For what is removed now. By the index moderation_records_resource. */
export function readRemoval(db: Connection, id: string): Removal {
  const last = sql(COLUMNS)`
    SELECT reason, rule, preset, created_at AS createdAt FROM moderation_records
    WHERE resource_id = ${id} AND state = 'banned' ORDER BY created_at DESC, id DESC LIMIT 1`.get(db)
  const { createdAt, preset, ...why } = last ?? NO_RECORD
  return { ...why, preset: toPresetText(preset), at: createdAt && minuteOf(createdAt) }
}

export const postRecord = namedObject('Post', {
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
})

export type PostRecord = Static<typeof postRecord>

/** Its author and administrators see exact times, everybody else whole minutes. */
export const seesExactTimes = (viewer: AnyViewer, authorId: string | null): boolean =>
  isSelf(viewer, authorId) || isAdministrator(viewer)

/** The viewer's own vote and bookmark. */
type Mark = { vote: VoteValue | null; bookmarked: boolean }
const UNMARKED: Mark = { vote: null, bookmarked: false }

/** By the keys of the posts: one row for a vote and one without a vote for a bookmark. */
export function marksQuery(userId: string, posts: readonly number[]) {
  const [user, keys] = [sql`(SELECT key FROM users WHERE id = ${userId})`, JSON.stringify(posts)]
  return sql({ post: postVotes.post, vote: orNull(postVotes.value) })`
    SELECT v.post, v.value AS vote
    FROM json_each(${keys}) CROSS JOIN post_votes v ON v.user = ${user} AND v.post = json_each.value
    UNION ALL
    SELECT b.post, NULL FROM json_each(${keys}) CROSS JOIN bookmarks b ON b.user = ${user} AND b.post = json_each.value`
}

/** By the keys of the posts. */
function readMarks(db: Connection, viewer: AnyViewer, posts: readonly number[]): ReadonlyMap<number, Mark> {
  const marksByPost = new Map<number, Mark>()
  if (viewer === null) return marksByPost
  for (const { post, vote } of marksQuery(viewer.id, posts).all(db)) {
    const mark = marksByPost.get(post) ?? UNMARKED
    marksByPost.set(post, vote === null ? { ...mark, bookmarked: true } : { ...mark, vote })
  }
  return marksByPost
}

/** A shadow ban reads `active` to the author, who must not learn of it. */
function visibleState({ moderationState, authorId }: PostRow, viewer: AnyViewer) {
  if (isAdministrator(viewer)) return moderationState
  if (!isSelf(viewer, authorId)) return undefined
  return moderationState === 'shadow_banned' ? 'active' : moderationState
}

/** In the order of the schema, so that what is kept for strangers has the bytes, and the ETag, of any other answer. */
function toRecord(
  row: PostRow,
  viewer: AnyViewer,
  { vote, bookmarked }: Mark = UNMARKED,
  db: Connection = storage.reader,
): PostRecord {
  const { createdAt, updatedAt } = seesExactTimes(viewer, row.authorId) ? row : inMinutes(row)
  const moderationState = visibleState(row, viewer)
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
    createdAt,
    updatedAt,
    postedBy: toAuthor(row.authorId, viewer, db),
    ...shownOfficial(row),
    ...(moderationState === undefined ? {} : { moderationState }),
  }
}

/** The record of any post as the viewer sees it; for writes, which are ahead of the post cache. */
export function storedPost(db: Connection, viewer: AnyViewer, id: string): PostRecord | undefined {
  const row = postRowById(db, id)
  return row && toRecord(row, viewer, readMarks(db, viewer, [row.key]).get(row.key), db)
}

/** Any posts, whatever their state: the caller decides whether they may be read. Undefined for an unknown id. */
export const cachedPosts = (ids: readonly string[]): (CachedPost | undefined)[] =>
  postCache.getAll(ids, (missing) => {
    const stored = postRows(missing).all(storage.reader)
    return new Map(stored.map((row) => [row.id, { ...toFacts(row), row }]))
  })

/** The post whose comments the viewer may read; refuses as `readableThread` does. */
export function cachedThread(viewer: AnyViewer, postId: string): CachedPost {
  const [post] = cachedPosts([postId])
  return withReadableThread(post, viewer)
}

/** The records of the posts that the viewer may read. */
export function postRecords(viewer: AnyViewer, ids: readonly string[]): PostRecord[] {
  const posts = cachedPosts(ids)
  const readable = posts.flatMap((post) => (post && readAccess(post, viewer) === 'readable' ? [post.row] : []))
  const keys = readable.map(({ key }) => key)
  const marksByPost = readMarks(storage.reader, viewer, keys)
  return readable.map((row) => toRecord(row, viewer, marksByPost.get(row.key)))
}

/** The same for a list. What an administrator reads of other colleges' private posts is audited. */
export async function listedPosts(viewer: Viewer | null, ids: readonly string[]): Promise<PostRecord[]> {
  await auditListed(viewer, ids)
  return postRecords(viewer, ids)
}

/** One entry for all posts of an answer. */
export async function auditListed(viewer: Viewer | null, ids: readonly string[]): Promise<void> {
  if (viewer !== null && isAdministrator(viewer)) await auditPrivateReads(viewer, cachedPosts(ids))
}

/** A post in a list that is about something else. */
export const namedPost = namedObject('NamedPost', {
  postId: recordId,
  title: nullable(t.String({ description: 'Null for what one may not read any more, and across a block' })),
})
export type NamedPost = Static<typeof namedPost>

const TITLED = { ...FACTS, title: posts.title }
const TITLED_LIST = raw(selectList(TITLED, 'p'))

/**
 * In the order of the ids. A title by which nobody but its own readers learns of a private post, and nobody sees words of
 * somebody with whom there is a block relation.
 */
export function readableTitles(db: Connection, viewer: AnyViewer, ids: readonly string[]): NamedPost[] {
  // An administrator's look at a post of another college is an audit entry; a title in passing must not be one.
  const reader = viewer && { ...viewer, role: 'user' as const }
  const self = viewer?.id ?? ''
  const readable = sql(TITLED)`
    SELECT ${TITLED_LIST} FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN posts p ON p.id = wanted.value
    WHERE NOT EXISTS (
      SELECT 1 FROM user_blocks b WHERE (b.blocker_id = ${self} AND b.blocked_id = p.author_id)
        OR (b.blocker_id = p.author_id AND b.blocked_id = ${self})
    )`
    .all(db)
    .filter((row) => postAccess({ ...row, isPrivate: row.isPrivate === 1 }, reader) === 'readable')
  const byId = new Map(readable.map(({ id, title }) => [id, title]))
  return ids.map((postId) => ({ postId, title: byId.get(postId) ?? null }))
}
