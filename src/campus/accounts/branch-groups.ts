import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { FLAG, orNull, pick, type Raw, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { forgetAccount } from '../../ground/access/account'
import { firstMonthOfMembers } from '../../ground/access/membership'
import { clockDoubt } from '../../ground/audit/day-notes'
import { tell } from '../../ground/parts'
import { inBackground } from '../../lib/process/background'
import { today } from '../../lib/text/coarse-time'
import { availableBranches, type ChosenBranch, NO_BRANCH } from '../colleges/branches'

// A branch that few of a college study narrows a pseudonym down to those few. So it is shown (`users.branch_shown`) only
// while the group has `MIN_GROUP` active members, and the posts of others carry none: no list has to filter, and no
// total can tell. Alumni do not count, because whoever knows the campus knows that they are gone; but their branch is
// shown or hidden with that of the others, or it would tell who they are. The write that takes a group across the line
// changes its first members and their posts, and further writes the others.

const GROUP = { collegeId: users.collegeId, branchKey: TEXT }
type Group = Raw<typeof GROUP>

const groupOf = (id: string) => sql(GROUP)`
  SELECT college_id AS collegeId, branch_key AS branchKey FROM users WHERE id = ${id} AND status = 'ACTIVE'`

/** Requests wait while one write shows or hides the branch of so many users. */
const USERS_PER_WRITE = 200

/** From which month on somebody counts as a member. A clock that suddenly is far ahead makes nobody an alumnus. */
const firstMonth = (db: Connection): string => {
  const doubt = clockDoubt(db)
  return firstMonthOfMembers(doubt && Date.parse(doubt.last))
}

/**
 * Shows or hides the branch of users who differ from what the size of the group asks for. Returns whether there may be
 * more.
 */
function regroupSome(tx: Tx, group: Group): boolean {
  const limit = config.minGroup
  const inGroup = sql`college_id = ${group.collegeId} AND branch_key = ${group.branchKey} AND status = 'ACTIVE'`
  // Index: users_group, as the next. Counts no further than it must.
  const { isShown } = sql({ isShown: FLAG })`
    SELECT count(*) >= ${limit} AS isShown FROM (
      SELECT 1 FROM users WHERE ${inGroup} AND verified_at >= ${firstMonth(tx)} LIMIT ${limit})`.get(tx)!
  // By the id, which is random: another order would tell alumni apart while the rest waits.
  const some = sql(pick(users, 'id', 'branch', 'branchId'))`
    SELECT id, branch, branch_id AS branchId FROM users WHERE ${inGroup} AND branch_shown = ${1 - isShown}
    ORDER BY id LIMIT ${USERS_PER_WRITE}`.all(tx)
  for (const { id, ...branch } of some) {
    sql`UPDATE users SET branch_shown = ${isShown} WHERE id = ${id}`.run(tx)
    tell(tx, 'branch.shown', { userId: id, ...(isShown ? branch : NO_BRANCH) })
    forgetAccount(tx, id)
  }
  return some.length === USERS_PER_WRITE
}

async function regroupAll(group: Group): Promise<void> {
  while (await storage.write((tx) => regroupSome(tx, group)));
}

/** The rest of a large group follows in writes of its own. */
function regroup(tx: Tx, group: Group | undefined): void {
  if (group !== undefined && regroupSome(tx, group))
    tx.afterCommit(() => inBackground('showing or hiding a branch', () => regroupAll(group)))
}

/** Call for a new user with a branch. */
export const regroupOf = (tx: Tx, userId: string): void => regroup(tx, groupOf(userId).get(tx))

/**
 * Runs a change of a user's status, college or branch, or the user's deletion. A change of the branch sets
 * `branch_shown` to 0.
 */
export function keepingBranchGroups<T>(tx: Tx, userId: string, change: () => T): T {
  const before = groupOf(userId).get(tx)
  const changed = change()
  const after = groupOf(userId).get(tx)
  regroup(tx, before)
  if (!Bun.deepEquals(before, after)) regroup(tx, after)
  return changed
}

/** The user's posts move to the new branch, too. */
export function moveToBranch(tx: Tx, id: string, branch: ChosenBranch): void {
  const change = { ...branch, branchShown: false, updatedAt: today() }
  keepingBranchGroups(tx, id, () => tx.orm.update(users).set(change).where(eq(users.id, id)).run())
  const { branchShown } = tx.orm.select(pick(users, 'branchShown')).from(users).where(eq(users.id, id)).get() ?? {}
  if (!branchShown) tell(tx, 'branch.shown', { userId: id, ...NO_BRANCH })
  forgetAccount(tx, id)
}

/**
 * Call before serving, after a seed and every day: `MIN_GROUP` may have changed, and memberships end by themselves. Writes nothing where nothing has: a start on a full
 * disk serves what can be read, but not the branch of a group that is too small.
 */
export async function reconcileBranchGroups(): Promise<void> {
  const since = firstMonth(storage.reader)
  // Index: users_group. Skips from one group to the next: a scan of all accounts takes a start 60 ms for 100,000.
  for (const { collegeId, branchKey } of sql({ ...GROUP, branchKey: orNull(TEXT) })`
    WITH RECURSIVE first (number) AS (
      SELECT rowid FROM (SELECT rowid FROM users WHERE status = 'ACTIVE' ORDER BY college_id, branch_key LIMIT 1)
      UNION ALL
      SELECT coalesce(
        (SELECT rowid FROM users WHERE college_id = u.college_id AND branch_key > u.branch_key AND status = 'ACTIVE'
          ORDER BY branch_key LIMIT 1),
        (SELECT rowid FROM users WHERE college_id > u.college_id AND status = 'ACTIVE'
          ORDER BY college_id, branch_key LIMIT 1))
      FROM first CROSS JOIN users u ON u.rowid = first.number
    ), grouped AS (
      SELECT u.college_id AS collegeId, u.branch_key AS branchKey, (
        SELECT count(*) FROM (SELECT 1 FROM users WHERE college_id = u.college_id AND branch_key = u.branch_key
          AND status = 'ACTIVE' AND branch_shown IN (0, 1) AND verified_at >= ${since} LIMIT ${config.minGroup})
      ) >= ${config.minGroup} AS isShown
      FROM first CROSS JOIN users u ON u.rowid = first.number
    )
    SELECT collegeId, branchKey FROM grouped WHERE EXISTS (SELECT 1 FROM users
      WHERE college_id = collegeId AND branch_key = branchKey AND status = 'ACTIVE'
        AND branch_shown = NOT isShown)`.all(storage.reader))
    if (branchKey !== null) await regroupAll({ collegeId, branchKey })
}

// Branches of administrators, who choose none.

/** Of administrators of a college that has neither a branch nor a student yet. */
const FIRST_BRANCH: ChosenBranch = { branch: 'General', branchId: null }

/**
 * The branch of a random student, so that branches tell administrators and students of a college apart nowhere; while
 * it has no students, a random one that they could choose.
 */
export function drawBranch(db: Connection, collegeId: string): ChosenBranch {
  // Index: users_college, whose condition the query repeats.
  const student = sql(pick(users, 'branch', 'branchId'))`
    SELECT branch, branch_id AS branchId FROM users
    WHERE college_id = ${collegeId} AND status = 'ACTIVE' AND status <> 'ALIAS' AND role = 'user'
    ORDER BY random() LIMIT 1`.get(db)
  if (student !== undefined) return student
  const available = availableBranches(db, collegeId)
  const drawn = available[randomInt(Math.max(available.length, 1))]
  return drawn ? { branch: drawn.code, branchId: drawn.id } : FIRST_BRANCH
}

/**
 * Call before serving, every day and once a student has a branch: administrators who are older than the branches of their
 * college get one that its students have. Writes nothing where nothing has to be.
 */
export async function redrawFirstBranches(): Promise<void> {
  // Index: users_role, whose condition the query repeats; the plus keeps users_branch out.
  for (const { id, collegeId } of sql(pick(users, 'id', 'collegeId'))`
    SELECT id, college_id AS collegeId FROM users WHERE role <> 'user' AND branch = ${FIRST_BRANCH.branch} AND
    +branch_id IS NULL`.all(storage.reader)) {
    const drawn = drawBranch(storage.reader, collegeId)
    if (drawn.branchId !== null || drawn.branch !== FIRST_BRANCH.branch)
      await storage.write((tx) => moveToBranch(tx, id, drawn))
  }
}
