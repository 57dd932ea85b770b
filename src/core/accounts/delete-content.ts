import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { deleteFromThread } from '../comments/threads'
import { deleteAuthorCounts, keepingPostCounts } from '../posts/counts'
import { deleteVotesOnPost, revokeKarmaOfAuthor, withdrawAllVotes } from '../posts/karma'
import { deletePostVersions } from '../posts/versions'
import { announceRemovalsOf } from '../webhooks/outbox'

const params = { userId: users.id }

/** Latest first, so that replies to oneself go before their parents. Index: comments_author_newest. */
const commentsOfUser = sqlStatement(
  'SELECT id FROM comments WHERE author_id = $userId ORDER BY created_at DESC, id DESC',
  {
    returns: { id: comments.id },
    params,
  },
)
const postsWithComments = sqlStatement('SELECT id FROM posts WHERE author_id = $userId AND thread_count > 0', {
  returns: { id: posts.id },
  params,
})
const emptyPost = sqlStatement(
  "UPDATE posts SET author_id = NULL, branch = '', branch_id = NULL, content = '[deleted]', upvote_count = 0, downvote_count = 0, uncounted_upvotes = 0, uncounted_downvotes = 0 WHERE id = $id",
  { params: { id: posts.id } },
)
const deleteOtherPosts = sqlStatement('DELETE FROM posts WHERE author_id = $userId', { params })

/**
 * Deletes the posts and comments of an account, the votes on them, and the votes that the account cast. A comment with
 * replies becomes a placeholder; a post with comments keeps its title, without author and content. Returns the numbers
 * of deleted texts.
 */
export async function deleteContent(tx: Tx, userId: string): Promise<{ posts: number; comments: number }> {
  await announceRemovalsOf(tx, userId)
  await withdrawAllVotes(tx, userId)
  const ownComments = commentsOfUser(tx).all({ userId })
  for (const { id } of ownComments) await deleteFromThread(tx, id)
  const commented = postsWithComments(tx).all({ userId })
  for (const { id } of commented) {
    await deleteVotesOnPost(tx, id)
    deletePostVersions(tx, id)
    await keepingPostCounts(tx, { id }, async () => emptyPost(tx).run({ id }))
  }
  await revokeKarmaOfAuthor(tx, userId)
  const { changes } = await keepingPostCounts(tx, { authorId: userId }, async () =>
    deleteOtherPosts(tx).run({ userId }),
  )
  await deleteAuthorCounts(tx, userId)
  return { posts: commented.length + changes, comments: ownComments.length }
}
