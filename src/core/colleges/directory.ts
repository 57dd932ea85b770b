import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { branches, collegeBranches, colleges } from '../../../db/schema/colleges'
import { FLAG, sqlStatement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { Cache } from '../../lib/cache'
import type { Campus } from '../../lib/mail/templates'
import type { Branch, CampusLook, College } from './schemas'

type Directory = {
  colleges: College[]
  byId: Map<string, College>
  byDomain: Map<string, College>
  branches: Map<string, Branch[]>
  first: College | undefined
}

/** All colleges in one entry: there are few, and every page and every sign-up reads one. */
const cache = new Cache<'colleges', Directory>('colleges', 1)

async function loadDirectory(): Promise<Directory> {
  const directory = await cache.get('colleges', async () => {
    const colleges = await readColleges(storage.reader)
    return {
      colleges,
      byId: new Map(colleges.map((college) => [college.id, college])),
      byDomain: new Map(colleges.map((college) => [college.emailDomain, college])),
      branches: await readBranchesByCollege(storage.reader),
      first: colleges.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0],
    }
  })
  return directory!
}

/** Drops the cached colleges when the write is committed. */
export const forgetColleges = (tx: Tx): void => tx.afterCommit(() => cache.clear())

/** Every college, by name. */
export const allColleges = async (): Promise<College[]> => (await loadDirectory()).colleges

export const collegeById = async (id: string): Promise<College | undefined> => (await loadDirectory()).byId.get(id)

/** The college of exactly this email domain, in any case. */
export const collegeByDomain = async (domain: string): Promise<College | undefined> =>
  (await loadDirectory()).byDomain.get(domain.toLowerCase())

/** The college as posts, comments and users show it. */
export async function findCollegeSummary(id: string): Promise<Pick<College, 'id' | 'name' | 'profile'> | undefined> {
  const college = await collegeById(id)
  return college && { id, name: college.name, profile: college.profile }
}

/** The branches that the college offers, by name. */
export const offeredBranches = async (collegeId: string): Promise<Branch[]> =>
  (await loadDirectory()).branches.get(collegeId) ?? []

/** The name of this Quad: the configured campus, else the first college. */
export const campusName = async (): Promise<string> =>
  config.campus?.name ?? firstCollege(storage.reader)?.name ?? 'Quad'

/** Whose mails they are. */
export const mailCampus = async (): Promise<Campus> => ({
  name: await campusName(),
  hue: (await readCampusLook()).accentHue,
})

/** How this Quad looks: as its first college. */
export async function readCampusLook(): Promise<CampusLook> {
  const { accentHue = null, coverLine = null, profile: logo = null } = (await loadDirectory()).first ?? {}
  return { accentHue, coverLine, logo }
}

type Row = Omit<College, 'branches'>

const { mergedInto: _, ...BRANCH } = getTableColumns(branches)

const byName = (table: typeof colleges | typeof branches) => [sql`${table.name} collate nocase`, table.id] as const

/** The branches that each college offers, by name. A college that offers none has no entry. */
async function readBranchesByCollege(db: Connection): Promise<Map<string, Branch[]>> {
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
  const rows = db.orm
    .select()
    .from(colleges)
    .orderBy(...byName(colleges))
    .all()
  return rows.map((row) => ({ ...row, branches: branches.get(row.id)?.map(({ id }) => id) ?? [] }))
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
export const collegeUse = sqlStatement(
  `SELECT EXISTS (SELECT 1 FROM users WHERE college_id = $id AND status <> 'ALIAS')
           OR EXISTS (SELECT 1 FROM users WHERE college_id = $id AND status = 'ALIAS') AS users,
         EXISTS (SELECT 1 FROM posts WHERE college_id = $id) AS posts`,
  { returns: { users: FLAG, posts: FLAG }, params: { id: colleges.id } },
)
