import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { pollVoters, postVotes } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { orNull, pick, selectList } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { inMinutes, minuteOf } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { careMark, heldMark } from '../held/texts'
import { pollFor, readPoll } from '../polls/poll'
import { shownQuestion } from '../questions/question'
import { type CachedPost, type PostRow, postCache, postRowById, postRows } from './cache'
import { author, officialMark, shown, shownFields, shownOfficial, toAuthor } from './fields'
import { toVoteType, userVote, type VoteValue } from './stats'
import { type AnyViewer, auditPrivateReads, FACTS, postAccess, readAccess, withReadableThread } from './visibility'

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

const COLUMNS = pick(moderationRecords, 'reason', 'rule', 'preset', 'createdAt')

/** For what is removed now. By the index moderation_records_resource. */
export function readRemoval(db: Connection, id: string): Static<typeof removal> {
  const last = sql(COLUMNS)`
    SELECT reason, rule, preset, created_at AS createdAt FROM moderation_records
    WHERE resource_id = ${id} AND state = 'banned' ORDER BY created_at DESC, id DESC LIMIT 1`.get(db)
  const { reason = null, rule = null, preset = null, createdAt = null } = last ?? {}
  return { reason, rule, preset: toPresetText(preset), at: createdAt && minuteOf(createdAt) }
}

export const postRecord = namedObject('Post', {
  id: recordId,
  ...shown,
  answerId: t.Optional(recordId),
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
  care: careMark,
})

export type PostRecord = Static<typeof postRecord>

/** Its author and administrators see exact times, everybody else whole minutes. */
export const seesExactTimes = (viewer: AnyViewer, authorId: string | null): boolean =>
  isSelf(viewer, authorId) || isAdministrator(viewer)

/** The viewer's own vote and bookmark. */
type Mark = { vote: VoteValue | null; bookmarked: boolean; hasPolled?: boolean }
const UNMARKED: Mark = { vote: null, bookmarked: false }

/** Of the viewer, on the posts of these keys: one row for a vote and one without a vote for a bookmark. */
export function marksOn(viewer: string, keys: readonly number[]) {
  const [user, posts] = [sql`(SELECT key FROM users WHERE id = ${viewer})`, sql`json_each(${JSON.stringify(keys)})`]
  return sql({ post: postVotes.post, vote: orNull(postVotes.value) })`
    SELECT v.post, v.value AS vote FROM ${posts} CROSS JOIN post_votes v ON v.user = ${user} AND v.post = json_each.value
    UNION ALL
    SELECT b.post, NULL FROM ${posts} CROSS JOIN bookmarks b ON b.user = ${user} AND b.post = json_each.value`
}

const pollsVotedIn = (viewer: string, keys: readonly number[]) => sql(pick(pollVoters, 'post'))`
  SELECT v.post FROM json_each(${JSON.stringify(keys)})
  CROSS JOIN poll_voters v ON v.user = (SELECT key FROM users WHERE id = ${viewer}) AND v.post = json_each.value`

function readMarks(db: Connection, viewer: AnyViewer, rows: readonly PostRow[]): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>()
  if (viewer === null) return marks
  const keys = rows.map(({ key }) => key)
  for (const { post, vote } of marksOn(viewer.id, keys).all(db)) {
    const mark = marks.get(post) ?? UNMARKED
    marks.set(post, vote === null ? { ...mark, bookmarked: true } : { ...mark, vote })
  }
  const polls = rows.flatMap(({ key, poll }) => (poll === null ? [] : [key]))
  if (polls.length === 0) return marks
  for (const { post } of pollsVotedIn(viewer.id, polls).all(db))
    marks.set(post, { ...(marks.get(post) ?? UNMARKED), hasPolled: true })
  return marks
}

/** A shadow ban reads `active` to the author, who must not learn of it. */
function visibleState({ moderationState, authorId }: PostRow, viewer: AnyViewer) {
  if (isAdministrator(viewer)) return moderationState
  if (!isSelf(viewer, authorId)) return undefined
  return moderationState === 'shadow_banned' ? 'active' : moderationState
}

