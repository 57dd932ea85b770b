import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { known, oneOf } from './known'

export const colleges = sqliteTable(
  'colleges',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The part of students' emails after the @, in lower case. */
    emailDomain: text('email_domain').notNull(),
    city: text().notNull(),
    state: text().notNull(),
    /** URL of the picture. */
    profile: text(),
    /** In degrees, of oklch; null for the hue of Quad. */
    accentHue: integer('accent_hue'),
    coverLine: text('cover_line'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
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
    id: text().primaryKey(),
    name: text().notNull(),
    code: text().notNull(),
    /** Since when nobody can choose it. */
    closedAt: text('closed_at'),
    /** While its posts move to that branch: then it is deleted. */
    mergedInto: text('merged_into').references((): AnySQLiteColumn => branches.id, { onDelete: 'restrict' }),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('branches_code').on(sql`lower(${table.code})`),
    uniqueIndex('branches_name').on(sql`lower(${table.name})`),
  ],
)

/** The branches that a college offers. */
export const collegeBranches = sqliteTable(
  'college_branches',
  {
    collegeId: text('college_id')
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    branchId: text('branch_id')
      .notNull()
      .references(() => branches.id, { onDelete: 'restrict' }),
  },
  (table) => [
    primaryKey({ columns: [table.collegeId, table.branchId] }),
    index('college_branches_branch').on(table.branchId),
  ],
)

export const collegeRequests = sqliteTable(
  'college_requests',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    emailDomain: text('email_domain').notNull(),
    city: text().notNull(),
    state: text().notNull(),
    /** Keyed hash of the requester's email, and the email encrypted for this row. Empty when its account was deleted. */
    requesterIndex: text('requester_index').notNull(),
    requesterSealed: text('requester_sealed').notNull(),
    /** The language of the mail about the decision. */
    language: oneOf(['en', 'hi'], 'en'),
    status: oneOf(['pending', 'approved', 'rejected'], 'pending'),
    resolvedCollegeId: text('resolved_college_id').references(() => colleges.id, { onDelete: 'set null' }),
    /** When the approval was mailed, which happens once. */
    mailedAt: text('mailed_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('college_requests_pending_domain').on(table.emailDomain).where(sql`status = 'pending'`),
    index('college_requests_created').on(table.createdAt),
    index('college_requests_college').on(table.resolvedCollegeId),
    index('college_requests_requester').on(table.requesterIndex),
    known('college_requests_status', table.status),
  ],
)
