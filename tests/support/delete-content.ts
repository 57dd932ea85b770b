import type { Tx } from '../../db/storage'
import { deleteAuthorCounts } from '../../src/forum/posts/counts'
import { deleteNextContent } from '../../src/keeping/erasure/delete-account'

/** All steps of the deletion of what an account wrote, in one transaction. */
export async function deleteContent(tx: Tx, userId: string) {
  while (await deleteNextContent(tx, userId));
  await deleteAuthorCounts(tx, userId)
}