/** What everybody sees alike, and nobody changes but the author. */
const shownOf = (row: PostRow, db: Connection = storage.reader) => ({
  id: row.id,
  ...shownFields(row, db),
  ...shownQuestion(row),
  ...readPoll(db, row),
  ...(row.answerId === null ? {} : { answerId: row.answerId }),
})

/** In the order of the schema, so that what is kept for strangers has the bytes, and the ETag, of any other answer. */
function toRecord(
  post: CachedPost,
  viewer: AnyViewer,
  { vote, bookmarked, hasPolled = false }: Mark = UNMARKED,
  db: Connection = storage.reader,
): PostRecord {
  const { shown } = post
  const { createdAt, updatedAt } = seesExactTimes(viewer, post.authorId) ? post : inMinutes(post)
  const moderationState = visibleState(post, viewer)
  return {
    ...shown,
    ...(shown.poll && { poll: pollFor(shown.poll, hasPolled) }),
    views: post.views,
    upvoteCount: post.upvoteCount,
    downvoteCount: post.downvoteCount,
    commentsCount: post.commentsCount,
    userVote: vote === null ? null : toVoteType(vote),
    bookmarked,
    createdAt,
    updatedAt,
    postedBy: toAuthor(post.authorId, viewer, db),
    ...shownOfficial(post),
    ...(moderationState === undefined ? {} : { moderationState }),
  }
}

/** The record of any post as the viewer sees it; for writes, which are ahead of the post cache. */
export function storedPost(db: Connection, viewer: AnyViewer, id: string): PostRecord | undefined {
  const row = postRowById(db, id)
  return row && toRecord({ ...row, shown: shownOf(row, db) }, viewer, readMarks(db, viewer, [row]).get(row.key), db)
}

/** Any posts, whatever their state: the caller decides whether they may be read. Undefined for an unknown id. */
export const cachedPosts = (ids: readonly string[]): (CachedPost | undefined)[] =>
  postCache.getAll(ids, (missing) => {
    const stored = postRows(missing).all(storage.reader)
    return new Map(stored.map((row) => [row.id, { ...row, shown: shownOf(row) }]))
  })

/** The post whose comments the viewer may read; refuses as `readableThread` does. */
export function cachedThread(viewer: AnyViewer, postId: string): CachedPost {
  const [post] = cachedPosts([postId])
  return withReadableThread(post, viewer)
}

/** The records of the posts that the viewer may read. */
export function postRecords(viewer: AnyViewer, ids: readonly string[]): PostRecord[] {
  const posts = cachedPosts(ids)
  const readable = posts.flatMap((post) => (post && readAccess(post, viewer) === 'readable' ? [post] : []))
  const marksByPost = readMarks(storage.reader, viewer, readable)
  return readable.map((post) => toRecord(post, viewer, marksByPost.get(post.key)))
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

const FACTS_OF_P = raw(selectList(FACTS, 'p'))

/**
 * In the order of the ids. A title by which nobody but its own readers learns of a private post, and nobody sees words of
 * somebody with whom there is a block relation.
 */
export function readableTitles(db: Connection, viewer: AnyViewer, ids: readonly string[]): NamedPost[] {
  // An administrator's look at a post of another college is an audit entry; a title in passing must not be one.
  const reader = viewer && { ...viewer, role: 'user' as const }
  const id = viewer?.id ?? ''
  const readable = sql({ ...FACTS, title: posts.title })`
    SELECT ${FACTS_OF_P}, p.title FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN posts p ON p.id = wanted.value
    WHERE NOT EXISTS (
      SELECT 1 FROM user_blocks b
      WHERE (b.blocker_id = ${id} AND b.blocked_id = p.author_id) OR (b.blocker_id = p.author_id AND b.blocked_id = ${id})
    )`
    .all(db)
    .filter((row) => postAccess(row, reader) === 'readable')
  const byId = new Map(readable.map(({ id, title }) => [id, title]))
  return ids.map((postId) => ({ postId, title: byId.get(postId) ?? null }))
}
