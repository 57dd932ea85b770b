import { posts } from '../../../db/schema/posts'
import { sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { keepingPostCounts } from './counts'
import { revokeKarmaOfPost } from './karma'

const deletePost = sqlStatement('DELETE FROM posts WHERE id = $id', { params: { id: posts.id } })

/** Deletes the post and, by its foreign key, its thread, and revokes the karma of both. */
export async function removePost(tx: Tx, id: string): Promise<void> {
  await revokeKarmaOfPost(tx, id)
  await keepingPostCounts(tx, { id }, async () => deletePost(tx).run({ id }))
}
