import { and, desc, eq } from 'drizzle-orm'
import { userBlocks, users } from '../../../db/schema/users'
import { pick, type Raw } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { isSelf, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { isAlias } from '../aliases/aliases'
import { audit } from '../audit/audit'
import { blocksChanged } from '../posts/cache'
import { publicUserById } from './users'

// One student blocks another. What a block hides is decided by block relations (core/access/blocks.ts).

/** 400 for oneself, under any name; 404 for a user without a profile. Blocking twice changes nothing. */
export async function blockUser(user: Viewer, otherId: string): Promise<{ blocked: true }> {
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (isSelf(user, otherId)) refuseField('userId', 'accounts.cannotBlockYourself')
    if (!(await isBlockable(tx, user, otherId))) refuse('NOT_FOUND', 'accounts.missing')
    const isNew = await addBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (isNew) await audit(tx, user, { action: 'user:blocked:user', entityType: 'user', entityId: otherId })
    return { blocked: true }
  })
}

/** 404 for a user without a profile. Unblocking a user who is not blocked changes nothing. */
export async function unblockUser(user: Viewer, otherId: string): Promise<{ blocked: false }> {
  return writeAs(user, 'onboarded', async (tx, user) => {
    if (!(await isBlockable(tx, user, otherId))) refuse('NOT_FOUND', 'accounts.missing')
    const wasBlocked = await removeBlock(tx, { blockerId: user.id, blockedId: otherId })
    if (wasBlocked) await audit(tx, user, { action: 'user:unblocked:user', entityType: 'user', entityId: otherId })
    return { blocked: false }
  })
}

/** An alias has no profile; a block of it hides that name alone. */
const isBlockable = async (db: Connection, viewer: Viewer, id: string): Promise<boolean> =>
  isAlias(db, id) || (await publicUserById(db, viewer, id)) !== undefined

type Pair = { blockerId: string; blockedId: string }

/** Returns whether the block is new. */
async function addBlock(tx: Tx, pair: Pair): Promise<boolean> {
  blocksChanged(tx, pair.blockerId, pair.blockedId)
  const block = { ...pair, createdAt: new Date().toISOString() }
  return tx.orm.insert(userBlocks).values(block).onConflictDoNothing().returning().all().length > 0
}

/** Returns whether there was a block. */
async function removeBlock(tx: Tx, { blockerId, blockedId }: Pair): Promise<boolean> {
  blocksChanged(tx, blockerId, blockedId)
  const block = and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.blockedId, blockedId))
  return tx.orm.delete(userBlocks).where(block).returning().all().length > 0
}

const BLOCKED_USER = { ...pick(users, 'id', 'username', 'collegeId', 'status'), branch: users.publicBranch }
type BlockedUser = Omit<Raw<typeof BLOCKED_USER>, 'status'> & { alias?: true }

/** The users whom `blockerId` blocked, not those who blocked it. */
export async function listBlockedUsers(db: Connection, blockerId: string): Promise<BlockedUser[]> {
  const rows = db.orm
    .select(BLOCKED_USER)
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedId))
    .where(eq(userBlocks.blockerId, blockerId))
    .orderBy(desc(userBlocks.createdAt), userBlocks.blockedId)
    .limit(1000)
    .all()
  return rows.map(({ status, ...user }) => (status === 'ALIAS' ? { ...user, alias: true } : user))
}
