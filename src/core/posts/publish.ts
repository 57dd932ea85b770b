import { toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { message } from '../../messages/message'
import type { Account, Viewer } from '../access/account'
import { type Actor, audit } from '../audit/audit'
import { NO_BRANCH } from '../colleges/branches'
import { refuseByPolicy, type Texts } from '../policy/check-texts'
import { topics } from '../settings/settings'
import { announcePost } from '../webhooks/outbox'
import { keepingPostCounts } from './counts'
import { type EventInput, eventFields } from './event'
import { refuseOfficialAlias } from './official'
import { findTopic } from './topics'
import { insertPost, nextPostId, type PostInsert } from './write-queries'

// What publishing at once (service.ts) and within the hour (delayed.ts) have in common.

/** The topic as the settings spell it; 400 for an unknown one. */
export async function configuredTopic(topic: string, field = 'topic'): Promise<string> {
  const configured = await topics()
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

export type CheckedPost = Pick<PostInsert, 'title' | 'content' | 'topic' | 'isPrivate' | 'startsAt' | 'place'>

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
  const spelling = await configuredTopic(topic)
  const event = eventFields(spelling, sent)
  const checked = await refuseByPolicy(postTexts(title, content, event.place), { author, mayHold })
  const post: CheckedPost = { ...checked.texts, ...event, topic: spelling, isPrivate: toFlag(isPrivate) }
  return { checked, post }
}

/** Where a post stands among others; one that waited for a moderator has its place from before. */
export type Place = { id: string; at: string }

export function nextPlace(tx: Tx): Place {
  const now = new Date()
  return { id: nextPostId(tx, now.getTime()), at: now.toISOString() }
}

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
  const row = { ...post, id, authorId, isOfficial: toFlag(isOfficial), collegeId, branch, branchId, now: at }
  await keepingPostCounts(tx, { id }, () => insertPost(tx, row))
  announcePost(tx, row)
  await audit(tx, actor, {
    action: isOfficial ? 'admin:wrote:post' : 'user:created:post',
    entityType: 'post',
    entityId: id,
    after: { topic: post.topic, isPrivate: post.isPrivate === 1 },
  })
  return id
}

export const missing = (): never => refuse('NOT_FOUND', 'posts.missing')
