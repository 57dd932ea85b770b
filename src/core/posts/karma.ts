import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { manyPostsChanged } from './cache'

// A user's karma is the sum of all votes on the user's posts and comments. Whoever deletes votes, with their target or
// with their voter, first subtracts their karma here, while the rows still exist.

/** Subtracts from each author's karma the rows (`author_id`, `score`) of the query. */
const subtractScores = (query: string): string => `
  UPDATE users SET karma = karma - lost.score
  FROM (
    SELECT author_id, sum(score) AS score FROM (${query})
    WHERE score <> 0 AND author_id IS NOT NULL GROUP BY author_id
  ) lost
  WHERE users.id = lost.author_id`

/** What takes the next votes of an account back. */
function withdrawalTexts<Type extends 'post' | 'comment'>(type: Type) {
  const some = someVotes(type)
  const texts = {
    [`${type}Voter`]: subtractScores(`
      SELECT t.author_id, v.value AS score FROM (${some}) v CROSS JOIN ${type}s t ON t.id = v.${type}_id`),
    [`${type}Counts`]: `
    UPDATE ${type}s SET upvote_count = upvote_count - (v.value = 1), downvote_count = downvote_count - (v.value = -1),
      uncounted_upvotes = uncounted_upvotes - (v.value = 1 AND NOT v.is_counted),
      uncounted_downvotes = uncounted_downvotes - (v.value = -1 AND NOT v.is_counted)
    FROM (${some}) v WHERE ${type}s.id = v.${type}_id`,
    [`${type}Votes`]: `
    DELETE FROM ${type}_votes WHERE user_id = $userId AND ${type}_id IN (SELECT ${type}_id FROM (${some}))`,
  }
  return texts as Record<`${Type}${'Voter' | 'Counts' | 'Votes'}`, string>
}

/** The next votes of an account, by their primary key. */
const someVotes = (type: 'post' | 'comment'): string => `
  SELECT ${type}_id, value, is_counted FROM ${type}_votes WHERE user_id = $userId ORDER BY ${type}_id LIMIT $limit`

/** Exported as texts, so that a test can check their plans. */
export const KARMA_TEXTS = {
  comment: subtractScores('SELECT author_id, upvote_count - downvote_count AS score FROM comments WHERE id = $id'),
  newestComments: subtractScores(`
    SELECT author_id, upvote_count - downvote_count AS score FROM comments
    WHERE post_id = $id ORDER BY created_at DESC, id DESC LIMIT $limit`),
  postAlone: subtractScores('SELECT author_id, upvote_count - downvote_count AS score FROM posts WHERE id = $id'),
  post: subtractScores(`
    SELECT author_id, upvote_count - downvote_count AS score FROM posts WHERE id = $id
    UNION ALL SELECT author_id, upvote_count - downvote_count FROM comments WHERE post_id = $id`),
  ...withdrawalTexts('post'),
  ...withdrawalTexts('comment'),
} as const

const ofComment = sqlStatement(KARMA_TEXTS.comment, { params: { id: comments.id } })
const deleteOnComment = sqlStatement('DELETE FROM comment_votes WHERE comment_id = $id', {
  params: { id: comments.id },
})

/** Call before a comment is deleted or emptied. Who empties it sets its counts to 0. */
export async function revokeVotesOnComment(tx: Tx, id: string): Promise<void> {
  ofComment(tx).run({ id })
  deleteOnComment(tx).run({ id })
}

const ofPost = sqlStatement(KARMA_TEXTS.post, { params: { id: posts.id } })

/** Call before a post is deleted; foreign keys then delete its thread and the votes on both. */
export async function revokeKarmaOfPost(tx: Tx, id: string): Promise<void> {
  ofPost(tx).run({ id })
}

const ofPostAlone = sqlStatement(KARMA_TEXTS.postAlone, { params: { id: posts.id } })
const deleteOnPost = sqlStatement('DELETE FROM post_votes WHERE post_id = $id', { params: { id: posts.id } })

/** For a post that stays, emptied and without its author. Who empties it sets its counts to 0. */
export async function revokeVotesOnPost(tx: Tx, id: string): Promise<void> {
  ofPostAlone(tx).run({ id })
  deleteOnPost(tx).run({ id })
}

const ofNewest = sqlStatement(KARMA_TEXTS.newestComments, { params: { id: posts.id, limit: INTEGER } })

/** Call before the newest comments of a post are deleted. */
export async function revokeKarmaOfNewestComments(tx: Tx, postId: string, limit: number): Promise<void> {
  ofNewest(tx).run({ id: postId, limit })
}

const VOTES_AT_ONCE = 20

const params = { userId: users.id, limit: INTEGER }
const withdrawals = (['post', 'comment'] as const).map((type) => ({
  karma: sqlStatement(KARMA_TEXTS[`${type}Voter`], { params }),
  counts: sqlStatement(KARMA_TEXTS[`${type}Counts`], { params }),
  votes: sqlStatement(KARMA_TEXTS[`${type}Votes`], { params }),
}))

/** Withdraws some of the votes that the user has cast; returns whether there were any. */
export async function withdrawSomeVotes(tx: Tx, userId: string): Promise<boolean> {
  const limit = VOTES_AT_ONCE
  for (const { karma, counts, votes } of withdrawals) {
    karma(tx).run({ userId, limit })
    counts(tx).run({ userId, limit })
    if (votes(tx).run({ userId, limit }).changes === 0) continue
    manyPostsChanged(tx)
    return true
  }
  return false
}
