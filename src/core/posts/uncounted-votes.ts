import { users } from '../../../db/schema/users'
import { voteRecounts } from '../../../db/schema/votes'
import { FLAG, INTEGER, sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { runEvery } from '../../lib/background'
import { hotChanged } from './cache'

// The votes of a banned account are shown and do not rank: hot, top and best go by the counted votes. A ban and its end
// enter the account in `vote_recounts`, by triggers. Its votes follow in steps, each a short transaction, and each vote
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

/** By the primary key of the votes. `$counted` is what they are to say. */
function stepTexts(type: 'post' | 'comment') {
  const next = `
    SELECT ${type}_id, value FROM ${type}_votes
    WHERE user_id = $userId AND is_counted <> $counted ORDER BY ${type}_id LIMIT $limit`
  return {
    target: `
  UPDATE ${type}s SET
    uncounted_upvotes = uncounted_upvotes + iif($counted, -1, 1) * (v.value = 1),
    uncounted_downvotes = uncounted_downvotes + iif($counted, -1, 1) * (v.value = -1)
  FROM (${next}) v WHERE ${type}s.id = v.${type}_id`,
    votes: `
  UPDATE ${type}_votes SET is_counted = $counted
  WHERE user_id = $userId AND ${type}_id IN (SELECT ${type}_id FROM (${next}))`,
  }
}

const STEP_PARAMS = { userId: users.id, counted: FLAG, limit: INTEGER }
const steps = (['post', 'comment'] as const).map((type) => {
  const { target, votes } = stepTexts(type)
  return {
    target: sqlStatement(target, { params: STEP_PARAMS }),
    votes: sqlStatement(votes, { params: STEP_PARAMS }),
  }
})

/** Takes the next step for an account that was banned or unbanned. Call after that, in the same transaction. */
export async function recountVotes(tx: Tx, userId: string, limit = STEP): Promise<void> {
  if (isWaiting(tx).get({ userId }) === undefined) return
  const counted = isBanned(tx).get({ userId }) === undefined ? 1 : 0
  const changed = steps.map(({ target, votes }) => {
    target(tx).run({ userId, counted, limit })
    return votes(tx).run({ userId, counted, limit }).changes
  })
  if (changed.every((votes) => votes < limit)) done(tx).run({ userId })
  if (changed.some((votes) => votes > 0)) hotChanged(tx)
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
