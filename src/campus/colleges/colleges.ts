import { eq } from 'drizzle-orm'
import type { Static } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { sql } from '../../../db/sql'
import { FLAG } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Actor, adminOrOperator, audit } from '../../ground/audit/audit'
import { exactId } from '../../lib/crypto/ids'
import { absoluteUrl } from '../../lib/files/uploads'
import { dropAllCaches } from '../../lib/process/cache'
import { message } from '../../messages/message'
import { alertSuperadmins } from './alerts'
import { findOrCreateBranches } from './branches'
import { refuseDeceptive, refuseHomographs } from './deceptive-names'
import { forgetColleges, offerBranches, readCollege, readCollegeByDomain } from './directory'
import { removeUnusedPicture } from './pictures'
import { type College, CollegeChanges, CollegeFields, decodeInput, type NewBranch } from './schemas'

/** `branches` holds ids, codes, or codes with names; a code that is new creates a branch. */
export type NewCollege = Static<typeof CollegeFields> & { branches?: readonly (string | NewBranch)[] }

/**
 * 400 with the invalid or deceptive fields; 409 `CONFLICT` for the domain of another college. Superadmins are told,
 * of an approval by `decideRequest`.
 */
export function createCollege(
  tx: Tx,
  actor: Actor,
  { branches = [], ...input }: NewCollege,
  { isApproval = false } = {},
): College {
  const decoded = decodeInput(CollegeFields, input)
  const { name, emailDomain, city, state, profile = null, accentHue = null, coverLine = null } = decoded
  refuseDeceptive({ name, emailDomain, city, state })
  refuseTakenDomain(tx, emailDomain)
  refuseHomographs(tx, { name, emailDomain })
  const now = new Date().toISOString()
  const college = {
    ...{ id: exactId(), name, emailDomain, city, state, accentHue, coverLine },
    profile: profile && absoluteUrl(profile),
    branches: findOrCreateBranches(tx, actor, branches),
    ...{ createdAt: now, updatedAt: now },
  }
  const { branches: branchIds, ...row } = college
  tx.orm.insert(colleges).values(row).run()
  offerBranches(tx, college.id, branchIds)
  const entry = { entityType: 'college', entityId: college.id, after: { name, emailDomain, city, state } } as const
  audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:created:college` })
  if (!isApproval) alertSuperadmins(tx, actor, 'created', college)
  forgetColleges(tx)
  return college
}

function refuseTakenDomain(tx: Tx, domain: string, exceptId?: string): void {
  const other = readCollegeByDomain(tx, domain)
  if (other && other.id !== exceptId) refuse('CONFLICT', message('colleges.domainTaken', { college: other.name }))
}

/** `branches` replaces the list. 404; 400 and 409 as in `createCollege`. */
export function updateCollege(tx: Tx, actor: Actor, id: string, changes: Partial<NewCollege>): College {
  const before = readCollege(tx, id) ?? refuse('NOT_FOUND', 'colleges.missing')
  if (Object.values(changes).every((value) => value === undefined))
    refuse('VALIDATION_FAILED', 'colleges.nothingToChange')
  const { branches, ...input } = changes
  const { profile, ...given } = decodeInput(CollegeChanges, input)
  if (given.emailDomain !== undefined) refuseTakenDomain(tx, given.emailDomain, id)
  const after: College = {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    profile: profile === undefined ? before.profile : profile && absoluteUrl(profile),
    branches: branches === undefined ? before.branches : findOrCreateBranches(tx, actor, branches),
  }
  const changed = changedFields(before, after)
  if (changed.length === 0) return before
  // What was there before stays until it is changed.
  const texts = Object.fromEntries(TEXTS.flatMap((field) => (changed.includes(field) ? [[field, after[field]]] : [])))
  refuseDeceptive(texts)
  refuseHomographs(tx, texts, id)
  after.updatedAt = new Date().toISOString()
  const { branches: branchIds, createdAt: _, ...row } = after
  tx.orm.update(colleges).set(row).where(eq(colleges.id, id)).run()
  if (changed.includes('branches')) offerBranches(tx, id, branchIds)
  if (changed.includes('profile')) removeUnusedPicture(tx, before.profile)
  audit(tx, actor, {
    action: `${adminOrOperator(actor)}:updated:college`,
    entityType: 'college',
    entityId: id,
    before: pickFields(before, changed),
    after: pickFields(after, changed),
  })
  if (changed.includes('emailDomain')) alertSuperadmins(tx, actor, 'domain_changed', after, before.emailDomain)
  // Posts, comments and users show their college. A college changes a few times a year.
  tx.afterCommit(dropAllCaches)
  return after
}

const FIELDS = ['name', 'emailDomain', 'city', 'state', 'profile', 'accentHue', 'coverLine', 'branches'] as const
type Field = (typeof FIELDS)[number]
const TEXTS = ['name', 'emailDomain', 'city', 'state'] as const

function fieldText(college: College, field: Field): string | null {
  if (field === 'branches') return college.branches.toSorted().join(' ')
  return college[field]?.toString() ?? null
}
const changedFields = (before: College, after: College): Field[] =>
  FIELDS.filter((field) => fieldText(before, field) !== fieldText(after, field))
const pickFields = (college: College, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, fieldText(college, field)]))

/** 404; 409 `CONFLICT` while the college has users, or posts of deleted accounts. */
export function deleteCollege(tx: Tx, actor: Actor, id: string): void {
  const college = readCollege(tx, id) ?? refuse('NOT_FOUND', 'colleges.missing')
  // Indexes: users_college, users_alias for those whose accounts are gone, and posts_college_newest.
  const use = sql({ users: FLAG, posts: FLAG })`
    SELECT EXISTS (SELECT 1 FROM users WHERE college_id = ${id} AND status <> 'ALIAS')
        OR EXISTS (SELECT 1 FROM users WHERE college_id = ${id} AND status = 'ALIAS') AS users,
      EXISTS (SELECT 1 FROM posts WHERE college_id = ${id}) AS posts`.get(tx)
  if (use?.users) refuse('CONFLICT', 'colleges.hasUsers')
  if (use?.posts) refuse('CONFLICT', 'colleges.hasPosts')
  // The rows of college_branches go with it, by their foreign key.
  tx.orm.delete(colleges).where(eq(colleges.id, id)).run()
  removeUnusedPicture(tx, college.profile)
  const { name, emailDomain } = college
  const entry = { entityType: 'college', entityId: id, before: { name, emailDomain } } as const
  audit(tx, actor, { ...entry, action: `${adminOrOperator(actor)}:deleted:college` })
  forgetColleges(tx)
}
