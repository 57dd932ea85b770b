import { eq, isNotNull } from 'drizzle-orm'
import { branches, collegeBranches } from '../../../db/schema/colleges'
import { posts } from '../../../db/schema/posts'
import { hasRow, sql } from '../../../db/sql'
import { INTEGER, orNull } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { reconcileBranchGroups } from '../../campus/accounts/branch-groups'
import { readBranch, requireBranch } from '../../campus/colleges/branches'
import type { Branch, BranchUse } from '../../campus/colleges/schemas'
import { config } from '../../config'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { every } from '../../lib/process/background'
import { dropAllCaches } from '../../lib/process/cache'
import { repeatForAStep } from '../posts/changes'
import { keepingPostCounts } from '../posts/counts'

// A merge moves people and colleges in one write, because a group that is half moved could fall below `MIN_GROUP`. Posts
// have indexes and totals by their branch, so they follow in steps, and other writes go between. `merged_into`
// remembers it, and the response waits for the last step.

const POSTS_AT_ONCE = 20

/**
 * What a merge of the branch would move. Few people are none: administrators are not shown a small branch either. 404.
 */
export function readBranchUse(id: string): BranchUse {
  readBranch(id)
  // The posts' total is that of the list that everybody can filter: it counts no post of a hidden branch.
  const { people, posts } = sql({ people: INTEGER, posts: orNull(INTEGER) })`
    SELECT (SELECT count(*) FROM users WHERE branch_id = ${id}) AS people,
    (SELECT sum(count) FROM post_counts WHERE facet = 'branch' AND value = ${id}) AS posts`.get(storage.reader)!
  return { people: people - (people % Math.max(config.minGroup, 1)), posts: posts ?? 0 }
}

type Stored = ReturnType<typeof requireBranch>
/** SQL: a text that stores the name follows the name, and one that stores the code the code. */
const moved = (from: Stored, into: Stored) =>
  sql`branch_id = ${into.id}, branch = CASE branch WHEN ${from.name} THEN ${into.name} ELSE ${into.code} END`

function moveColleges(tx: Tx, fromId: string, intoId: string): void {
  sql`
    INSERT OR IGNORE INTO college_branches (college_id, branch_id)
    SELECT college_id, ${intoId} FROM college_branches WHERE branch_id = ${fromId}`.run(tx)
  tx.orm.delete(collegeBranches).where(eq(collegeBranches.branchId, fromId)).run()
}

/** Merges the branch into another one and deletes it. Sent again, it goes on. 404, 409 `CONFLICT`. */
export async function mergeBranch(user: Viewer, id: string, intoId: string): Promise<Branch> {
  await writeAs(user, 'admin', (tx, user) => beginMerge(tx, user, id, intoId))
  await reconcileBranchGroups()
  await finishMerge(id)
  return readBranch(intoId)
}

function beginMerge(tx: Tx, user: Viewer, id: string, intoId: string): void {
  const [from, into] = [requireBranch(tx, id), requireBranch(tx, intoId)]
  if (id === intoId) refuse('CONFLICT', 'branches.sameBranch')
  if (from.mergedInto === intoId) return
  if (from.mergedInto !== null || into.mergedInto !== null) refuse('CONFLICT', 'branches.merging')
  if (tx.orm.select().from(branches).where(eq(branches.mergedInto, id)).get()) refuse('CONFLICT', 'branches.merging')
  if (into.closedAt !== null) refuse('CONFLICT', 'branches.intoClosed')
  // Whoever compares two days would see which of the many carried no branch before.
  // Index: users_branch.
  const shown = sql`FROM users WHERE branch_id IN (${id}, ${intoId}) AND status = 'ACTIVE'
    GROUP BY college_id HAVING count(DISTINCT branch_shown) = 2`
  if (hasRow(tx, shown)) refuse('CONFLICT', 'branches.showsFew')
  const now = new Date().toISOString()
  const change = { mergedInto: intoId, closedAt: from.closedAt ?? now, updatedAt: now }
  tx.orm.update(branches).set(change).where(eq(branches.id, id)).run()
  sql`UPDATE users SET ${moved(from, into)} WHERE branch_id = ${id}`.run(tx)
  moveColleges(tx, id, intoId)
  const before = { name: from.name, code: from.code }
  const after = { name: into.name, code: into.code, into: intoId }
  audit(tx, user, { action: 'admin:merged:branch', entityType: 'branch', entityId: id, before, after })
  tx.afterCommit(dropAllCaches)
}

async function moveSomePosts(tx: Tx, from: Stored, into: Stored): Promise<boolean> {
  const some = sql({ id: posts.id })`
    SELECT id FROM posts WHERE branch_key = ${from.id} AND branch_id = ${from.id} LIMIT ${POSTS_AT_ONCE}`.all(tx)
  if (some.length === 0) return false
  const ids = JSON.stringify(some.map(({ id }) => id))
  keepingPostCounts(tx, { ids }, () =>
    sql`UPDATE posts SET ${moved(from, into)} WHERE id IN (SELECT value FROM json_each(${ids}))`.run(tx),
  )
  return true
}

/** Resolves when the branch is gone, where its merge has begun. */
async function finishMerge(id: string): Promise<void> {
  while (
    await storage.write(async (tx) => {
      const intoId = tx.orm.select().from(branches).where(eq(branches.id, id)).get()?.mergedInto
      if (!intoId) return false
      const [from, into] = [requireBranch(tx, id), requireBranch(tx, intoId)]
      if (await repeatForAStep(() => moveSomePosts(tx, from, into))) return true
      // Whoever read the list of branches before may have offered it again.
      moveColleges(tx, id, intoId)
      tx.orm.delete(branches).where(eq(branches.id, id)).run()
      tx.afterCommit(dropAllCaches)
      return false
    })
  );
}

/** What a killed process, or a full disk, left. */
export const startBranchMerges = every(5000, 'merges of branches', async () => {
  const waiting = storage.reader.orm.select().from(branches).where(isNotNull(branches.mergedInto)).all()
  for (const { id } of waiting) await finishMerge(id)
})
