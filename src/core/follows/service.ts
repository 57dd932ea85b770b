import { followNews, follows } from '../../../db/schema/follows'
import { users } from '../../../db/schema/users'
import { INTEGER, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { configuredTopic } from '../posts/publish'
import { type NamedPost, readableTitles } from '../posts/record'
import { postFacts, readablePost } from '../posts/visibility'

// Posts and topics of which a user is told news (notifications/follow-news.ts). Nobody but its owner can read it, and
// nothing is followed by itself: who writes is told of replies anyway.

type FollowKind = (typeof follows.kind.enumValues)[number]

export const MAX_FOLLOWS: Readonly<Record<FollowKind, number>> = { post: 500, topic: 100 }

export const LISTED = { userId: users.id, kind: TEXT, target: TEXT }

/** What a user follows and what a user mutes are lists of the same form. */
export const listStatements = (list: 'follows' | 'mutes') => ({
  remove: sqlStatement(`DELETE FROM ${list} WHERE user_id = $userId AND kind = $kind AND target = $target`, {
    params: LISTED,
  }),
  count: sqlStatement(`SELECT count(*) AS count FROM ${list} WHERE user_id = $userId AND kind = $kind`, {
    returns: { count: INTEGER },
    params: { userId: users.id, kind: TEXT },
  }),
  /** By the primary key; a user has some hundreds at most. */
  ofUser: sqlStatement(`SELECT kind, target FROM ${list} WHERE user_id = $userId ORDER BY created_at DESC, target`, {
    returns: { kind: TEXT, target: TEXT },
    params: { userId: users.id },
  }),
})

const { remove, count, ofUser } = listStatements('follows')
export const followedBy = ofUser

const insert = sqlStatement(
  `INSERT INTO follows (user_id, kind, target, post_id, through, created_at)
  VALUES ($userId, $kind, $target, CASE $kind WHEN 'post' THEN $target END, $now, $now)
  ON CONFLICT DO NOTHING`,
  { params: { ...LISTED, now: follows.createdAt } },
)
/** Somebody looks now and then for new posts of a topic that is followed. */
const watch = sqlStatement(
  `INSERT INTO follow_news (kind, target, due_at, through) VALUES ('topic', $target, $now, $now) ON CONFLICT DO NOTHING`,
  { params: { target: followNews.target, now: followNews.dueAt } },
)

/** The newest first of each kind. */
export function listFollows(user: Viewer): { posts: NamedPost[]; topics: string[] } {
  const rows = ofUser(storage.reader).all({ userId: user.id })
  const ofKind = (kind: FollowKind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  return { posts: readableTitles(storage.reader, user, ofKind('post')), topics: ofKind('topic') }
}

type FollowInput = { kind: FollowKind; target: string }

/** Refuses a post as reading it does, and 403 `BLOCK_RELATION`; 400 for an unknown topic; 409 `CONFLICT` beyond the limit. */
export async function follow(user: Viewer, { kind, target: text }: FollowInput): Promise<{ followed: true }> {
  const topic = kind === 'topic' ? configuredTopic(text, 'target') : undefined
  return writeAs(user, 'reader', (tx, user) => {
    const post = topic === undefined ? readablePost(tx, user, text) : undefined
    if (post !== undefined) refuseBlockRelation(tx, user.id, post.authorId)
    const target = post?.id ?? topic ?? text
    const [key, now] = [{ userId: user.id, kind, target }, new Date().toISOString()]
    if (insert(tx).run({ ...key, now }).changes === 0) return { followed: true }
    if (kind === 'topic') watch(tx).run({ target, now })
    if ((count(tx).get(key)?.count ?? 0) > MAX_FOLLOWS[kind])
      refuse('CONFLICT', message('follows.tooMany', { max: MAX_FOLLOWS[kind] }))
    note(tx, user, `user:followed:${kind}`, { kind, target })
    return { followed: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unfollow(user: Viewer, { kind, target }: FollowInput): Promise<{ followed: false }> {
  return writeAs(user, 'reader', (tx, user) => {
    const { changes } = remove(tx).run({ userId: user.id, kind, target })
    if (changes > 0) note(tx, user, `user:unfollowed:${kind}`, { kind, target })
    return { followed: false }
  })
}

type Followed = `user:${'followed' | 'unfollowed'}:${FollowKind}`

function note(tx: Tx, user: Viewer, action: Followed, { kind, target }: FollowInput): void {
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  const entry = { action, entityType: 'user', entityId: user.id, metadata: { target } } as const
  auditUnlessOwnAlias(tx, user, authorId, entry)
}
