import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { postVotes } from '../../../db/schema/votes'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postChanged } from '../posts/cache'
import { hotPartsChanged } from '../posts/hot'
import type { VoteValue } from '../posts/vote-type'
import type { VoteCounts } from './record'
import type { VoteChange } from './rules'

// SQL text: every vote runs several of these.

type TargetType = 'post' | 'comment'
const KEY = { userId: postVotes.userId, targetId: TEXT }
type Key = Raw<typeof KEY>

const VOTE = pick(postVotes, 'id', 'value', 'createdAt')
export type VoteRow = Raw<typeof VOTE>
const STORED = { ...VOTE, isCounted: postVotes.isCounted }
export type StoredVote = Raw<typeof STORED>

const COUNTS = pick(posts, 'upvoteCount', 'downvoteCount')

/** What a vote changes: the counts, and of a post what its hot score is made of. */
const PARTS = {
  post: { ...COUNTS, votes: posts.topScore, comments: posts.commentsCount },
  comment: { ...COUNTS, votes: comments.topScore, comments: comments.repliesCount },
}

/** All by primary key. Posts and comments have the same texts and types. */
const statementsFor = (type: TargetType) => ({
  vote: sqlStatement(
    `SELECT ${selectList(STORED)} FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId`,
    { returns: STORED, params: KEY },
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
    `DELETE FROM ${type}_votes WHERE user_id = $userId AND ${type}_id = $targetId RETURNING ${selectList(STORED)}`,
    { returns: STORED, params: KEY },
  ),
  counts: sqlStatement(`SELECT ${selectList(COUNTS)} FROM ${type}s WHERE id = $id`, {
    returns: COUNTS,
    params: { id: TEXT },
  }),
  changeCounts: sqlStatement(
    `UPDATE ${type}s SET upvote_count = upvote_count + $upvotes, downvote_count = downvote_count + $downvotes
    WHERE id = $id RETURNING ${selectList(PARTS[type])}`,
    { returns: PARTS[type], params: { id: TEXT, upvotes: INTEGER, downvotes: INTEGER } },
  ),
  count: sqlStatement(`UPDATE ${type}_votes SET is_counted = 1 WHERE user_id = $userId AND ${type}_id = $targetId`, {
    params: KEY,
  }),
  changeUncounted: sqlStatement(
    `UPDATE ${type}s SET
      uncounted_upvotes = uncounted_upvotes - ($value = 1), uncounted_downvotes = uncounted_downvotes - ($value = -1)
    WHERE id = $id`,
    { params: { id: TEXT, value: INTEGER } },
  ),
})

const statements = { post: statementsFor('post'), comment: statementsFor('comment') }

export async function findVote(db: Connection, type: TargetType, key: Key): Promise<StoredVote | undefined> {
  return statements[type].vote(db).get(key)
}

/** Returns false if the user already has a vote on the target. */
export async function insertVote(tx: Tx, type: TargetType, vote: Key & VoteRow): Promise<boolean> {
  return statements[type].insert(tx).run(vote).changes > 0
}

export async function updateVote(tx: Tx, type: TargetType, vote: Key & { value: VoteValue }): Promise<void> {
  statements[type].update(tx).run(vote)
}

/** Returns the deleted vote. */
export async function deleteVote(tx: Tx, type: TargetType, key: Key): Promise<StoredVote | undefined> {
  const vote = statements[type].remove(tx).get(key)
  if (vote?.isCounted === 0) statements[type].changeUncounted(tx).run({ id: key.targetId, value: vote.value })
  return vote
}

/** A vote of an account that was banned and may vote again: it counts before its turn in the recount. */
export async function countVote(tx: Tx, type: TargetType, key: Key, { value, isCounted }: StoredVote): Promise<void> {
  if (isCounted === 1) return
  statements[type].count(tx).run(key)
  statements[type].changeUncounted(tx).run({ id: key.targetId, value })
}

const targetMissing = (): never => {
  throw new Error('The target of the vote does not exist.')
}

export async function readCounts(db: Connection, type: TargetType, id: string): Promise<VoteCounts> {
  return statements[type].counts(db).get({ id }) ?? targetMissing()
}

const changeKarma = sqlStatement('UPDATE users SET karma = karma + $karma WHERE id = $authorId', {
  params: { authorId: users.id, karma: INTEGER },
})

/** Changes the counts of the target and the karma of its author, if there still is one; returns the counts. */
export async function changeCounts(
  tx: Tx,
  type: TargetType,
  { id, authorId }: { id: string; authorId: string | null },
  { karma, ...change }: VoteChange,
): Promise<VoteCounts> {
  const { votes, comments, ...counts } = statements[type].changeCounts(tx).get({ id, ...change }) ?? targetMissing()
  if (authorId !== null) changeKarma(tx).run({ authorId, karma })
  if (type === 'post') {
    const after = { votes: votes ?? 0, comments }
    postChanged(tx, id)
    hotPartsChanged(tx, { ...after, votes: after.votes - karma }, after)
  }
  return counts
}
