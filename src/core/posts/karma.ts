import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sqlStatement } from '../../../db/statement'
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

/** Exported as texts, so that a test can check their plans. */
export const KARMA_TEXTS = {
  comment: subtractScores('SELECT author_id, upvote_count - downvote_count AS score FROM comments WHERE id = $id'),
  post: subtractScores(`
    SELECT author_id, upvote_count - downvote_count AS score FROM posts WHERE id = $id
    UNION ALL SELECT author_id, upvote_count - downvote_count FROM comments WHERE post_id = $id`),
  threadsOfAuthor: subtractScores(`
    SELECT m.author_id, m.upvote_count - m.downvote_count AS score
    FROM posts p CROSS JOIN comments m ON m.post_id = p.id WHERE p.author_id = $userId`),
  voter: subtractScores(`
    SELECT p.author_id, v.value AS score
    FROM post_votes v CROSS JOIN posts p ON p.id = v.post_id WHERE v.user_id = $userId
    UNION ALL
    SELECT m.author_id, v.value
    FROM comment_votes v CROSS JOIN comments m ON m.id = v.comment_id WHERE v.user_id = $userId`),
  voterOnPosts: `
    UPDATE posts SET upvote_count = upvote_count - (v.value = 1), downvote_count = downvote_count - (v.value = -1),
      uncounted_upvotes = uncounted_upvotes - (v.value = 1 AND NOT v.is_counted),
      uncounted_downvotes = uncounted_downvotes - (v.value = -1 AND NOT v.is_counted)
    FROM post_votes v WHERE v.user_id = $userId AND posts.id = v.post_id`,
  voterOnComments: `
    UPDATE comments SET upvote_count = upvote_count - (v.value = 1), downvote_count = downvote_count - (v.value = -1),
      uncounted_upvotes = uncounted_upvotes - (v.value = 1 AND NOT v.is_counted),
      uncounted_downvotes = uncounted_downvotes - (v.value = -1 AND NOT v.is_counted)
    FROM comment_votes v WHERE v.user_id = $userId AND comments.id = v.comment_id`,
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

const deleteOnPost = sqlStatement('DELETE FROM post_votes WHERE post_id = $id', { params: { id: posts.id } })

/** For a post that stays without its author, and so without karma. Who empties it sets its counts to 0. */
export async function deleteVotesOnPost(tx: Tx, id: string): Promise<void> {
  deleteOnPost(tx).run({ id })
}

const params = { userId: users.id }
const ofThreads = sqlStatement(KARMA_TEXTS.threadsOfAuthor, { params })
const forfeit = sqlStatement('UPDATE users SET karma = 0 WHERE id = $userId', { params })

/** Call before the author's posts are deleted, with the comments of others below them. */
export async function revokeKarmaOfAuthor(tx: Tx, userId: string): Promise<void> {
  ofThreads(tx).run({ userId })
  forfeit(tx).run({ userId })
}

const ofVoter = sqlStatement(KARMA_TEXTS.voter, { params })
const fromPosts = sqlStatement(KARMA_TEXTS.voterOnPosts, { params })
const fromComments = sqlStatement(KARMA_TEXTS.voterOnComments, { params })
const deleteCastOnPosts = sqlStatement('DELETE FROM post_votes WHERE user_id = $userId', { params })
const deleteCastOnComments = sqlStatement('DELETE FROM comment_votes WHERE user_id = $userId', { params })

/** Withdraws every vote that the user has cast. */
export async function withdrawAllVotes(tx: Tx, userId: string): Promise<void> {
  ofVoter(tx).run({ userId })
  fromPosts(tx).run({ userId })
  fromComments(tx).run({ userId })
  deleteCastOnPosts(tx).run({ userId })
  deleteCastOnComments(tx).run({ userId })
  manyPostsChanged(tx)
}
