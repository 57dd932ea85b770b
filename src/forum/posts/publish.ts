import { posts } from '../../../db/schema/posts'
import { insertInto, sql } from '../../../db/sql'
import { orNull, type Raw, toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import type { Writer } from '../../campus/authorship/writers'
import { NO_BRANCH } from '../../campus/colleges/branches'
import { findCollegeSummary } from '../../campus/colleges/directory'
import { refuse, refuseField } from '../../errors'
import type { Account, Viewer } from '../../ground/access/account'
import { type Actor, audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { type Doubt, refuseByPolicy, type Texts } from '../../ground/policy/check-texts'
import { topics } from '../../ground/settings/settings'
import { orderedIds } from '../../lib/crypto/ids'
import { message } from '../../messages/message'
import { type HeldRow, heldState, holdText } from '../held/texts'
import { ownAuthor } from './author'
import { keepingPostCounts } from './counts'
import { type EventInput, eventFields, shownEvent } from './event'
import { refuseOfficialAlias } from './official'
import type { PostRecord } from './record'
import { addPostStats } from './stats'
import { findTopic } from './topics'

// What publishing at once (service.ts) and within the hour (delayed.ts) have in common.

/** The topic as the settings spell it; 400 for an unknown one. */
export function configuredTopic(topic: string, field = 'topic'): string {
  const configured = topics()
  return findTopic(configured, topic) ?? refuseField(field, message('posts.topic', { topics: configured }))
}

export type NewPostInput = {
  title: string
  content: string
  topic: string
  isPrivate?: boolean
  official?: boolean
  /** Under a name for this thread alone. */
  alias?: boolean
} & EventInput

type CheckedPost = Raw<Pick<typeof posts, 'title' | 'content' | 'topic' | 'isPrivate' | 'startsAt' | 'place'>>

/** What readers see of a post in words. */
export const postTexts = (title: string, content: string, place?: string | null): Texts<'title' | 'content'> => ({
  title,
  content,
  ...(place ? { place } : {}),
})

/** 400 for an unknown topic, for an event in another than that of events, and what the content policy refuses. */
export async function checkPost(
  { title, content, topic, isPrivate = false, official, alias, ...sent }: NewPostInput,
  author: Viewer,
  mayHold = false,
) {
  refuseOfficialAlias({ official, alias })
  const spelling = configuredTopic(topic)
  const event = eventFields(spelling, sent)
  const checked = await refuseByPolicy(postTexts(title, content, event.place), { author, mayHold })
  const post: CheckedPost = { ...checked.texts, ...event, topic: spelling, isPrivate: toFlag(isPrivate) }
  return { checked, post }
}

/** Where a post stands among others; one that waited for a moderator has its place from before. */
type Place = { id: string; at: string }

export function nextPlace(tx: Tx): Place {
  const now = new Date()
  return { id: nextPostId(tx, now.getTime()), at: now.toISOString() }
}

/** By the primary key. */
const nextPostId = orderedIds(
  (tx: Tx, { from, until }) =>
    sql({ id: orNull(posts.id) })`SELECT max(id) AS id FROM posts WHERE id >= ${from} AND id < ${until}`.get(tx)?.id ??
    null,
)

/**
 * Adds the post, as of now without a place, with its author's college and branch, and returns its id. An official one
 * has neither author nor branch.
 */
export async function addPost(
  tx: Tx,
  actor: Actor,
  author: Account,
  post: CheckedPost,
  { id, at }: Place = nextPlace(tx),
  isOfficial = false,
): Promise<string> {
  const { collegeId, branch, branchId } =
    isOfficial || author.publicBranch === null ? { ...author, ...NO_BRANCH } : author
  const authorId = isOfficial ? null : author.id
  const row = { ...post, id, authorId, isOfficial: toFlag(isOfficial), collegeId, branch, branchId, createdAt: at }
  keepingPostCounts(tx, { id }, () => {
    insertInto(posts, { ...row, updatedAt: at }).run(tx)
    addPostStats(tx, id, at)
  })
  tell(tx, 'post.published', row)
  audit(tx, actor, {
    action: isOfficial ? 'admin:wrote:post' : 'user:created:post',
    entityType: 'post',
    entityId: id,
    after: { topic: post.topic, isPrivate: post.isPrivate === 1 },
  })
  return id
}

export const missing = (): never => refuse('NOT_FOUND', 'posts.missing')

/** Keeps the post for a moderator to decide, at the place that it will have. */
export function holdPost(
  tx: Tx,
  writer: Writer,
  post: CheckedPost,
  { id, at }: Place,
  doubts: readonly Doubt[],
): PostRecord {
  const held = { ...post, id, createdAt: at, type: 'post' } as const
  holdText(tx, writer, held, doubts)
  return heldPostRecord(writer.author, { ...held, refusedAt: null })
}

type HeldPost = Pick<HeldRow, keyof CheckedPost | 'id' | 'createdAt' | 'refusedAt'>

/** As its author sees it: like a post that nobody has found yet. */
export function heldPostRecord(author: Account, row: HeldPost): PostRecord {
  const { id, title, content, topic, startsAt, place, isPrivate, createdAt } = row
  const college = findCollegeSummary(author.collegeId) ?? refuse('INTERNAL')
  return {
    id,
    title: title ?? '',
    content,
    topic: topic ?? '',
    ...shownEvent({ startsAt, place }),
    isPrivate: isPrivate === 1,
    ...{ views: 0, upvoteCount: 0, downvoteCount: 0, commentsCount: 0, userVote: null, bookmarked: false },
    ...{ createdAt, updatedAt: createdAt },
    postedBy: ownAuthor(author, college),
    held: heldState(row),
  }
}
