import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { blocksChanged } from '../posts/cache'

const accept = sqlStatement<never, { id: string; now: string }>(
  'UPDATE users SET terms_accepted_at = $now, updated_at = $now WHERE id = $id AND terms_accepted_at IS NULL',
)

/** Answers whether the user had not accepted the terms before. */
export async function markTermsAccepted(tx: Tx, id: string): Promise<boolean> {
  return accept(tx).run({ id, now: new Date().toISOString() }).changes > 0
}

type BranchOf = { id: string; branch: string; branchId: string | null }

const setBranch = sqlStatement<never, BranchOf & { now: string }>(
  'UPDATE users SET branch = $branch, branch_id = $branchId, updated_at = $now WHERE id = $id',
)

export async function putBranch(tx: Tx, change: BranchOf): Promise<void> {
  setBranch(tx).run({ ...change, now: new Date().toISOString() })
}

const bothThere = sqlStatement<{ both: number }, { a: string; b: string }>(
  'SELECT EXISTS (SELECT 1 FROM users WHERE id = $a) AND EXISTS (SELECT 1 FROM users WHERE id = $b) AS "both"',
)

/** Whether both ids name somebody. */
export async function areUsers(db: Connection, a: string, b: string): Promise<boolean> {
  return bothThere(db).get({ a, b })?.both === 1
}

type Pair = { blockerId: string; blockedId: string }

const insertBlock = sqlStatement<never, Pair & { now: string }>(`
  INSERT INTO user_blocks (blocker_id, blocked_id, created_at) VALUES ($blockerId, $blockedId, $now)
  ON CONFLICT DO NOTHING`)
const deleteBlock = sqlStatement<never, Pair>(
  'DELETE FROM user_blocks WHERE blocker_id = $blockerId AND blocked_id = $blockedId',
)

/** Answers whether the block is new. */
export async function addBlock(tx: Tx, pair: Pair): Promise<boolean> {
  blocksChanged(tx, pair.blockerId, pair.blockedId)
  return insertBlock(tx).run({ ...pair, now: new Date().toISOString() }).changes > 0
}

/** Answers whether there was a block. */
export async function removeBlock(tx: Tx, pair: Pair): Promise<boolean> {
  blocksChanged(tx, pair.blockerId, pair.blockedId)
  return deleteBlock(tx).run(pair).changes > 0
}

export type BlockedUserRow = { id: string; username: string; branch: string; collegeId: string }

/** By the primary key of user_blocks; latest first. */
const blocked = sqlStatement<BlockedUserRow, { blockerId: string }>(`
  SELECT u.id, u.username, u.branch, u.college_id AS collegeId
  FROM user_blocks b JOIN users u ON u.id = b.blocked_id
  WHERE b.blocker_id = $blockerId
  ORDER BY b.created_at DESC, b.blocked_id
  LIMIT 1000`)

/** Those whom the user blocked, not those who blocked the user. */
export async function blockedBy(db: Connection, blockerId: string): Promise<BlockedUserRow[]> {
  return blocked(db).all({ blockerId })
}
