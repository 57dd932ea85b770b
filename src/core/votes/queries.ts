import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postChanged } from '../posts/cache'
import type { VoteValue } from '../posts/vote-type'
import type { VotesCounted } from './record'
import type { VoteChange } from './rules'

type TargetType = 'post' | 'comment'
type Key = { userId: string; targetId: string }

export type VoteRow = { id: string; value: VoteValue; createdAt: string }

/** Everything by primary key; the same texts for posts and for comments. */
const onTarget = (type: TargetType) => ({
  vote: sqlStatement<VoteRow, Key>(`
    SELECT id, value, created_at AS createdAt FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId`),
  insert: sqlStatement<never, Key & VoteRow>(`
    INSERT INTO ${type}_votes (user_id, ${type}_id, id, value, created_at) VALUES ($userId, $targetId, $id, $value, $createdAt)
    ON CONFLICT DO NOTHING`),
  update: sqlStatement<never, Key & { value: VoteValue }>(
    `UPDATE ${type}_votes SET value = $value WHERE user_id = $userId AND ${type}_id = $targetId`,
  ),
  remove: sqlStatement<VoteRow, Key>(`
    DELETE FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId
    RETURNING id, value, created_at AS createdAt`),
  counted: sqlStatement<VotesCounted, { id: string }>(
    `SELECT upvote_count AS upvoteCount, downvote_count AS downvoteCount FROM ${type}s WHERE id = $id`,
  ),
  count: sqlStatement<VotesCounted, { id: string; upvotes: number; downvotes: number }>(`
    UPDATE ${type}s SET upvote_count = upvote_count + $upvotes, downvote_count = downvote_count + $downvotes
    WHERE id = $id
    RETURNING upvote_count AS upvoteCount, downvote_count AS downvoteCount`),
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

const shiftKarma = sqlStatement<never, { authorId: string; karma: number }>(
  'UPDATE users SET karma = karma + $karma WHERE id = $authorId',
)

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
