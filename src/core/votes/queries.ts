import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { postVotes } from '../../../db/schema/votes'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postChanged } from '../posts/cache'
import type { VoteValue } from '../posts/vote-type'
import type { VotesCounted } from './record'
import type { VoteChange } from './rules'

// SQL text: every vote runs seven statements.

type TargetType = 'post' | 'comment'
const KEY = { userId: postVotes.userId, targetId: TEXT }
type Key = Raw<typeof KEY>

const VOTE = pick(postVotes, 'id', 'value', 'createdAt')
export type VoteRow = Raw<typeof VOTE>

const COUNTS = pick(posts, 'upvoteCount', 'downvoteCount')

/** Everything by primary key; the same texts, and the same types, for posts and for comments. */
const onTarget = (type: TargetType) => ({
  vote: sqlStatement(
    `SELECT ${selectList(VOTE)} FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId`,
    { returns: VOTE, params: KEY },
  ),
  insert: sqlStatement(
    `INSERT INTO ${type}_votes (user_id, ${type}_id, id, value, created_at) VALUES ($userId, $targetId, $id, $value, $createdAt)
    ON CONFLICT DO NOTHING`,
    { params: { ...KEY, ...VOTE } },
  ),
  update: sqlStatement(`UPDATE ${type}_votes SET value = $value WHERE user_id = $userId AND ${type}_id = $targetId`, {
    params: { ...KEY, value: postVotes.value },
  }),
  remove: sqlStatement(
    `DELETE FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId RETURNING ${selectList(VOTE)}`,
    { returns: VOTE, params: KEY },
  ),
  counted: sqlStatement(`SELECT ${selectList(COUNTS)} FROM ${type}s WHERE id = $id`, {
    returns: COUNTS,
    params: { id: TEXT },
  }),
  count: sqlStatement(
    `UPDATE ${type}s SET upvote_count = upvote_count + $upvotes, downvote_count = downvote_count + $downvotes
    WHERE id = $id RETURNING ${selectList(COUNTS)}`,
    { returns: COUNTS, params: { id: TEXT, upvotes: INTEGER, downvotes: INTEGER } },
  ),
})

const on = { post: onTarget('post'), comment: onTarget('comment') }

export async function findVote(db: Connection, type: TargetType, key: Key): Promise<VoteRow | undefined> {
  return on[type].vote(db).get(key)
}

/** Answers false where the user holds a vote on the target already. */
export async function insertVote(tx: Tx, type: TargetType, vote: Key & VoteRow): Promise<boolean> {
  return on[type].insert(tx).run(vote).changes > 0
}

export async function updateVote(tx: Tx, type: TargetType, vote: Key & { value: VoteValue }): Promise<void> {
  on[type].update(tx).run(vote)
}

/** Answers the vote that there was. */
export async function deleteVote(tx: Tx, type: TargetType, key: Key): Promise<VoteRow | undefined> {
  return on[type].remove(tx).get(key)
}

const NOTHING_THERE = 'a vote on something that is not there'

export async function votesOn(db: Connection, type: TargetType, id: string): Promise<VotesCounted> {
  const counted = on[type].counted(db).get({ id })
  if (counted === undefined) throw new Error(NOTHING_THERE)
  return counted
}

const shiftKarma = sqlStatement('UPDATE users SET karma = karma + $karma WHERE id = $authorId', {
  params: { authorId: users.id, karma: INTEGER },
})

/** Counts the change on the target and in its author's karma; answers the counts. What lost its author has no karma. */
export async function countChange(
  tx: Tx,
  type: TargetType,
  { id, authorId }: { id: string; authorId: string | null },
  { karma, ...change }: VoteChange,
): Promise<VotesCounted> {
  const counted = on[type].count(tx).get({ id, ...change })
  if (counted === undefined) throw new Error(NOTHING_THERE)
  if (authorId !== null) shiftKarma(tx).run({ authorId, karma })
  if (type === 'post') postChanged(tx, id)
  return counted
}
