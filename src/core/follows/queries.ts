import { followNews, follows } from '../../../db/schema/follows'
import { INTEGER, pick, type Raw, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

export type FollowKind = (typeof follows.kind.enumValues)[number]

const KEY = pick(follows, 'userId', 'kind', 'target')
export type FollowKey = Raw<typeof KEY>

const insert = sqlStatement(
  `INSERT INTO follows (user_id, kind, target, post_id, through, created_at)
  VALUES ($userId, $kind, $target, CASE $kind WHEN 'post' THEN $target END, $now, $now)
  ON CONFLICT DO NOTHING`,
  { params: { ...KEY, now: follows.createdAt } },
)
/** Somebody looks now and then for new posts of a topic that is followed (notifications/follow-news.ts). */
const watch = sqlStatement(
  `INSERT INTO follow_news (kind, target, due_at, through) VALUES ('topic', $target, $now, $now) ON CONFLICT DO NOTHING`,
  { params: { target: followNews.target, now: followNews.dueAt } },
)
/** Returns false for what is followed already. */
export function insertFollow(tx: Tx, key: FollowKey): boolean {
  const now = new Date().toISOString()
  if (insert(tx).run({ ...key, now }).changes === 0) return false
  if (key.kind === 'topic') watch(tx).run({ target: key.target, now })
  return true
}

const remove = sqlStatement('DELETE FROM follows WHERE user_id = $userId AND kind = $kind AND target = $target', {
  params: KEY,
})
export const deleteFollow = (tx: Tx, key: FollowKey): boolean => remove(tx).run(key).changes > 0

const count = sqlStatement('SELECT count(*) AS count FROM follows WHERE user_id = $userId AND kind = $kind', {
  returns: { count: INTEGER },
  params: pick(follows, 'userId', 'kind'),
})
export const countFollows = (db: Connection, userId: string, kind: FollowKind): number =>
  count(db).get({ userId, kind })?.count ?? 0

const ROW = pick(follows, 'kind', 'target')

/** By the primary key; a user has some hundreds at most. */
const ofUser = sqlStatement(
  'SELECT kind, target FROM follows WHERE user_id = $userId ORDER BY created_at DESC, target',
  { returns: ROW, params: { userId: follows.userId } },
)
export const followsOf = (db: Connection, userId: string): Raw<typeof ROW>[] => ofUser(db).all({ userId })
