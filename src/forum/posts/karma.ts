import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { postVotes } from '../../../db/schema/votes'
import { INTEGER, keyOf, pick, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { changeVotes, votesOf } from './stats'

// A user's karma is the sum of all votes on the user's posts and comments. Whoever deletes votes, with their target or
// with their voter, first subtracts their karma here, while the rows still exist.

const change = sqlStatement(`UPDATE user_stats SET karma = karma + $karma WHERE user = ${keyOf('users', 'id')}`, {
  params: { id: users.id, karma: INTEGER },
})

export const changeKarma = (tx: Tx, id: string, karma: number) => change(tx).run({ id, karma })

/** Subtracts from each author's karma the rows (`author`, a key, and `score`) of the query. */
const subtractScores = (query: string): string => `
  UPDATE user_stats SET karma = karma - lost.score
  FROM (
    SELECT author, sum(score) AS score FROM (${query}) WHERE author IS NOT NULL AND score <> 0 GROUP BY author
  ) lost
  WHERE user_stats.user = lost.author`

const AUTHOR_OF = { post: '(SELECT key FROM users WHERE id = t.author_id) AS author', comment: 't.author' } as const

const SCORE_OF_POST = `
  SELECT ${AUTHOR_OF.post}, s.upvote_count - s.downvote_count AS score
  FROM posts t CROSS JOIN post_stats s ON s.post = t.key WHERE t.id = $id`

/** Exported as texts, so that a test can check their plans. */
export const KARMA_TEXTS = {
  comment: subtractScores('SELECT author, upvote_count - downvote_count AS score FROM comments WHERE id = $id'),
  newestComments: subtractScores(`
    SELECT author, upvote_count - downvote_count AS score FROM comments
    WHERE post = ${keyOf('posts', 'id')} ORDER BY created_at DESC, id DESC LIMIT $limit`),
  postAlone: subtractScores(SCORE_OF_POST),
  post: subtractScores(`${SCORE_OF_POST}
    UNION ALL SELECT author, upvote_count - downvote_count FROM comments WHERE post = ${keyOf('posts', 'id')}`),
  postVoter: subtractScores(scoresOfVoter('post')),
  commentVoter: subtractScores(scoresOfVoter('comment')),
} as const

/** The next votes of an account, by their primary key. */
function someVotes(type: 'post' | 'comment'): string {
  return `
  SELECT ${type} AS key, value, is_counted AS isCounted FROM ${type}_votes
  WHERE user = ${keyOf('users', 'userId')} ORDER BY ${type} LIMIT $limit`
}

function scoresOfVoter(type: 'post' | 'comment'): string {
  return `SELECT ${AUTHOR_OF[type]}, v.value AS score FROM (${someVotes(type)}) v CROSS JOIN ${type}s t ON t.key = v.key`
}

function revokeVotes(type: 'post' | 'comment', karmaText: string) {
  const karma = sqlStatement(karmaText, { params: { id: TEXT } })
  const remove = sqlStatement(`DELETE FROM ${type}_votes WHERE ${type} = ${keyOf(`${type}s`, 'id')}`, {
    params: { id: TEXT },
  })
  return (tx: Tx, id: string): void => {
    karma(tx).run({ id })
    remove(tx).run({ id })
  }
}

/** Call before a comment is deleted or emptied. Who empties it sets its counts to 0. */
export const revokeVotesOnComment = revokeVotes('comment', KARMA_TEXTS.comment)

/** For a post that stays, emptied and without its author. Who empties it clears its votes. */
export const revokeVotesOnPost = revokeVotes('post', KARMA_TEXTS.postAlone)

/** Run before a post is deleted; foreign keys then delete its thread and the votes on both. */
export const revokeKarmaOfPost = sqlStatement(KARMA_TEXTS.post, { params: { id: posts.id } })

/** Run before the newest comments of a post are deleted. */
export const revokeKarmaOfNewestComments = sqlStatement(KARMA_TEXTS.newestComments, {
  params: { id: posts.id, limit: INTEGER },
})

const VOTES_AT_ONCE = 20

const params = { userId: users.id, limit: INTEGER }
const withdrawals = (['post', 'comment'] as const).map((type) => ({
  type,
  some: sqlStatement(`SELECT t.id, v.* FROM (${someVotes(type)}) v CROSS JOIN ${type}s t ON t.key = v.key`, {
    returns: { id: TEXT, key: INTEGER, ...pick(postVotes, 'value', 'isCounted') },
    params,
  }),
  karma: sqlStatement(KARMA_TEXTS[`${type}Voter`], { params }),
  remove: sqlStatement(`DELETE FROM ${type}_votes WHERE user = ${keyOf('users', 'userId')} AND ${type} = $key`, {
    params: { userId: users.id, key: INTEGER },
  }),
}))

/** Withdraws some of the votes that the user has cast; returns whether there were any. */
export function withdrawSomeVotes(tx: Tx, userId: string): boolean {
  const limit = VOTES_AT_ONCE
  for (const { type, some, karma, remove } of withdrawals) {
    const votes = some(tx).all({ userId, limit })
    if (votes.length === 0) continue
    karma(tx).run({ userId, limit })
    for (const { id, key, value, isCounted } of votes) {
      changeVotes(tx, type, id, votesOf(value, -1, isCounted - 1))
      remove(tx).run({ userId, key })
    }
    return true
  }
  return false
}
