import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { manyPostsChanged } from './cache'

// Karma is the sum over the votes that exist on what a user has written. What removes votes with what they were cast on,
// or with who cast them, takes their karma back here first, while the rows are still there to tell.

/** Takes from each author's karma the scores that `texts` lists as `author_id` and `score`. */
const subtractScores = (texts: string): string => `
  UPDATE users SET karma = karma - lost.score
  FROM (
    SELECT author_id, sum(score) AS score FROM (${texts})
    WHERE score <> 0 AND author_id IS NOT NULL GROUP BY author_id
  ) lost
  WHERE users.id = lost.author_id`

/** Each as its text, so that a test can look at its plan. */
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
    UPDATE posts SET upvote_count = upvote_count - (v.value = 1), downvote_count = downvote_count - (v.value = -1)
    FROM post_votes v WHERE v.user_id = $userId AND posts.id = v.post_id`,
  voterOnComments: `
    UPDATE comments SET upvote_count = upvote_count - (v.value = 1), downvote_count = downvote_count - (v.value = -1)
    FROM comment_votes v WHERE v.user_id = $userId AND comments.id = v.comment_id`,
} as const

const ofComment = sqlStatement(KARMA_TEXTS.comment, { params: { id: comments.id } })
const deleteOnComment = sqlStatement('DELETE FROM comment_votes WHERE comment_id = $id', {
  params: { id: comments.id },
})

/** Before a comment goes or is emptied: whoever empties it sets its counts to nothing. */
export async function revokeVotesOnComment(tx: Tx, id: string): Promise<void> {
  ofComment(tx).run({ id })
  deleteOnComment(tx).run({ id })
}

const ofPost = sqlStatement(KARMA_TEXTS.post, { params: { id: posts.id } })

/** Before a post goes, which takes the thread and the votes on both with it by their foreign keys. */
export async function revokeKarmaOfPost(tx: Tx, id: string): Promise<void> {
  ofPost(tx).run({ id })
}

const deleteOnPost = sqlStatement('DELETE FROM post_votes WHERE post_id = $id', { params: { id: posts.id } })

/** From a post that stays without its author, whose karma goes along; whoever empties it sets its counts to nothing. */
export async function dropVotesOnPost(tx: Tx, id: string): Promise<void> {
  deleteOnPost(tx).run({ id })
}

const params = { userId: users.id }
const ofThreads = sqlStatement(KARMA_TEXTS.threadsOfAuthor, { params })
const forfeit = sqlStatement('UPDATE users SET karma = 0 WHERE id = $userId', { params })

/** Before the last that the author has written goes: its posts, with what others said beneath them. */
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
