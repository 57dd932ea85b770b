import { storage } from '../../../db/storage'
import { parseAddress } from '../../lib/email-address'
import { keyedHash } from '../../lib/keys'
import { paginate } from '../../lib/schema'
import type { Role, Viewer } from '../access/account'
import { audit } from '../audit/audit'
import { readSuspension } from '../moderation/suspend-or-ban'
import { DailyQuota } from './daily-quota'
import {
  administrators,
  countManagedUsers,
  managedAlias,
  managedUserPage,
  type UserFilter,
} from './managed-user-queries'
import type { ManagedUser } from './record'

// The users that administrators list and search. Their email addresses are masked for every role.

/** All given criteria must match; empty ones are ignored. */
export type UserSearch = {
  /** Part of a username, or a whole email address. */
  query?: string | undefined
  /** Part of a username. */
  username?: string | undefined
  /** A whole email address. */
  email?: string | undefined
  collegeId?: string | undefined
  role?: Role | undefined
  blocked?: boolean | undefined
}

type Page = { page: number; limit: number }

export const listAdministrators = (): Promise<ManagedUser[]> => administrators(storage.reader)

/**
 * A page of the users that match, the latest month of joining first, or by name in a search for names. Part of an email
 * address matches nobody; a whole one is audited and counted, whatever the page or the other criteria. 429
 * `RATE_LIMITED` after ten such searches in a day, or a hundred of all administrators.
 */
export async function listManagedUsers(viewer: Viewer, { page, limit, ...search }: UserSearch & Page) {
  const { total, users } = await findPage(viewer, search, { limit, offset: (page - 1) * limit })
  return { users, pagination: paginate(total, page, limit) }
}

/** The sanction of a name, with the version for a decision; of an alias all that its list has. 404. */
export async function readStanding(viewer: Viewer, userId: string) {
  const standing = await readSuspension(viewer, userId)
  return { ...standing, alias: await managedAlias(storage.reader, userId) }
}

const MAX_UNPAGED = 1000

/** As `listManagedUsers`, unpaged. */
export async function findManagedUsers(viewer: Viewer, search: UserSearch): Promise<ManagedUser[]> {
  return (await findPage(viewer, search, { limit: MAX_UNPAGED, offset: 0 })).users
}

async function findPage(viewer: Viewer, search: UserSearch, page: { limit: number; offset: number }) {
  const addresses = addressesIn(search)
  if (addresses.length > 0) searches.consume(viewer.id)
  const filter = toFilter(search, addresses)
  const total = filter === undefined ? 0 : await countManagedUsers(storage.reader, filter)
  const users = filter === undefined || total <= page.offset ? [] : await managedUserPage(storage.reader, filter, page)
  if (addresses.length > 0) await auditAddressSearch(viewer, addresses, total > 0)
  return { total, users }
}

const normalized = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/** The whole addresses that are searched for, each once. */
function addressesIn({ query, email }: UserSearch): string[] {
  const addresses = [query, email].map((text) => parseAddress(text ?? '')?.email)
  return [...new Set(addresses.filter((address) => address !== undefined))]
}

/** Undefined when nobody can match: `email` is no address, or `query` is another one. */
function toFilter(
  { query, username, email, collegeId, role, blocked }: UserSearch,
  addresses: readonly string[],
): UserFilter | undefined {
  const [address] = addresses
  if (addresses.length > 1 || (normalized(email) !== '' && parseAddress(email ?? '') === undefined)) return undefined
  const queryName = parseAddress(query ?? '') === undefined ? normalized(query) : ''
  const names = [queryName, normalized(username)].filter((name) => name !== '')
  return {
    ...(names.length === 0 ? {} : { parts: names }),
    ...(address === undefined ? {} : { email: address }),
    ...(collegeId === undefined ? {} : { collegeId }),
    ...(role === undefined ? {} : { role }),
    ...(blocked === undefined ? {} : { blocked }),
  }
}

/** Whoever may try every address of a class learns who is behind every name. */
const searches = new DailyQuota(
  'address-searches',
  { each: 10, inAll: 100 },
  { each: 'accounts.addressSearches', inAll: 'accounts.addressSearchesInAll' },
)

/**
 * Notes that the administrator searched, what for as a keyed hash, and whether somebody was found; never whom. The key
 * is one of this purpose, so that the hash is found nowhere else in the log.
 */
async function auditAddressSearch(viewer: Viewer, addresses: readonly string[], matched: boolean): Promise<void> {
  const searched = keyedHash('address-search', addresses.join(' '))
  await storage.write((tx) =>
    audit(tx, viewer, {
      action: 'admin:searched:address',
      entityType: 'user',
      entityId: null,
      metadata: { matched, searched },
    }),
  )
}
