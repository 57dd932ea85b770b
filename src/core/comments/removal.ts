import type { Tx } from '../../../db/storage'
import { takeOutComment } from './threads'

/** Removes the comment with its votes; where it has replies a placeholder stays. */
export async function removeComment(tx: Tx, id: string): Promise<void> {
  await takeOutComment(tx, id)
}
