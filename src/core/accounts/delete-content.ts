import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { deleteFromThread } from '../comments/threads'
import { deleteAuthorCounts, keepingPostCounts } from '../posts/counts'
import { deleteVotesOnPost, revokeKarmaOfAuthor, withdrawAllVotes } from '../posts/karma'

const params = { userId: users.id }

/** Latest first, so that replies to oneself go before what they reply to. By the index comments_author. */
const commentsOf = sqlStatement('SELECT id FROM comments WHERE author_id = $userId ORDER BY rowid DESC', {
  returns: { id: comments.id },
  params,
})
const answeredPosts = sqlStatement('SELECT id FROM posts WHERE author_id = $userId AND thread_count > 0', {
  returns: { id: posts.id },
  params,
})
const orphanPost = sqlStatement(
  "UPDATE posts SET author_id = NULL, content = '[deleted]', upvote_count = 0, downvote_count = 0 WHERE id = $id",
  { params: { id: posts.id } },
)
const deletePosts = sqlStatement('DELETE FROM posts WHERE author_id = $userId', { params })

/**
 * Withdraws the votes that the account has cast and removes everything that it has written, with the votes on it. Where
 * others answered, a comment becomes a placeholder and a post keeps its title, without author and content. Answers how
 * many texts there were.
 */
export async function removeContent(tx: Tx, userId: string): Promise<{ posts: number; comments: number }> {
  await withdrawAllVotes(tx, userId)
  const written = commentsOf(tx).all({ userId })
  for (const { id } of written) await deleteFromThread(tx, id)
  const answered = answeredPosts(tx).all({ userId })
  for (const { id } of answered) {
    await deleteVotesOnPost(tx, id)
    await keepingPostCounts(tx, { id }, async () => orphanPost(tx).run({ id }))
  }
  await revokeKarmaOfAuthor(tx, userId)
  const { changes } = await keepingPostCounts(tx, { authorId: userId }, async () => deletePosts(tx).run({ userId }))
  await deleteAuthorCounts(tx, userId)
  return { posts: answered.length + changes, comments: written.length }
}
