import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { configuredTopic } from '../posts/publish'
import { type NamedPost, readableTitles } from '../posts/titles'
import { postFacts, readablePost } from '../posts/visibility'
import { countFollows, deleteFollow, type FollowKind, followsOf, insertFollow } from './queries'

// Posts and topics of which a user is told news (notifications/follow-news.ts). Nobody but its owner can read it, and
// nothing is followed by itself: who writes is told of replies anyway.

export const MAX_FOLLOWS: Readonly<Record<FollowKind, number>> = { post: 500, topic: 100 }

export type FollowList = { posts: NamedPost[]; topics: string[] }

/** The newest first of each kind. */
export async function listFollows(user: Viewer): Promise<FollowList> {
  const rows = followsOf(storage.reader, user.id)
  const ofKind = (kind: FollowKind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  return { posts: readableTitles(storage.reader, user, ofKind('post')), topics: ofKind('topic') }
}

export type FollowInput = { kind: FollowKind; target: string }

/** Refuses a post as reading it does, and 403 `BLOCK_RELATION`; 400 for an unknown topic; 409 `CONFLICT` beyond the limit. */
export async function follow(user: Viewer, { kind, target: text }: FollowInput): Promise<{ followed: true }> {
  const topic = kind === 'topic' ? await configuredTopic(text, 'target') : undefined
  return writeAs(user, 'reader', async (tx, user) => {
    const post = topic === undefined ? await readablePost(tx, user, text) : undefined
    if (post !== undefined) await refuseBlockRelation(tx, user.id, post.authorId)
    const target = post?.id ?? topic ?? text
    if (!insertFollow(tx, { userId: user.id, kind, target })) return { followed: true }
    if (countFollows(tx, user.id, kind) > MAX_FOLLOWS[kind])
      refuse('CONFLICT', message('follows.tooMany', { max: MAX_FOLLOWS[kind] }))
    await note(tx, user, `user:followed:${kind}`, { kind, target })
    return { followed: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unfollow(user: Viewer, { kind, target }: FollowInput): Promise<{ followed: false }> {
  return writeAs(user, 'reader', async (tx, user) => {
    const wasFollowed = deleteFollow(tx, { userId: user.id, kind, target })
    if (wasFollowed) await note(tx, user, `user:unfollowed:${kind}`, { kind, target })
    return { followed: false }
  })
}

type Followed = `user:${'followed' | 'unfollowed'}:${FollowKind}`

async function note(tx: Tx, user: Viewer, action: Followed, { kind, target }: FollowInput): Promise<void> {
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  const entry = { action, entityType: 'user', entityId: user.id, metadata: { target } } as const
  await auditUnlessOwnAlias(tx, user, authorId, entry)
}
