import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { Cache } from '../../lib/cache'
import type { Campus } from '../../lib/mail/compose'
import { firstCollege, readBranchesByCollege, readColleges } from './queries'
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
export function forgetColleges(tx: Tx): void {
  tx.afterCommit(() => cache.clear())
}

/** Every college, by name. */
export async function allColleges(): Promise<College[]> {
  return (await loadDirectory()).colleges
}

export async function collegeById(id: string): Promise<College | undefined> {
  return (await loadDirectory()).byId.get(id)
}

/** The college of exactly this email domain, in any case. */
export async function collegeByDomain(domain: string): Promise<College | undefined> {
  return (await loadDirectory()).byDomain.get(domain.toLowerCase())
}

/** The college as posts, comments and users show it. */
export async function findCollegeSummary(
  id: string,
): Promise<{ id: string; name: string; profile: string | null } | undefined> {
  const college = await collegeById(id)
  return college && { id, name: college.name, profile: college.profile }
}

/** The branches that the college offers, by name. */
export async function offeredBranches(collegeId: string): Promise<Branch[]> {
  return (await loadDirectory()).branches.get(collegeId) ?? []
}

/** The name of this Quad: the configured campus, else the first college. */
export async function campusName(): Promise<string> {
  return config.campus?.name ?? firstCollege(storage.reader)?.name ?? 'Quad'
}

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
