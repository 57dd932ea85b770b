import type { Tx } from '../../db/storage'
import { deleteNextContent } from '../../src/core/auth/delete-account'
import { deleteAuthorCounts } from '../../src/core/posts/counts'

/** All steps of the deletion of what an account wrote, in one transaction. */
export async function deleteContent(tx: Tx, userId: string) {
  while (await deleteNextContent(tx, userId));
  await deleteAuthorCounts(tx, userId)
}
