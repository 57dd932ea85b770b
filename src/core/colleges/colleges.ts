import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { Cache, dropAllCaches } from '../../lib/cache'
import { absoluteUrl, removeUpload, uploadName, uploadsBefore } from '../../lib/uploads'
import { message } from '../../messages/message'
import { type Actor, audit } from '../audit/audit'
import { branchIds } from './branches'
import {
  addCollege,
  collegeUse,
  dropCollege,
  isPictureUsed,
  isUploadNamed,
  offerBranches,
  readBranchesByCollege,
  readCollege,
  readCollegeByDomain,
  readColleges,
  rewriteCollege,
} from './queries'
import { type Branch, type College, CollegeChanges, CollegeFields, fit, type NewBranch } from './schemas'

type Directory = {
  colleges: College[]
  byId: Map<string, College>
  byDomain: Map<string, College>
  branches: Map<string, Branch[]>
}

/** All colleges at once: there are few, and every page and every registration asks for one. */
const directory = new Cache<'colleges', Directory>(1)

async function known(): Promise<Directory> {
  const loaded = await directory.get('colleges', async () => {
    const colleges = await readColleges(storage.reader)
    return {
      colleges,
      byId: new Map(colleges.map((each) => [each.id, each])),
      byDomain: new Map(colleges.map((each) => [each.emailDomain, each])),
      branches: await readBranchesByCollege(storage.reader),
    }
  })
  return loaded!
}

/** Every college, by name. */
export async function allColleges(): Promise<College[]> {
  return (await known()).colleges
}

export async function collegeById(id: string): Promise<College | undefined> {
  return (await known()).byId.get(id)
}

/** The college whose students have addresses of exactly this domain, in any case. */
export async function collegeByDomain(domain: string): Promise<College | undefined> {
  return (await known()).byDomain.get(domain.toLowerCase())
}

/** What other records show of a college. */
export async function findCollegeSummary(
  id: string,
): Promise<{ id: string; name: string; profile: string | null } | undefined> {
  const college = await collegeById(id)
  return college && { id, name: college.name, profile: college.profile }
}

/** What the college offers, by name. */
export async function offeredBranches(collegeId: string): Promise<Branch[]> {
  return (await known()).branches.get(collegeId) ?? []
}

const entered = (actor: Actor): 'admin' | 'operator' => (actor.id === null ? 'operator' : 'admin')

/** Branches by id or code, or by code and name: one that is new is made, too. */
export type NewCollege = {
  name: string
  emailDomain: string
  city: string
  state: string
  profile?: string | null
  branches?: readonly (string | NewBranch)[]
}

/** 400 naming the fields; 409 `CONFLICT` for a domain that another college has. */
export async function createCollege(tx: Tx, actor: Actor, { branches = [], ...input }: NewCollege): Promise<College> {
  const { name, emailDomain, city, state, profile = null } = fit(CollegeFields, input)
  await refuseTakenDomain(tx, emailDomain, undefined)
  const now = new Date().toISOString()
  const college = {
    id: Bun.randomUUIDv7(),
    name,
    emailDomain,
    city,
    state,
    profile: profile && absoluteUrl(profile),
    branches: await branchIds(tx, actor, branches),
    createdAt: now,
    updatedAt: now,
  }
  await addCollege(tx, college)
  await offerBranches(tx, college.id, college.branches)
  await audit(tx, actor, {
    action: `${entered(actor)}:created:college`,
    entityType: 'college',
    entityId: college.id,
    after: { name, emailDomain, city, state },
  })
  tx.afterCommit(() => directory.clear())
  return college
}

async function refuseTakenDomain(tx: Tx, domain: string, except: string | undefined): Promise<void> {
  const other = await readCollegeByDomain(tx, domain)
  if (other && other.id !== except) refuse('CONFLICT', message('colleges.domainTaken', { college: other.name }))
}

/** Changes what is given and leaves the rest; `branches` replaces the list. 404; 400 and 409 as when creating. */
export async function updateCollege(tx: Tx, actor: Actor, id: string, given: Partial<NewCollege>): Promise<College> {
  const before = (await readCollege(tx, id)) ?? refuse('NOT_FOUND', 'colleges.missing')
  if (Object.values(given).every((value) => value === undefined))
    refuse('VALIDATION_FAILED', 'colleges.nothingToChange')
  const { branches, ...input } = given
  const { name, emailDomain, city, state, profile } = fit(CollegeChanges, input)
  if (emailDomain !== undefined) await refuseTakenDomain(tx, emailDomain, id)
  const after: College = {
    ...before,
    name: name ?? before.name,
    emailDomain: emailDomain ?? before.emailDomain,
    city: city ?? before.city,
    state: state ?? before.state,
    profile: profile === undefined ? before.profile : profile && absoluteUrl(profile),
    branches: branches === undefined ? before.branches : await branchIds(tx, actor, branches),
  }
  const changed = changedFields(before, after)
  if (changed.length === 0) return before
  after.updatedAt = new Date().toISOString()
  await rewriteCollege(tx, after)
  if (changed.includes('branches')) await offerBranches(tx, id, after.branches)
  if (changed.includes('profile')) clearAwayPicture(tx, before.profile)
  await audit(tx, actor, {
    action: `${entered(actor)}:updated:college`,
    entityType: 'college',
    entityId: id,
    before: plain(before, changed),
    after: plain(after, changed),
  })
  // Posts, comments and users show their college; this happens a few times a year.
  tx.afterCommit(dropAllCaches)
  return after
}

const FIELDS = ['name', 'emailDomain', 'city', 'state', 'profile', 'branches'] as const
type Field = (typeof FIELDS)[number]

const shown = (college: College, field: Field): string | null =>
  field === 'branches' ? college.branches.toSorted().join(' ') : college[field]
const changedFields = (before: College, after: College): Field[] =>
  FIELDS.filter((field) => shown(before, field) !== shown(after, field))
const plain = (college: College, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, shown(college, field)]))

/** 404; 409 `CONFLICT` while it has users, or posts of users who have left. */
export async function deleteCollege(tx: Tx, actor: Actor, id: string): Promise<void> {
  const college = (await readCollege(tx, id)) ?? refuse('NOT_FOUND', 'colleges.missing')
  const use = await collegeUse(tx, id)
  if (use.users) refuse('CONFLICT', 'colleges.hasUsers')
  if (use.posts) refuse('CONFLICT', 'colleges.hasPosts')
  await dropCollege(tx, id)
  clearAwayPicture(tx, college.profile)
  await audit(tx, actor, {
    action: `${entered(actor)}:deleted:college`,
    entityType: 'college',
    entityId: id,
    before: { name: college.name, emailDomain: college.emailDomain },
  })
  tx.afterCommit(() => directory.clear())
}

/**
 * Removes a picture of ours that no college shows any more. Asked after the commit, when every write of the same
 * batch counts: one of them may just have begun to show it.
 */
function clearAwayPicture(tx: Tx, url: string | null): void {
  const name = url === null ? undefined : uploadName(url)
  if (url === null || name === undefined) return
  tx.afterCommit(() => {
    if (!isPictureUsed(storage.reader, url)) removeUpload(name)
  })
}

const DAY_MS = 86_400_000

/** Removes the pictures of more than a day ago that no college shows: a crash came between a write and its file. */
export async function sweepUploads(tx: Tx, now = Date.now()): Promise<void> {
  for (const name of uploadsBefore(now - DAY_MS)) if (!isUploadNamed(tx, name)) removeUpload(name)
}
