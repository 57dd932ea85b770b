import { eq, getTableColumns, sql } from 'drizzle-orm'
import { branches, collegeBranches } from '../../../db/schema/colleges'
import { FLAG, sqlStatement, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { dropAllCaches } from '../../lib/cache'
import { message } from '../../messages/message'
import { type Actor, audit } from '../audit/audit'
import { type Branch, CreateBranch, fit, type NewBranch, UpdateBranch } from './schemas'

const byName = [sql`${branches.name} collate nocase`, branches.id] as const

const all = statement((orm) =>
  orm
    .select()
    .from(branches)
    .orderBy(...byName)
    .limit(1000)
    .prepare(),
)
const byId = statement((orm) =>
  orm
    .select()
    .from(branches)
    .where(eq(branches.id, sql.placeholder('id')))
    .prepare(),
)

/** Every branch that the instance knows, by name. */
export async function allBranches(db: Connection): Promise<Branch[]> {
  return all(db).all()
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** By the primary key of college_branches. */
const offered = statement((orm) =>
  orm
    .select(getTableColumns(branches))
    .from(branches)
    .innerJoin(collegeBranches, eq(collegeBranches.branchId, branches.id))
    .where(eq(collegeBranches.collegeId, sql.placeholder('collegeId')))
    .orderBy(...byName)
    .prepare(),
)

/** What a user has chosen: the text in its configured spelling, and the branch that it names, if it names one. */
export type ChosenBranch = { branch: string; branchId: string | null }

/**
 * The branch that a user of the college means: one that the college offers, or, where it offers none, one that the
 * instance knows, by code or name; where the instance knows none, any text of 1 to 100. 400 on `branch` otherwise.
 */
export async function resolveBranch(db: Connection, collegeId: string, given: string): Promise<ChosenBranch> {
  const wanted = given.trim()
  if (wanted.length < 1 || wanted.length > 100) refuseField('branch', message('fields.length', { min: 1, max: 100 }))
  const own = offered(db).all({ collegeId })
  const choice = own.length > 0 ? own : await allBranches(db)
  if (choice.length === 0) return { branch: wanted, branchId: null }
  const byCode = choice.find(({ code }) => same(code, wanted))
  if (byCode) return { branch: byCode.code, branchId: byCode.id }
  const byName = choice.find(({ name }) => same(name, wanted))
  if (byName) return { branch: byName.name, branchId: byName.id }
  const branches = choice.slice(0, 20).map(({ code }) => code)
  return refuseField('branch', message('branches.notOffered', { branches }))
}

/**
 * The ids of branches given by id or code, or by code and name: one that is new is made then. 400 on `branches` for
 * one that is unknown.
 */
export async function branchIds(tx: Tx, actor: Actor, given: readonly (string | NewBranch)[]): Promise<string[]> {
  const known = await allBranches(tx)
  const ids = new Set<string>()
  for (const [at, each] of given.entries()) {
    const wanted = (typeof each === 'string' ? each : each.code).trim()
    const found = known.find(({ id, code }) => id === wanted || same(code, wanted))
    if (!found && typeof each === 'string')
      return refuseField(`branches.${at}`, message('branches.unknown', { branch: each }))
    const branch = found ?? (await createBranch(tx, actor, each as NewBranch))
    if (!found) known.push(branch)
    ids.add(branch.id)
  }
  return [...ids]
}

const entered = (actor: Actor): 'admin' | 'operator' => (actor.id === null ? 'operator' : 'admin')

/** 409 `CONFLICT` for a code or a name that there is, whatever its case. */
export async function createBranch(tx: Tx, actor: Actor, given: NewBranch): Promise<Branch> {
  const { name, code } = fit(CreateBranch, given)
  const now = new Date().toISOString()
  const branch = { id: Bun.randomUUIDv7(), name, code, createdAt: now, updatedAt: now }
  await refuseTaken(tx, branch)
  tx.orm.insert(branches).values(branch).run()
  await audit(tx, actor, {
    action: `${entered(actor)}:created:branch`,
    entityType: 'branch',
    entityId: branch.id,
    after: { name, code },
  })
  return branch
}

async function refuseTaken(tx: Tx, { id, name, code }: Branch): Promise<void> {
  const others = (await allBranches(tx)).filter((each) => each.id !== id)
  if (others.some((each) => same(each.code, code))) refuse('CONFLICT', 'branches.codeTaken')
  if (others.some((each) => same(each.name, name))) refuse('CONFLICT', 'branches.nameTaken')
}

const RESPELLING = {
  id: branches.id,
  oldCode: branches.code,
  newCode: branches.code,
  oldName: branches.name,
  newName: branches.name,
}

/** One statement, so that code and name may be exchanged. By the index on branch_id. */
const respelled = (table: 'users' | 'posts') => `
  UPDATE ${table} SET branch = CASE branch WHEN $oldCode THEN $newCode ELSE $newName END
  WHERE branch_id = $id AND branch IN ($oldCode, $oldName)`
const respellUsers = sqlStatement(respelled('users'), { params: RESPELLING })
const respellPosts = sqlStatement(respelled('posts'), { params: RESPELLING })

/** Users and their posts follow the new spelling of the form that they read in. 404; 409 `CONFLICT` as when creating. */
export async function updateBranch(tx: Tx, actor: Actor, id: string, given: Partial<NewBranch>): Promise<Branch> {
  const before = byId(tx).get({ id }) ?? refuse('NOT_FOUND', 'branches.missing')
  const { name = before.name, code = before.code } = fit(UpdateBranch, given)
  if (given.name === undefined && given.code === undefined) refuse('VALIDATION_FAILED', 'branches.nothingToChange')
  if (name === before.name && code === before.code) return before
  const after = { ...before, name, code, updatedAt: new Date().toISOString() }
  await refuseTaken(tx, after)
  tx.orm.update(branches).set(after).where(eq(branches.id, id)).run()
  const respelling = { id, oldCode: before.code, newCode: code, oldName: before.name, newName: name }
  respellUsers(tx).run(respelling)
  respellPosts(tx).run(respelling)
  await audit(tx, actor, {
    action: `${entered(actor)}:updated:branch`,
    entityType: 'branch',
    entityId: id,
    before: { name: before.name, code: before.code },
    after: { name, code },
  })
  // Accounts, users and posts name their branch; this happens a few times a year.
  tx.afterCommit(dropAllCaches)
  return after
}

/** By users_branch, posts_branch and college_branches_branch. */
const use = sqlStatement(
  `SELECT EXISTS (SELECT 1 FROM users WHERE branch_id = $id) AS byUsers,
         EXISTS (SELECT 1 FROM posts WHERE branch_id = $id) AS byPosts,
         EXISTS (SELECT 1 FROM college_branches WHERE branch_id = $id) AS byColleges`,
  { returns: { byUsers: FLAG, byPosts: FLAG, byColleges: FLAG }, params: { id: branches.id } },
)

/** 404; 409 `CONFLICT` while users, or posts of users who have left, have the branch, or colleges offer it. */
export async function deleteBranch(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { name, code } = byId(tx).get({ id }) ?? refuse('NOT_FOUND', 'branches.missing')
  const used = use(tx).get({ id })
  if (used?.byUsers) refuse('CONFLICT', 'branches.hasUsers')
  if (used?.byPosts) refuse('CONFLICT', 'branches.hasPosts')
  if (used?.byColleges) refuse('CONFLICT', 'branches.hasColleges')
  tx.orm.delete(branches).where(eq(branches.id, id)).run()
  await audit(tx, actor, {
    action: `${entered(actor)}:deleted:branch`,
    entityType: 'branch',
    entityId: id,
    before: { name, code },
  })
}
