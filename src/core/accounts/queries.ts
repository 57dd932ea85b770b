import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { userBlocks, users } from '../../../db/schema/users'
import { pick, type Raw, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Language } from '../../messages/template'
import { blocksChanged } from '../posts/cache'

/** Returns whether the user had not accepted the terms before. */
export async function markTermsAccepted(tx: Tx, id: string): Promise<boolean> {
  const now = new Date().toISOString()
  const isNew = and(eq(users.id, id), isNull(users.termsAcceptedAt))
  const change = { termsAcceptedAt: now, updatedAt: now }
  return tx.orm.update(users).set(change).where(isNew).returning({ id: users.id }).all().length > 0
}

type UserChange = { id: string; branch: string; branchId: string | null } | { id: string; language: Language }

export async function updateUser(tx: Tx, { id, ...change }: UserChange): Promise<void> {
  const updatedAt = new Date().toISOString()
  tx.orm
    .update(users)
    .set({ ...change, updatedAt })
    .where(eq(users.id, id))
    .run()
}

export async function userExists(db: Connection, id: string): Promise<boolean> {
  return db.orm.select({ id: users.id }).from(users).where(eq(users.id, id)).get() !== undefined
}

type Pair = { blockerId: string; blockedId: string }

/** Returns whether the block is new. */
export async function addBlock(tx: Tx, pair: Pair): Promise<boolean> {
  blocksChanged(tx, pair.blockerId, pair.blockedId)
  const block = { ...pair, createdAt: new Date().toISOString() }
  return tx.orm.insert(userBlocks).values(block).onConflictDoNothing().returning().all().length > 0
}

/** Returns whether there was a block. */
export async function removeBlock(tx: Tx, { blockerId, blockedId }: Pair): Promise<boolean> {
  blocksChanged(tx, blockerId, blockedId)
  const block = and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.blockedId, blockedId))
  return tx.orm.delete(userBlocks).where(block).returning().all().length > 0
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
