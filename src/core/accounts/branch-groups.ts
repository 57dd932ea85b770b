import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { forgetAccount } from '../access/account'
import { NO_BRANCH } from '../colleges/branches'
import { hideBranchOfOrphans, isBranchOfOrphanShown, movePostsToBranch } from '../posts/changes'

// A branch that few of a college study narrows a pseudonym down to those few. So it is shown (`users.branch_shown`) only
// while the group has `MIN_GROUP` active members, and the posts of others carry none: no list has to filter, and no
// total can tell. The write that takes a group across the line changes its few members and their posts.

const GROUP = { collegeId: users.collegeId, branchKey: TEXT }
type Group = Raw<typeof GROUP>

const groupOf = sqlStatement(
  "SELECT college_id AS collegeId, branch_key AS branchKey FROM users WHERE id = $id AND status = 'ACTIVE'",
  { returns: GROUP, params: { id: users.id } },
)

const IN_GROUP = "college_id = $collegeId AND branch_key = $branchKey AND status = 'ACTIVE'"

/** Index: users_group. Counts no further than it must. */
const size = sqlStatement(`SELECT count(*) AS count FROM (SELECT 1 FROM users WHERE ${IN_GROUP} LIMIT $limit)`, {
  returns: { count: INTEGER },
  params: { ...GROUP, limit: INTEGER },
})

/** Index: users_group. */
const members = sqlStatement(
  `SELECT id, branch, branch_id AS branchId FROM users WHERE ${IN_GROUP} AND branch_shown = $branchShown`,
  { returns: pick(users, 'id', 'branch', 'branchId'), params: { ...GROUP, branchShown: users.branchShown } },
)

const setShown = sqlStatement('UPDATE users SET branch_shown = $branchShown WHERE id = $id', {
  params: pick(users, 'id', 'branchShown'),
})

/** Shows or hides the branch of every member who differs from what the size of the group asks for. */
async function regroup(tx: Tx, group: Group): Promise<void> {
  const limit = config.minGroup
  const isShown = (size(tx).get({ ...group, limit })?.count ?? 0) >= limit
  for (const { id, ...branch } of members(tx).all({ ...group, branchShown: isShown ? 0 : 1 })) {
    setShown(tx).run({ id, branchShown: isShown ? 1 : 0 })
    await movePostsToBranch(tx, id, isShown ? branch : NO_BRANCH)
    forgetAccount(tx, id)
  }
}

/** Call for a new user with a branch. */
export async function regroupOf(tx: Tx, userId: string): Promise<void> {
  const group = groupOf(tx).get({ id: userId })
  if (group !== undefined) await regroup(tx, group)
}

/**
 * Runs a change of a user's status, college or branch, or the user's deletion. A change of the branch sets
 * `branch_shown` to 0.
 */
export async function keepingBranchGroups<T>(tx: Tx, userId: string, change: () => Promise<T>): Promise<T> {
  const before = groupOf(tx).get({ id: userId })
  const changed = await change()
  const after = groupOf(tx).get({ id: userId })
  if (before !== undefined) await regroup(tx, before)
  if (after !== undefined && !Bun.deepEquals(before, after)) await regroup(tx, after)
  return changed
}

/** Covering index: users_group. */
const groups = sqlStatement(
  `SELECT college_id AS collegeId, branch_key AS branchKey FROM users WHERE status = 'ACTIVE'
  GROUP BY college_id, branch_key
  HAVING sum(branch_shown) <> CASE WHEN count(*) >= $limit THEN count(*) ELSE 0 END`,
  { returns: { ...GROUP, branchKey: orNull(TEXT) }, params: { limit: INTEGER } },
)

/**
 * Call before serving, and after a seed: `MIN_GROUP` may have changed. Writes nothing where nothing has: a start on a full
 * disk serves what can be read, but not the branch of a group that is too small.
 */
export async function reconcileBranchGroups(): Promise<void> {
  for (const { collegeId, branchKey } of groups(storage.reader).all({ limit: config.minGroup }))
    if (branchKey !== null) await storage.write((tx) => regroup(tx, { collegeId, branchKey }))
  if (isBranchOfOrphanShown(storage.reader)) await storage.write(hideBranchOfOrphans)
}
