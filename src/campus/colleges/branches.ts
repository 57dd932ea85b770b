import { eq } from 'drizzle-orm'
import { branches } from '../../../db/schema/colleges'
import { sql } from '../../../db/sql'
import { FLAG } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, adminOrOperator, audit } from '../../ground/audit/audit'
import { exactId } from '../../lib/crypto/ids'
import { dropAllCaches } from '../../lib/process/cache'
import { message } from '../../messages/message'
import { refuseDeceptive } from './deceptive-names'
import { allBranches, readOfferedBranches } from './directory'
import { type Branch, type BranchChanges, CreateBranch, decodeInput, type NewBranch } from './schemas'

const branchById = (db: Connection, id: string) => db.orm.select().from(branches).where(eq(branches.id, id)).get()

/** 404. */
export const requireBranch = (db: Connection, id: string) =>
  branchById(db, id) ?? refuse('NOT_FOUND', 'branches.missing')

/** 404. */
export function readBranch(id: string): Branch {
  const { mergedInto: _, ...branch } = requireBranch(storage.reader, id)
  return branch
}

const equalIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** A user's branch: its configured code or name, or free text without an id where the instance has no branches. */
export type ChosenBranch = { branch: string; branchId: string | null }

/** What posts carry while the branch of their author is hidden: no list is filtered by it. */
export const NO_BRANCH: ChosenBranch = { branch: '', branchId: null }

const isOpen = ({ closedAt }: Branch): boolean => closedAt === null

/** What users of the college choose from: its open branches, or every open one of the instance if it offers none. */
export function availableBranches(db: Connection, collegeId: string): Branch[] {
  const offered = readOfferedBranches(db, collegeId).filter(isOpen)
  return offered.length > 0 ? offered : allBranches(db).filter(isOpen)
}

/** Whether nobody can choose the branch any more and the text is its code or its name. */
export function isClosedBranch(db: Connection, id: string | null, text: string): boolean {
  const branch = id === null ? undefined : branchById(db, id)
  if (branch === undefined || isOpen(branch)) return false
  return [branch.code, branch.name].some((each) => equalIgnoringCase(each, text.trim()))
}

/**
 * Finds a branch among those that the college's users choose from, by code or name. Where the instance has no branches,
 * any text of 1 to 100 characters is one. 400 on `branch` otherwise.
 */
export function resolveBranch(db: Connection, collegeId: string, codeOrName: string): ChosenBranch {
  const text = codeOrName.trim()
  if (text.length < 1 || text.length > 100) refuseField('branch', message('fields.length', { min: 1, max: 100 }))
  const available = availableBranches(db, collegeId)
  if (available.length === 0) return { branch: text, branchId: null }
  for (const spelling of ['code', 'name'] as const) {
    const found = available.find((each) => equalIgnoringCase(each[spelling], text))
    if (found) return { branch: found[spelling], branchId: found.id }
  }
  const branches = available.slice(0, 20).map(({ code }) => code)
  return refuseField('branch', message('branches.notOffered', { branches }))
}

/** Returns ids. A string is an id or a code (400 on `branches` if unknown); a code with a name is created if new. */
export function findOrCreateBranches(tx: Tx, actor: Actor, inputs: readonly (string | NewBranch)[]): string[] {
  const branches = allBranches(tx)
  const ids = new Set<string>()
  for (const [index, input] of inputs.entries()) {
    const idOrCode = (typeof input === 'string' ? input : input.code).trim()
    let branch = branches.find(({ id, code }) => id === idOrCode || equalIgnoringCase(code, idOrCode))
    if (branch === undefined) {
      if (typeof input === 'string')
        return refuseField(`branches.${index}`, message('branches.unknown', { branch: input }))
      branch = createBranch(tx, actor, input)
      branches.push(branch)
    }
    ids.add(branch.id)
  }
  return [...ids]
}

