import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { branches, collegeBranches, colleges } from '../../../db/schema/colleges'
import { FLAG, sqlStatement, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Branch, College } from './schemas'

type Row = Omit<College, 'branches'>

const { mergedInto: _, ...BRANCH } = getTableColumns(branches)

const byName = (table: typeof colleges | typeof branches) => [sql`${table.name} collate nocase`, table.id] as const

const collegesByName = statement((orm) =>
  orm
    .select()
    .from(colleges)
    .orderBy(...byName(colleges))
    .prepare(),
)
/** The branches that each college offers, by name. A college that offers none has no entry. */
export async function readBranchesByCollege(db: Connection): Promise<Map<string, Branch[]>> {
  const byCollege = Map.groupBy(
    db.orm
      .select({ collegeId: collegeBranches.collegeId, ...BRANCH })
      .from(collegeBranches)
      .innerJoin(branches, eq(branches.id, collegeBranches.branchId))
      .orderBy(...byName(branches))
      .all(),
    ({ collegeId }) => collegeId,
  )
  return new Map([...byCollege].map(([id, rows]) => [id, rows.map(({ collegeId: _, ...branch }) => branch)]))
}

/** The branches that the college offers, by name. */
export async function readOfferedBranches(db: Connection, collegeId: string): Promise<Branch[]> {
  return db.orm
    .select(BRANCH)
    .from(collegeBranches)
    .innerJoin(branches, eq(branches.id, collegeBranches.branchId))
    .where(eq(collegeBranches.collegeId, collegeId))
    .orderBy(...byName(branches))
    .all()
}

/** Every branch of the instance, by name. */
export async function allBranches(db: Connection): Promise<Branch[]> {
  return db.orm
    .select(BRANCH)
    .from(branches)
    .orderBy(...byName(branches))
    .limit(1000)
    .all()
}

export async function readColleges(db: Connection): Promise<College[]> {
  const branches = await readBranchesByCollege(db)
  return collegesByName(db)
    .all()
    .map((row) => ({ ...row, branches: branches.get(row.id)?.map(({ id }) => id) ?? [] }))
}

async function withBranches(db: Connection, row: Row | undefined): Promise<College | undefined> {
  return row && { ...row, branches: (await readOfferedBranches(db, row.id)).map(({ id }) => id) }
}

/** Reads past the cache. Use it inside a write, where the cache may be behind. */
export async function readCollege(db: Connection, id: string): Promise<College | undefined> {
  return withBranches(db, db.orm.select().from(colleges).where(eq(colleges.id, id)).get())
}

/** As `readCollege`, by the domain in lower case. */
export async function readCollegeByDomain(db: Connection, domain: string): Promise<College | undefined> {
  return withBranches(db, db.orm.select().from(colleges).where(eq(colleges.emailDomain, domain)).get())
}

export const firstCollege = (db: Connection): Row | undefined =>
  db.orm.select().from(colleges).orderBy(asc(colleges.id)).limit(1).get()

/** Replaces the branches that the college offers. */
export async function offerBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<void> {
  tx.orm.delete(collegeBranches).where(eq(collegeBranches.collegeId, id)).run()
  const rows = branchIds.map((branchId) => ({ collegeId: id, branchId }))
  if (rows.length > 0) tx.orm.insert(collegeBranches).values(rows).run()
}

/** Indexes: users_college, users_alias for those whose accounts are gone, and posts_college_newest. */
const collegeUse = sqlStatement(
  `SELECT EXISTS (SELECT 1 FROM users WHERE college_id = $id AND status <> 'ALIAS')
           OR EXISTS (SELECT 1 FROM users WHERE college_id = $id AND status = 'ALIAS') AS users,
         EXISTS (SELECT 1 FROM posts WHERE college_id = $id) AS posts`,
  { returns: { users: FLAG, posts: FLAG }, params: { id: colleges.id } },
)

/** Whether the college has users or posts. */
export async function readCollegeUse(db: Connection, id: string): Promise<{ users: boolean; posts: boolean }> {
  const row = collegeUse(db).get({ id })
  return { users: row?.users === 1, posts: row?.posts === 1 }
}
