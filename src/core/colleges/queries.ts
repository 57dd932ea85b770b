import { eq, getTableColumns, sql } from 'drizzle-orm'
import { branches, collegeBranches, colleges } from '../../../db/schema/colleges'
import { FLAG, sqlStatement, statement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Branch, College } from './schemas'

type Row = Omit<College, 'branches'>

const byName = (table: typeof colleges | typeof branches) => [sql`${table.name} collate nocase`, table.id] as const

const all = statement((orm) =>
  orm
    .select()
    .from(colleges)
    .orderBy(...byName(colleges))
    .prepare(),
)
const byId = statement((orm) =>
  orm
    .select()
    .from(colleges)
    .where(eq(colleges.id, sql.placeholder('id')))
    .prepare(),
)
/** By colleges_email_domain. */
const byDomain = statement((orm) =>
  orm
    .select()
    .from(colleges)
    .where(eq(colleges.emailDomain, sql.placeholder('domain')))
    .prepare(),
)

const offers = statement((orm) =>
  orm
    .select({ collegeId: collegeBranches.collegeId, ...getTableColumns(branches) })
    .from(collegeBranches)
    .innerJoin(branches, eq(branches.id, collegeBranches.branchId))
    .orderBy(...byName(branches))
    .prepare(),
)
const offersOf = statement((orm) =>
  orm
    .select({ id: branches.id })
    .from(collegeBranches)
    .innerJoin(branches, eq(branches.id, collegeBranches.branchId))
    .where(eq(collegeBranches.collegeId, sql.placeholder('id')))
    .orderBy(...byName(branches))
    .prepare(),
)

/** What each college offers; a college that offers nothing is missing. */
export async function readBranchesByCollege(db: Connection): Promise<Map<string, Branch[]>> {
  const byCollege = new Map<string, Branch[]>()
  for (const { collegeId, ...branch } of offers(db).all()) {
    const known = byCollege.get(collegeId)
    if (known) known.push(branch)
    else byCollege.set(collegeId, [branch])
  }
  return byCollege
}

export async function readColleges(db: Connection): Promise<College[]> {
  const branches = await readBranchesByCollege(db)
  return all(db)
    .all()
    .map((row) => ({ ...row, branches: branches.get(row.id)?.map(({ id }) => id) ?? [] }))
}

const withBranches = (db: Connection, row: Row | undefined): College | undefined =>
  row && {
    ...row,
    branches: offersOf(db)
      .all({ id: row.id })
      .map(({ id }) => id),
  }

/** The college as the connection sees it: inside a write the cached one may be behind. */
export async function readCollege(db: Connection, id: string): Promise<College | undefined> {
  return withBranches(db, byId(db).get({ id }))
}

/** As `readCollege`, by the domain in lower case. */
export async function readCollegeByDomain(db: Connection, domain: string): Promise<College | undefined> {
  return withBranches(db, byDomain(db).get({ domain }))
}

export async function addCollege(tx: Tx, { branches: _, ...row }: College): Promise<void> {
  tx.orm.insert(colleges).values(row).run()
}

export async function rewriteCollege(tx: Tx, { branches: _, createdAt: __, ...row }: College): Promise<void> {
  tx.orm.update(colleges).set(row).where(eq(colleges.id, row.id)).run()
}

/** What it offers goes with it. */
export async function dropCollege(tx: Tx, id: string): Promise<void> {
  tx.orm.delete(colleges).where(eq(colleges.id, id)).run()
}

/** Makes these the branches that the college offers. */
export async function offerBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<void> {
  tx.orm.delete(collegeBranches).where(eq(collegeBranches.collegeId, id)).run()
  const rows = branchIds.map((branchId) => ({ collegeId: id, branchId }))
  if (rows.length > 0) tx.orm.insert(collegeBranches).values(rows).run()
}

/** By users_college and posts_college. */
const use = sqlStatement(
  `SELECT EXISTS (SELECT 1 FROM users WHERE college_id = $id) AS users,
         EXISTS (SELECT 1 FROM posts WHERE college_id = $id) AS posts`,
  { returns: { users: FLAG, posts: FLAG }, params: { id: colleges.id } },
)

export async function collegeUse(db: Connection, id: string): Promise<{ users: boolean; posts: boolean }> {
  const row = use(db).get({ id })
  return { users: row?.users === 1, posts: row?.posts === 1 }
}

const showing = sqlStatement('SELECT id FROM colleges WHERE profile = $url LIMIT 1', {
  returns: { id: colleges.id },
  params: { url: TEXT },
})

/** Answers at once, because it is asked between a commit and its answers. */
export const isPictureUsed = (db: Connection, url: string): boolean => showing(db).get({ url }) !== undefined

const naming = sqlStatement('SELECT id FROM colleges WHERE instr(profile, $name) > 0 LIMIT 1', {
  returns: { id: colleges.id },
  params: { name: TEXT },
})

/** Whether a college shows the upload under whatever URL, that of an earlier `PUBLIC_URL` included. */
export const isUploadNamed = (db: Connection, name: string): boolean => naming(db).get({ name }) !== undefined
