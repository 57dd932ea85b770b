import type { Connection, Tx } from '../../../db/storage'
import { ownerOf } from '../aliases/aliases'
import { publishToUser, publishWithPong } from './entries'

/** Who is told of what happened to an author: the account, by its own settings, be it under an alias. */
export type Recipient = {
  userId: string
  /** The author is an alias: nothing may be seen of the moment at which its account is told. */
  isOfAlias: boolean
}

/** Null for what the account did itself, under any of its names. `actorId`: null for what is said officially. */
export function recipientOf(db: Connection, authorId: string, actorId: string | null): Recipient | null {
  const userId = ownerOf(db, authorId)
  const isOwn = actorId !== null && ownerOf(db, actorId) === userId
  return isOwn ? null : { userId, isOfAlias: userId !== authorId }
}

/** Publishes a notification to the sockets of its recipient. */
export const publish = (tx: Tx, { userId, isOfAlias }: Recipient, id: string): void =>
  (isOfAlias ? publishWithPong : publishToUser)(tx, userId, id)