/** 409 `CONFLICT` for the code or name of another branch, in any case. */
export function createBranch(tx: Tx, actor: Actor, input: NewBranch): Branch {
  const { name, code } = decodeInput(CreateBranch, input)
  const now = new Date().toISOString()
  refuseDeceptive({ name, code })
  const branch = { id: exactId(), name, code, closedAt: null, createdAt: now, updatedAt: now }
  refuseDuplicate(tx, branch)
  tx.orm.insert(branches).values(branch).run()
  const entry = { entityType: 'branch', entityId: branch.id, after: { name, code } } as const
  audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:created:branch` })
  return branch
}

function refuseDuplicate(tx: Tx, { id, name, code }: Pick<Branch, 'id' | 'name' | 'code'>): void {
  const others = allBranches(tx).filter((each) => each.id !== id)
  if (others.some((each) => equalIgnoringCase(each.code, code))) refuse('CONFLICT', 'branches.codeTaken')
  if (others.some((each) => equalIgnoringCase(each.name, name))) refuse('CONFLICT', 'branches.nameTaken')
}

/** An instance that has branches has one to choose: no new student could join it otherwise. */
function refuseLastOpen(tx: Tx, id: string): void {
  if (!allBranches(tx).some((each) => each.id !== id && isOpen(each))) refuse('CONFLICT', 'branches.lastOpen')
}

/**
 * Users and posts store the code or the name and follow its new spelling; they keep a branch that is closed. 404; 409
 * `CONFLICT` as in `createBranch`, for the last open branch, and while it is merged.
 */
export const updateBranch = (user: Viewer, id: string, changes: BranchChanges): Promise<Branch> =>
  writeAs(user, 'admin', (tx, user) => {
    const { mergedInto, ...before } = requireBranch(tx, id)
    const isClosedBefore = !isOpen(before)
    const { name = before.name, code = before.code, isClosed = isClosedBefore } = changes
    if (Object.values(changes).every((value) => value === undefined))
      refuse('VALIDATION_FAILED', 'branches.nothingToChange')
    if (mergedInto !== null) refuse('CONFLICT', 'branches.merging')
    if (name === before.name && code === before.code && isClosed === isClosedBefore) return before
    const now = new Date().toISOString()
    const after = { ...before, name, code, closedAt: isClosed ? (before.closedAt ?? now) : null, updatedAt: now }
    if (isClosed && !isClosedBefore) refuseLastOpen(tx, id)
    refuseDeceptive({ name: changes.name, code: changes.code })
    refuseDuplicate(tx, after)
    tx.orm.update(branches).set(after).where(eq(branches.id, id)).run()
    // One statement, so that code and name can be exchanged. Indexes: users_branch, posts_branch_newest.
    const respelled = sql`branch = CASE branch WHEN ${before.code} THEN ${code} ELSE ${name} END`
    const spelled = sql`branch IN (${before.code}, ${before.name})`
    sql`UPDATE users SET ${respelled} WHERE branch_id = ${id} AND ${spelled}`.run(tx)
    sql`UPDATE posts SET ${respelled} WHERE branch_key = ${id} AND branch_id = ${id} AND ${spelled}`.run(tx)
    audit(tx, user, {
      action: 'admin:updated:branch',
      entityType: 'branch',
      entityId: id,
      before: { name: before.name, code: before.code, isClosed: isClosedBefore },
      after: { name, code, isClosed },
    })
    // Accounts, users and posts show their branch. A branch changes a few times a year.
    tx.afterCommit(dropAllCaches)
    return after
  })

/**
 * 404; 409 `CONFLICT` while users or posts have the branch, colleges offer it, it takes part in a merge, or only closed
 * ones would be left.
 */
export const deleteBranch = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'admin', (tx, user) => {
    const { name, code } = requireBranch(tx, id)
    // Indexes: users_branch, posts_branch_newest and college_branches_branch.
    const use = sql({ hasUsers: FLAG, hasPosts: FLAG, hasColleges: FLAG, merging: FLAG })`
      SELECT EXISTS (SELECT 1 FROM users WHERE branch_id = ${id}) AS hasUsers,
      EXISTS (SELECT 1 FROM posts WHERE branch_key = ${id} AND branch_id = ${id}) AS hasPosts,
      EXISTS (SELECT 1 FROM college_branches WHERE branch_id = ${id}) AS hasColleges,
      EXISTS (SELECT 1 FROM branches WHERE id = ${id}
        AND merged_into IS NOT NULL OR merged_into = ${id}) AS merging`.get(tx)!
    for (const by of ['hasUsers', 'hasPosts', 'hasColleges', 'merging'] as const)
      if (use[by]) refuse('CONFLICT', `branches.${by}`)
    if (allBranches(tx).length > 1) refuseLastOpen(tx, id)
    tx.orm.delete(branches).where(eq(branches.id, id)).run()
    audit(tx, user, {
      action: 'admin:deleted:branch',
      entityType: 'branch',
      entityId: id,
      before: { name, code },
    })
  })
