import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { branches, collegeBranches, colleges } from '../../../db/schema/colleges'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { forgetSettings } from '../../ground/settings/settings'
import type { Recipient } from '../../lib/mail/templates'
import { Cache } from '../../lib/process/cache'
import type { Language } from '../../messages/template'
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

function loadDirectory(): Directory {
  const directory = cache.get('colleges', () => {
    const colleges = readColleges(storage.reader)
    return {
      colleges,
      byId: new Map(colleges.map((college) => [college.id, college])),
      byDomain: new Map(colleges.map((college) => [college.emailDomain, college])),
      branches: readBranchesByCollege(storage.reader),
      first: colleges.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0],
    }
  })
  return directory!
}

/** Drops the cached colleges when the write is committed. */
export const forgetColleges = (tx: Tx): void => {
  tx.afterCommit(() => cache.clear())
  forgetSettings(tx)
}

/** Every college, by name. */
export const allColleges = (): College[] => loadDirectory().colleges

export const collegeById = (id: string): College | undefined => loadDirectory().byId.get(id)

/** 404. */
export const requireCollege = (id: string): College => collegeById(id) ?? refuse('NOT_FOUND', 'colleges.missing')

/** The colleges of a city, of a state, or all. */
export function findColleges({ city = '', state = '' }: { city?: string | undefined; state?: string | undefined }) {
  const matches = (filter: string, text: string) => ['', text.toLowerCase()].includes(filter.trim().toLowerCase())
  const colleges = allColleges().filter((each) => matches(city, each.city) && matches(state, each.state))
  return { colleges: colleges.slice(0, 1000), count: colleges.length }
}

/** The college of exactly this email domain, in any case. */
export const collegeByDomain = (domain: string): College | undefined =>
  loadDirectory().byDomain.get(domain.toLowerCase())

/** The college as posts, comments and users show it. */
export function findCollegeSummary(id: string): Pick<College, 'id' | 'name' | 'profile'> | undefined {
  const college = collegeById(id)
  return college && { id, name: college.name, profile: college.profile }
}

/**
 * The branches that the college offers, by name; closed ones as well: posts have them. If it offers none, its users choose
 * from every branch of the instance.
 */
export const offeredBranches = (collegeId: string): Branch[] => loadDirectory().branches.get(collegeId) ?? []

/** The name of this Quad: the configured campus, else the first college. */
export const campusName = (): string => config.campus?.name ?? firstCollege(storage.reader)?.name ?? 'Quad'

/** Whom a mail of this Quad is for. */
export const mailTo = (to: string, language: Language): Recipient => ({
  ...{ to, language },
  campus: { name: campusName(), hue: readCampusLook().accentHue },
})

/** How this Quad looks: as its first college. */
export function readCampusLook(): CampusLook {
  const { accentHue = null, coverLine = null, profile: logo = null } = loadDirectory().first ?? {}
  return { accentHue, coverLine, logo }
}

type Row = Omit<College, 'branches'>

const { mergedInto: _, ...BRANCH } = getTableColumns(branches)

const byName = (table: typeof colleges | typeof branches) => [sql`${table.name} collate nocase`, table.id] as const

/** The branches that each college offers, by name. A college that offers none has no entry. */
function readBranchesByCollege(db: Connection): Map<string, Branch[]> {
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

export function readOfferedBranches(db: Connection, collegeId: string): Branch[] {
  return db.orm
    .select(BRANCH)
    .from(collegeBranches)
    .innerJoin(branches, eq(branches.id, collegeBranches.branchId))
    .where(eq(collegeBranches.collegeId, collegeId))
    .orderBy(...byName(branches))
    .all()
}

/** Every branch of the instance, by name. */
export function allBranches(db: Connection): Branch[] {
  return db.orm
    .select(BRANCH)
    .from(branches)
    .orderBy(...byName(branches))
    .limit(1000)
    .all()
}

export function readColleges(db: Connection): College[] {
  const branches = readBranchesByCollege(db)
  const rows = db.orm
    .select()
    .from(colleges)
    .orderBy(...byName(colleges))
    .all()
  return rows.map((row) => ({ ...row, branches: branches.get(row.id)?.map(({ id }) => id) ?? [] }))
}

function withBranches(db: Connection, row: Row | undefined): College | undefined {
  return row && { ...row, branches: readOfferedBranches(db, row.id).map(({ id }) => id) }
}

/** Reads past the cache. Use it inside a write, where the cache may be behind. */
export function readCollege(db: Connection, id: string): College | undefined {
  return withBranches(db, db.orm.select().from(colleges).where(eq(colleges.id, id)).get())
}

/** As `readCollege`, by the domain in lower case. */
export function readCollegeByDomain(db: Connection, domain: string): College | undefined {
  return withBranches(db, db.orm.select().from(colleges).where(eq(colleges.emailDomain, domain)).get())
}

export const firstCollege = (db: Connection): Row | undefined =>
  db.orm.select().from(colleges).orderBy(asc(colleges.id)).limit(1).get()

/** Replaces the branches that the college offers. */
export function offerBranches(tx: Tx, id: string, branchIds: readonly string[]): void {
  tx.orm.delete(collegeBranches).where(eq(collegeBranches.collegeId, id)).run()
  const rows = branchIds.map((branchId) => ({ collegeId: id, branchId }))
  if (rows.length > 0) tx.orm.insert(collegeBranches).values(rows).run()
}
