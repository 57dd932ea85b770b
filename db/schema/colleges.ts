import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, idOf, idOrNull, known, oneOf, sqliteTable, string, times } from './columns'

const told = () => ({
  name: string(),
  /** The part of students' emails after the @, in lower case. */
  emailDomain: string(),
  city: string(),
  state: string(),
})

export const colleges = sqliteTable(
  'colleges',
  {
    id: id(),
    ...told(),
    profile: text(),
    /** In degrees, of oklch; null for the hue of Quad. */
    accentHue: integer(),
    coverLine: text(),
    ...times(),
  },
  (table) => [
    uniqueIndex('colleges_email_domain').on(table.emailDomain),
    check(
      'colleges_email_domain_form',
      sql`${table.emailDomain} = lower(${table.emailDomain}) and instr(${table.emailDomain}, '@') = 0`,
    ),
  ],
)

export const branches = sqliteTable(
  'branches',
  {
    id: id(),
    name: string(),
    code: string(),
    /** Since when nobody can choose it. */
    closedAt: text(),
    /** While its posts move to that branch: then it is deleted. */
    mergedInto: idOrNull((): AnySQLiteColumn => branches.id, 'restrict'),
    ...times(),
  },
  (table) => [
    uniqueIndex('branches_code').on(sql`lower(${table.code})`),
    uniqueIndex('branches_name').on(sql`lower(${table.name})`),
  ],
)

export const collegeBranches = sqliteTable(
  'college_branches',
  {
    collegeId: idOf(() => colleges.id),
    branchId: idOf(() => branches.id, 'restrict'),
  },
  (table) => [
    primaryKey({ columns: [table.collegeId, table.branchId] }),
    index('college_branches_branch').on(table.branchId),
  ],
)

export const collegeRequests = sqliteTable(
  'college_requests',
  {
    id: id(),
    ...told(),
    /** Keyed hash of the requester's email, and the email encrypted for this row. Empty when its account was deleted. */
    requesterIndex: string(),
    requesterSealed: string(),
    language: oneOf(['en', 'hi'], 'en'),
    status: oneOf(['pending', 'approved', 'rejected'], 'pending'),
    resolvedCollegeId: idOrNull(() => colleges.id, 'set null'),
    /** When the approval was mailed, which happens once. */
    mailedAt: text(),
    ...times(),
  },
  (table) => [
    uniqueIndex('college_requests_pending_domain').on(table.emailDomain).where(sql`status = 'pending'`),
    index('college_requests_created').on(table.createdAt),
    index('college_requests_college').on(table.resolvedCollegeId),
    index('college_requests_requester').on(table.requesterIndex),
    known('college_requests_status', table.status),
  ],
)

/** The courses of a college. Who proposed one is stored nowhere, and no time leads there. */
export const courses = sqliteTable(
  'courses',
  {
    id: id(),
    collegeId: idOf(() => colleges.id),
    code: string(),
    /** By which codes are compared: in capitals, without spaces. */
    codeKey: string(),
    name: string(),
    /** A closed one keeps its threads and takes no new ones. */
    state: oneOf(['open', 'proposed', 'closed'], 'open'),
  },
  (table) => [uniqueIndex('courses_code').on(table.collegeId, table.codeKey), known('courses_state', table.state)],
)
