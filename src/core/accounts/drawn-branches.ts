import { randomInt } from 'node:crypto'
import { users } from '../../../db/schema/users'
import { pick, sqlStatement } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { availableBranches, type ChosenBranch } from '../colleges/branches'
import { moveToBranch } from './branch-groups'

// Branches of administrators, who choose none.

/** Of administrators of a college that has neither a branch nor a student yet. */
const FIRST_BRANCH: ChosenBranch = { branch: 'General', branchId: null }

/** Index: users_college, whose condition the query repeats. */
const students = sqlStatement(
  `SELECT branch, branch_id AS branchId FROM users
  WHERE college_id = $collegeId AND status = 'ACTIVE' AND status <> 'ALIAS' AND role = 'user' ORDER BY random() LIMIT 1`,
  { returns: pick(users, 'branch', 'branchId'), params: { collegeId: users.collegeId } },
)

/**
 * The branch of a random student, so that branches tell administrators and students of a college apart nowhere; while
 * it has no students, a random one that they could choose.
 */
export async function drawBranch(db: Connection, collegeId: string): Promise<ChosenBranch> {
  const student = students(db).get({ collegeId })
  if (student !== undefined) return student
  const available = await availableBranches(db, collegeId)
  const drawn = available[randomInt(Math.max(available.length, 1))]
  return drawn ? { branch: drawn.code, branchId: drawn.id } : FIRST_BRANCH
}

/** Index: users_role, whose condition the query repeats; the plus keeps users_branch out. */
const withFirstBranch = sqlStatement(
  "SELECT id, college_id AS collegeId FROM users WHERE role <> 'user' AND branch = $branch AND +branch_id IS NULL",
  { returns: pick(users, 'id', 'collegeId'), params: pick(users, 'branch') },
)

/**
 * Call before serving, every day and once a student has a branch: administrators who are older than the branches of their
 * college get one that its students have. Writes nothing where nothing has to be.
 */
export async function redrawFirstBranches(): Promise<void> {
  for (const { id, collegeId } of withFirstBranch(storage.reader).all({ branch: FIRST_BRANCH.branch })) {
    const drawn = await drawBranch(storage.reader, collegeId)
    if (drawn.branchId !== null || drawn.branch !== FIRST_BRANCH.branch)
      await storage.write((tx) => moveToBranch(tx, id, drawn))
  }
}
