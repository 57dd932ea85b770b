import { userBlocks } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { FLAG } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { Cache } from '../../lib/process/cache'

// SQL text: every vote, comment and feed runs these.

/** Whether either of the two has blocked the other. */
export const isBlockRelation = (db: Connection, a: string, b: string): boolean =>
  sql({ found: FLAG })`
    SELECT 1 AS found FROM user_blocks
    WHERE (blocker_id = ${a} AND blocked_id = ${b}) OR (blocker_id = ${b} AND blocked_id = ${a})
    LIMIT 1`.get(db) !== undefined

/** 403 `BLOCK_RELATION` when one of the two has blocked the other. */
export function refuseBlockRelation(db: Connection, viewerId: string, otherId: string | null): void {
  if (otherId !== null && isBlockRelation(db, viewerId, otherId)) refuse('BLOCK_RELATION')
}

/** The ids of everybody with whom the user has a block relation. */
export const blockedUserIds = (db: Connection, userId: string): string[] =>
  sql({ id: userBlocks.blockedId })`
    SELECT blocked_id AS id FROM user_blocks WHERE blocker_id = ${userId}
    UNION
    SELECT blocker_id FROM user_blocks WHERE blocked_id = ${userId}`
    .all(db)
    .map(({ id }) => id)

/** Users with a block relation with a viewer. */
export type Blocks = {
  users: ReadonlySet<string>
  /** New at each load, so that pages cached under an earlier one are never used again. */
  serial: number
}

/** By viewer's id. */
export const blocks = new Cache<string, Blocks>('blocks', 20_000)

/** Call after a change of the users' block relations. */
export function blocksChanged(tx: Tx, ...userIds: string[]): void {
  tx.afterCommit(() => {
    for (const id of userIds) blocks.drop(id)
  })
}
