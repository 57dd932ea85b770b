import { users } from '../../../db/schema/users'
import { postVotes, voteRecounts } from '../../../db/schema/votes'
import { FLAG, INTEGER, keyOf, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { runEvery } from '../../lib/background'
import { changeVotes, votesOf } from './stats'

// The votes of a banned account are shown and do not rank: hot, top and best go by the counted votes. A ban and its end
// enter the account in `vote_recounts`. Its votes follow in steps, each a short transaction, and each vote
// says whether it counts, so that a step that a killed process did not take is taken later.

const STEP = 500
const INTERVAL_MS = 5000

const params = { userId: users.id }
const isBanned = sqlStatement("SELECT 1 AS banned FROM sanctions WHERE user_id = $userId AND kind = 'block'", {
  returns: { banned: FLAG },
  params,
})
const waiting = sqlStatement('SELECT user_id AS userId FROM vote_recounts LIMIT 1', {
  returns: { userId: voteRecounts.userId },
})
const isWaiting = sqlStatement('SELECT 1 AS found FROM vote_recounts WHERE user_id = $userId', {
  returns: { found: FLAG },
  params,
})
const done = sqlStatement('DELETE FROM vote_recounts WHERE user_id = $userId', { params })

const USER = keyOf('users', 'userId')
const STEP_PARAMS = { userId: users.id, counted: FLAG, limit: INTEGER }
/** By the primary key of the votes. `$counted` is what they are to say. */
const steps = (['post', 'comment'] as const).map((type) => ({
  type,
  next: sqlStatement(
    `SELECT t.id, t.key, v.value FROM ${type}_votes v CROSS JOIN ${type}s t ON t.key = v.${type}
    WHERE v.user = ${USER} AND v.is_counted <> $counted ORDER BY v.${type} LIMIT $limit`,
    { returns: { id: TEXT, key: INTEGER, value: postVotes.value }, params: STEP_PARAMS },
  ),
  count: sqlStatement(`UPDATE ${type}_votes SET is_counted = $counted WHERE user = ${USER} AND ${type} = $key`, {
    params: { userId: users.id, counted: FLAG, key: INTEGER },
  }),
}))

/** Takes the next step for an account that was banned or unbanned. Call after that, in the same transaction. */
export async function recountVotes(tx: Tx, userId: string, limit = STEP): Promise<void> {
  if (isWaiting(tx).get({ userId }) === undefined) return
  const counted = isBanned(tx).get({ userId }) === undefined ? 1 : 0
  const changed = steps.map(({ type, next, count }) => {
    const votes = next(tx).all({ userId, counted, limit })
    for (const { id, key, value } of votes) {
      changeVotes(tx, type, id, votesOf(value, 0, counted === 1 ? -1 : 1))
      count(tx).run({ userId, counted, key })
    }
    return votes.length
  })
  if (changed.every((votes) => votes < limit)) done(tx).run({ userId })
}

/** Takes the steps that are left. */
export async function recountWaitingVotes(limit = STEP): Promise<void> {
  for (;;) {
    const userId = waiting(storage.reader).get()?.userId
    if (userId === undefined) return
    await storage.write((tx) => recountVotes(tx, userId, limit))
  }
}

/** Now and every five seconds. The returned function stops that and waits for a run in progress. */
export const startVoteRecounts = (): (() => Promise<void>) =>
  runEvery(INTERVAL_MS, 'vote recounts', () => recountWaitingVotes())
