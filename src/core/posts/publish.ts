import { toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { message } from '../../messages/message'
import type { Account } from '../access/account'
import { type Actor, audit } from '../audit/audit'
import { NO_BRANCH } from '../colleges/branches'
import { refuseByPolicy } from '../policy/check-texts'
import { topics } from '../settings/settings'
import { announcePost } from '../webhooks/outbox'
import { keepingPostCounts } from './counts'
import { insertPost, nextPostId, type PostInsert } from './queries'
import { findTopic } from './topics'

// What publishing at once (service.ts) and within the hour (delayed.ts) have in common.

/** The topic as the settings spell it; 400 for an unknown one. */
export async function configuredTopic(topic: string, field = 'topic'): Promise<string> {
  const configured = await topics()
  return findTopic(configured, topic) ?? refuseField(field, message('posts.topic', { topics: configured }))
}

export type NewPostInput = { title: string; content: string; topic: string; isPrivate?: boolean }

export type CheckedPost = Pick<PostInsert, 'title' | 'content' | 'topic' | 'isPrivate'>

/** 400 for an unknown topic, and what the content policy refuses. */
export async function checkPost({ title, content, topic, isPrivate = false }: NewPostInput) {
  const spelling = await configuredTopic(topic)
  const checked = await refuseByPolicy({ title, content })
  const post: CheckedPost = { ...checked.texts, topic: spelling, isPrivate: toFlag(isPrivate) }
  return { checked, post }
}

/** Adds the post as of now, with its author's college and branch, and returns its id. */
export async function addPost(tx: Tx, actor: Actor, author: Account, post: CheckedPost): Promise<string> {
  const { collegeId, branch, branchId } = author.publicBranch === null ? { ...author, ...NO_BRANCH } : author
  const now = new Date()
  const id = nextPostId(tx, now.getTime())
  const row = { ...post, id, authorId: author.id, collegeId, branch, branchId, now: now.toISOString() }
  await keepingPostCounts(tx, { id }, () => insertPost(tx, row))
  await announcePost(tx, row)
  await audit(tx, actor, {
    action: 'user:created:post',
    entityType: 'post',
    entityId: id,
    after: { topic: post.topic, isPrivate: post.isPrivate === 1 },
  })
  return id
}

export const missing = (): never => refuse('NOT_FOUND', 'posts.missing')
