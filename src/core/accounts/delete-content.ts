import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { keyOf, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { keepingSearch } from '../../lib/search-index'
import { deleteFromThread } from '../comments/threads'
import { deletePostRow } from '../posts/changes'
import { keepingPostCounts } from '../posts/counts'
import { revokeVotesOnPost, withdrawSomeVotes } from '../posts/karma'
import { forgetModeratorsWords } from '../posts/moderators-words'
import { dropPin } from '../posts/pin-rows'
import { clearVotes, threadCounts } from '../posts/stats'
import { deletePostVersions } from '../posts/versions'

const params = { userId: users.id }

/** The last that was written: replies to oneself go before their parents. Index: comments_author. */
const newestComment = sqlStatement(
  `SELECT id FROM comments WHERE author = ${keyOf('users', 'userId')} ORDER BY key DESC LIMIT 1`,
  { returns: { id: comments.id }, params },
)
/** Index: posts_author_newest. */
const newestPost = sqlStatement(
  'SELECT id FROM posts WHERE author_id = $userId ORDER BY created_at DESC, id DESC LIMIT 1',
  { returns: pick(posts, 'id'), params },
)
const emptyPost = sqlStatement(
  "UPDATE posts SET author_id = NULL, branch = '', branch_id = NULL, content = '[deleted]', starts_at = NULL, place = NULL WHERE id = $id",
  { params: { id: posts.id } },
)

/**
 * Deletes the newest of what an account wrote, with the votes on it, or takes some of its votes back; returns whether
 * there was anything. A comment with replies becomes a placeholder; a post with comments keeps its title, without author,
 * content, date and place.
 */
export async function deleteNextContent(tx: Tx, userId: string): Promise<boolean> {
  if (await withdrawSomeVotes(tx, userId)) return true
  const comment = newestComment(tx).get({ userId })
  if (comment !== undefined) {
    await deleteFromThread(tx, comment.id)
    return true
  }
  const post = newestPost(tx).get({ userId })
  if (post === undefined) return false
  const { id } = post
  if (threadCounts(tx, id)?.threadCount === 0) {
    await deletePostRow(tx, id)
    return true
  }
  await revokeVotesOnPost(tx, id)
  clearVotes(tx, id)
  forgetModeratorsWords(tx, id)
  deletePostVersions(tx, id)
  dropPin(tx, id)
  await keepingPostCounts(tx, { id }, async () => keepingSearch(tx, 'posts', id, () => emptyPost(tx).run({ id })))
  return true
}
