import { storage } from '../../../db/storage'
import { maskedEmail, parseAddress } from '../../lib/email-address'
import { paginate } from '../../lib/schema'
import type { Role, Viewer } from '../access/account'
import { audit } from '../audit/audit'
import { administrators, countPeople, type PeopleFilter, peoplePage } from './managed-user-queries'
import type { ManagedUser } from './record'

/** As it stands in the query of administrators' lists; an empty one is none. */
export type PeopleSearch = {
  /** Part of a username, or a whole address. */
  query?: string | undefined
  /** Part of a username. */
  username?: string | undefined
  /** A whole address. */
  email?: string | undefined
  collegeId?: string | undefined
  role?: Role | undefined
  blocked?: boolean | undefined
}

type Page = { page: number; limit: number }

/** No single moderator can unmask the campus: only a superadmin sees addresses in full. */
const asSeenBy = (viewer: Viewer, users: ManagedUser[]): ManagedUser[] =>
  viewer.role === 'superadmin' ? users : users.map((user) => ({ ...user, email: maskedEmail(user.email) }))

export async function listAdministrators(viewer: Viewer): Promise<ManagedUser[]> {
  return asSeenBy(viewer, await administrators(storage.reader))
}

/**
 * A page of those whom all of the search fits, newest first, or by name where names are searched. A part of an address
 * finds nobody, and a search for a whole one is in the audit log.
 */
export async function listPeople(viewer: Viewer, { page, limit, ...search }: PeopleSearch & Page) {
  const filter = filterOf(search)
  const total = filter === undefined ? 0 : await countPeople(storage.reader, filter)
  const users = filter === undefined ? [] : await find(viewer, filter, { limit, offset: (page - 1) * limit })
  return { users, pagination: paginate(total, page, limit) }
}

/** Lists that are not paged stop there. */
const MOST_FOUND = 1000

/** The same, unpaged. */
export async function findPeople(viewer: Viewer, search: PeopleSearch): Promise<ManagedUser[]> {
  const filter = filterOf(search)
  return filter === undefined ? [] : find(viewer, filter, { limit: MOST_FOUND, offset: 0 })
}

/** Undefined where nobody can fit: an address that is none, or two of them. */
function filterOf({ query, username, email: given, collegeId, role, blocked }: PeopleSearch): PeopleFilter | undefined {
  const [asked, name, wanted] = [query, username, given].map((text = '') => text.trim().toLowerCase())
  const inQuery = parseAddress(asked ?? '')?.email
  const inEmail = wanted === '' ? undefined : parseAddress(wanted ?? '')?.email
  if (wanted !== '' && inEmail === undefined) return undefined
  if (inQuery !== undefined && inEmail !== undefined && inQuery !== inEmail) return undefined
  const email = inQuery ?? inEmail
  const parts = [inQuery === undefined ? asked : '', name].flatMap((part = '') => (part === '' ? [] : [part]))
  return {
    ...(parts.length === 0 ? {} : { parts }),
    ...(email === undefined ? {} : { email }),
    ...(collegeId === undefined ? {} : { collegeId }),
    ...(role === undefined ? {} : { role }),
    ...(blocked === undefined ? {} : { blocked }),
  }
}

async function find(viewer: Viewer, filter: PeopleFilter, page: { limit: number; offset: number }) {
  if (filter.email === undefined) return asSeenBy(viewer, await peoplePage(storage.reader, filter, page))
  // One at most: whichever page is asked for, the log says whom the address belongs to.
  const found = await peoplePage(storage.reader, filter, { ...page, offset: 0 })
  await noteSearch(viewer, found)
  return page.offset === 0 ? asSeenBy(viewer, found) : []
}

async function noteSearch(viewer: Viewer, found: ManagedUser[]): Promise<void> {
  await storage.write((tx) =>
    audit(tx, viewer, {
      action: 'admin:searched:address',
      entityType: 'user',
      entityId: found[0]?.id ?? null,
      metadata: { found: found.length },
    }),
  )
}
