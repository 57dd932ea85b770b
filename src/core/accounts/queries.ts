import { desc, eq, sql } from 'drizzle-orm'
import { userBlocks, users } from '../../../db/schema/users'
import { pick, type Raw, sqlStatement, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Language } from '../../messages/template'
import { blocksChanged } from '../posts/cache'

// SQL text where the number of changed rows matters, which the builder does not return.

const accept = sqlStatement(
  'UPDATE users SET terms_accepted_at = $now, updated_at = $now WHERE id = $id AND terms_accepted_at IS NULL',
  { params: { id: users.id, now: users.updatedAt } },
)

/** Answers whether the user had not accepted the terms before. */
export async function markTermsAccepted(tx: Tx, id: string): Promise<boolean> {
  return accept(tx).run({ id, now: new Date().toISOString() }).changes > 0
}

const BRANCH = pick(users, 'id', 'branch', 'branchId')

const setBranch = sqlStatement(
  'UPDATE users SET branch = $branch, branch_id = $branchId, updated_at = $now WHERE id = $id',
  { params: { ...BRANCH, now: users.updatedAt } },
)

export async function putBranch(tx: Tx, change: Raw<typeof BRANCH>): Promise<void> {
  setBranch(tx).run({ ...change, now: new Date().toISOString() })
}

const setLanguage = sqlStatement('UPDATE users SET language = $language, updated_at = $now WHERE id = $id', {
  params: { id: users.id, language: users.language, now: users.updatedAt },
})

export async function putLanguage(tx: Tx, id: string, language: Language): Promise<void> {
  setLanguage(tx).run({ id, language, now: new Date().toISOString() })
}

const existing = sqlStatement('SELECT id FROM users WHERE id = $id', {
  returns: { id: users.id },
  params: { id: users.id },
})

export async function userExists(db: Connection, id: string): Promise<boolean> {
  return existing(db).get({ id }) !== undefined
}

const PAIR = { blockerId: userBlocks.blockerId, blockedId: userBlocks.blockedId }
type Pair = Raw<typeof PAIR>

const insertBlock = sqlStatement(
  `INSERT INTO user_blocks (blocker_id, blocked_id, created_at) VALUES ($blockerId, $blockedId, $now)
  ON CONFLICT DO NOTHING`,
  { params: { ...PAIR, now: userBlocks.createdAt } },
)
const deleteBlock = sqlStatement('DELETE FROM user_blocks WHERE blocker_id = $blockerId AND blocked_id = $blockedId', {
  params: PAIR,
})

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

const BLOCKED_USER = pick(users, 'id', 'username', 'branch', 'collegeId')
export type BlockedUserRow = Raw<typeof BLOCKED_USER>

/** By the primary key of user_blocks; latest first. */
const blocked = statement((orm) =>
  orm
    .select(BLOCKED_USER)
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedId))
    .where(eq(userBlocks.blockerId, sql.placeholder('blockerId')))
    .orderBy(desc(userBlocks.createdAt), userBlocks.blockedId)
    .limit(1000)
    .prepare(),
)

/** Those whom the user blocked, not those who blocked the user. */
export async function blockedBy(db: Connection, blockerId: string): Promise<BlockedUserRow[]> {
  return blocked(db).all({ blockerId })
}
