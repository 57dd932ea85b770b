import { eq } from 'drizzle-orm'
import type { Static } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { sql } from '../../../db/sql'
import { FLAG } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { requireReauthentication } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, adminOrOperator, audit } from '../../ground/audit/audit'
import { exactId } from '../../lib/crypto/ids'
import { reencodeImage } from '../../lib/files/images'
import { absoluteUrl, removeUpload, stageImage, uploadName, uploadsBefore } from '../../lib/files/uploads'
import { inBackground } from '../../lib/process/background'
import { dropAllCaches } from '../../lib/process/cache'
import { message } from '../../messages/message'
import { alertSuperadmins, requireDomainRights } from './alerts'
import { findOrCreateBranches } from './branches'
import { refuseDeceptive, refuseHomographs } from './deceptive-names'
import { forgetColleges, offerBranches, readCollege, readCollegeByDomain, requireCollege } from './directory'
import { type College, CollegeFields, decodeInput, type NewBranch } from './schemas'

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

export const addCollege = (user: Viewer, input: NewCollege): Promise<College> =>
  createAs(user, 'admin', {
    create: (tx, user) => {
      requireDomainRights(tx, user)
      return createCollege(tx, user, input)
    },
    read: requireCollege,
  })

function refuseTakenDomain(tx: Tx, domain: string, exceptId?: string): void {
  const other = readCollegeByDomain(tx, domain)
  if (other && other.id !== exceptId) refuse('CONFLICT', message('colleges.domainTaken', { college: other.name }))
}

export const changeCollege = (user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> =>
  writeAs(user, 'admin', (tx, user) => {
    const before = readCollege(tx, id)
    const after = updateCollege(tx, user, id, changes)
    // Whoever has the domain decides who is a student.
    if (after.emailDomain !== before?.emailDomain) {
      requireDomainRights(tx, user)
      requireReauthentication(user)
    }
    return after
  })

/** `branches` replaces the list. 404; 400 and 409 as in `createCollege`. */
export function updateCollege(
  tx: Tx,
  actor: Actor,
  id: string,
  { branches, ...changes }: Partial<NewCollege>,
): College {
  const before = readCollege(tx, id) ?? refuse('NOT_FOUND', 'colleges.missing')
  if (branches === undefined && Object.values(changes).every((value) => value === undefined))
    refuse('VALIDATION_FAILED', 'colleges.nothingToChange')
  const { profile, ...given } = changes
  if (given.emailDomain !== undefined) refuseTakenDomain(tx, given.emailDomain, id)
  const after: College = {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    profile: profile === undefined ? before.profile : profile && absoluteUrl(profile),
    branches: branches === undefined ? before.branches : findOrCreateBranches(tx, actor, branches),
  }
  const [was, is] = [auditedFields(before), auditedFields(after)]
  const changed = FIELDS.filter((field) => was[field] !== is[field])
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
    action: 'admin:updated:college',
    entityType: 'college',
    entityId: id,
    before: only(was, changed),
    after: only(is, changed),
  })
  if (changed.includes('emailDomain')) alertSuperadmins(tx, actor, 'domain_changed', after, before.emailDomain)
  // Posts, comments and users show their college. A college changes a few times a year.
  tx.afterCommit(dropAllCaches)
  return after
}

const FIELDS = ['name', 'emailDomain', 'city', 'state', 'profile', 'accentHue', 'coverLine', 'branches'] as const
const TEXTS = ['name', 'emailDomain', 'city', 'state'] as const

/** As the audit log has them. */
const auditedFields = (college: College) =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      field === 'branches' ? college.branches.toSorted().join(' ') : (college[field]?.toString() ?? null),
    ]),
  )
const only = (fields: Record<string, string | null>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))

/** 404; 409 `CONFLICT` while the college has users, or posts of deleted accounts. */
export const deleteCollege = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'admin', (tx, user) => {
    const { profile, name, emailDomain } = readCollege(tx, id) ?? refuse('NOT_FOUND', 'colleges.missing')
    // Indexes: users_college, users_alias for those whose accounts are gone, and posts_college_newest.
    const use = sql({ hasUsers: FLAG, hasPosts: FLAG })`
      SELECT EXISTS (SELECT 1 FROM users WHERE college_id = ${id} AND status <> 'ALIAS')
          OR EXISTS (SELECT 1 FROM users WHERE college_id = ${id} AND status = 'ALIAS') AS hasUsers,
        EXISTS (SELECT 1 FROM posts WHERE college_id = ${id}) AS hasPosts`.get(tx)!
    for (const by of ['hasUsers', 'hasPosts'] as const) if (use[by]) refuse('CONFLICT', `colleges.${by}`)
    // The rows of college_branches go with it, by their foreign key.
    tx.orm.delete(colleges).where(eq(colleges.id, id)).run()
    removeUnusedPicture(tx, profile)
    const entry = { entityType: 'college', entityId: id, before: { name, emailDomain } } as const
    audit(tx, user, { ...entry, action: 'admin:deleted:college' })
    forgetColleges(tx)
  })

/** Pages show it much smaller, on screens with up to three device pixels a pixel. */
const PICTURE = { maxPixels: 50_000_000, quality: 90, sides: [[1024, 1024]] } as const

/** Re-encodes and stores the picture, and removes the previous one if no college shows it. 400 if it is no image. */
export async function uploadPicture(user: Viewer, collegeId: string, file: File): Promise<{ url: string }> {
  if (!file.type.startsWith('image/')) refuseField('profile', 'uploads.notAnImage')
  if (file.size > config.profileImageMaxBytes)
    refuse('PAYLOAD_TOO_LARGE', message('uploads.tooLarge', { max: config.profileImageMaxBytes }))
  const image = await reencodeImage(file, PICTURE)
  if ('problem' in image) return refuseField('profile', image.problem)
  // Before the image is on disk: the write finds out too late for that.
  requireCollege(collegeId)
  const staged = await stageImage(image.renditions[0]!.webp)
  try {
    await writeAs(user, 'admin', (tx, user) => {
      updateCollege(tx, user, collegeId, { profile: staged.url })
      // Inside the write: after it, the clean-up of an earlier write could remove the same picture.
      staged.place()
    })
  } finally {
    staged.discard()
  }
  return { url: staged.url }
}

/**
 * Removes the uploaded picture if no college shows it. In another write, which begins when this one is on disk:
 * after a power cut the college may still show the former picture.
 */
function removeUnusedPicture(tx: Tx, url: string | null): void {
  const name = url === null ? undefined : uploadName(url)
  if (name === undefined) return
  tx.afterCommit(() =>
    inBackground('removing a picture that no college shows', () => storage.write((tx) => removeUnlessShown(tx, name))),
  )
}

const DAY_MS = 86_400_000

/** Removes pictures older than a day that no college shows: a crash between a write and its file leaves them. */
export function deleteUnusedPictures(tx: Tx, now = Date.now()): void {
  for (const name of uploadsBefore(now - DAY_MS)) removeUnlessShown(tx, name)
}

/** The reader sees what is on disk; other writes of this batch may have begun to show the picture, or may yet fail. */
function removeUnlessShown(tx: Tx, name: string): void {
  // By the file name alone, because the URL may contain an earlier `PUBLIC_URL`.
  if (
    [storage.reader, tx].every(
      (db) =>
        sql({ id: colleges.id })`SELECT id FROM colleges WHERE instr(profile, ${name}) > 0 LIMIT 1`.get(db) ===
        undefined,
    )
  )
    removeUpload(name)
}
