import { users } from '../../../db/schema/users'
import { postVotes } from '../../../db/schema/votes'
import { keyOf, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { changeKarma } from '../posts/karma'
import { changeVotes, type Voted, votesOf, votesOn } from '../posts/stats'
import type { VoteValue } from '../posts/vote-type'
import type { VoteCounts } from './record'
import type { VoteChange } from './rules'

// SQL text: every vote runs several of these.

const KEY = { userId: users.id, targetId: TEXT }
type Key = Raw<typeof KEY>

const VOTE = pick(postVotes, 'value', 'createdAt')
export type VoteRow = Raw<typeof VOTE>
const STORED = { ...VOTE, isCounted: postVotes.isCounted }
export type StoredVote = Raw<typeof STORED>

/** All by primary key. */
function statementsFor(type: Voted) {
  const [user, target] = [keyOf('users', 'userId'), keyOf(`${type}s`, 'targetId')]
  const one = `user = ${user} AND ${type} = ${target}`
  return {
    vote: sqlStatement(`SELECT ${selectList(STORED)} FROM ${type}_votes WHERE ${one}`, {
      returns: STORED,
      params: KEY,
    }),
    insert: sqlStatement(
      `INSERT INTO ${type}_votes (user, ${type}, value, created_at) VALUES (${user}, ${target}, $value, $createdAt)
      ON CONFLICT DO NOTHING`,
      { params: { ...KEY, ...VOTE } },
    ),
    update: sqlStatement(`UPDATE ${type}_votes SET value = $value WHERE ${one}`, {
      params: { ...KEY, value: postVotes.value },
    }),
    remove: sqlStatement(`DELETE FROM ${type}_votes WHERE ${one} RETURNING ${selectList(STORED)}`, {
      returns: STORED,
      params: KEY,
    }),
    count: sqlStatement(`UPDATE ${type}_votes SET is_counted = 1 WHERE ${one}`, { params: KEY }),
  }
}

const statements = { post: statementsFor('post'), comment: statementsFor('comment') }

export async function findVote(db: Connection, type: Voted, key: Key): Promise<StoredVote | undefined> {
  return statements[type].vote(db).get(key)
}

/** Returns false if the user already has a vote on the target. */
export async function insertVote(tx: Tx, type: Voted, vote: Key & VoteRow): Promise<boolean> {
  return statements[type].insert(tx).run(vote).changes > 0
}

export async function updateVote(tx: Tx, type: Voted, vote: Key & { value: VoteValue }): Promise<void> {
  statements[type].update(tx).run(vote)
}

/** Returns the deleted vote. */
export async function deleteVote(tx: Tx, type: Voted, key: Key): Promise<StoredVote | undefined> {
  const vote = statements[type].remove(tx).get(key)
  if (vote?.isCounted === 0) changeVotes(tx, type, key.targetId, votesOf(vote.value, 0, -1))
  return vote
}

/** A vote of an account that was banned and may vote again: it counts before its turn in the recount. */
export async function countVote(tx: Tx, type: Voted, key: Key, { value, isCounted }: StoredVote): Promise<void> {
  if (isCounted === 1) return
  statements[type].count(tx).run(key)
  changeVotes(tx, type, key.targetId, votesOf(value, 0, -1))
}

const targetMissing = (): never => {
  throw new Error('The target of the vote does not exist.')
}

export const readCounts = async (db: Connection, type: Voted, id: string): Promise<VoteCounts> =>
  votesOn(db, type, id) ?? targetMissing()

/** Changes the counts of the target and the karma of its author, if there still is one; returns the counts. */
export async function changeCounts(
  tx: Tx,
  type: Voted,
  { id, authorId }: { id: string; authorId: string | null },
  { karma, ...change }: VoteChange,
): Promise<VoteCounts> {
  const { upvoteCount, downvoteCount } = changeVotes(tx, type, id, change) ?? targetMissing()
  if (authorId !== null) changeKarma(tx, authorId, karma)
  return { upvoteCount, downvoteCount }
}
