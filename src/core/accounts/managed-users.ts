import { storage } from '../../../db/storage'
import { parseAddress } from '../../lib/email-address'
import { paginate } from '../../lib/schema'
import type { Role, Viewer } from '../access/account'
import { audit } from '../audit/audit'
import { administrators, countManagedUsers, managedUserPage, type UserFilter } from './managed-user-queries'
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
 * A page of the users that match, newest first, or by name in a search for names. Part of an email address matches
 * nobody, and a search for a whole one is audited.
 */
export async function listManagedUsers(viewer: Viewer, { page, limit, ...search }: UserSearch & Page) {
  const filter = toFilter(search)
  const total = filter === undefined ? 0 : await countManagedUsers(storage.reader, filter)
  const users = filter === undefined ? [] : await readPage(viewer, filter, { limit, offset: (page - 1) * limit })
  return { users, pagination: paginate(total, page, limit) }
}

const MAX_UNPAGED = 1000

/** As `listManagedUsers`, unpaged. */
export async function findManagedUsers(viewer: Viewer, search: UserSearch): Promise<ManagedUser[]> {
  const filter = toFilter(search)
  return filter === undefined ? [] : readPage(viewer, filter, { limit: MAX_UNPAGED, offset: 0 })
}

/** Undefined when nobody can match: `email` is no address, or `query` is another one. */
function toFilter({
  query = '',
  username = '',
  email = '',
  collegeId,
  role,
  blocked,
}: UserSearch): UserFilter | undefined {
  const queryText = query.trim().toLowerCase()
  const queryEmail = parseAddress(queryText)?.email
  const emailText = email.trim().toLowerCase()
  const wholeEmail = emailText === '' ? queryEmail : parseAddress(emailText)?.email
  if (emailText !== '' && wholeEmail === undefined) return undefined
  if (queryEmail !== undefined && queryEmail !== wholeEmail) return undefined
  const parts = [queryEmail === undefined ? queryText : '', username.trim().toLowerCase()].filter((part) => part !== '')
  return {
    ...(parts.length === 0 ? {} : { parts }),
    ...(wholeEmail === undefined ? {} : { email: wholeEmail }),
    ...(collegeId === undefined ? {} : { collegeId }),
    ...(role === undefined ? {} : { role }),
    ...(blocked === undefined ? {} : { blocked }),
  }
}

async function readPage(viewer: Viewer, filter: UserFilter, page: { limit: number; offset: number }) {
  if (filter.email === undefined) return managedUserPage(storage.reader, filter, page)
  // At most one user matches. The audit log names it even when a later page is requested.
  const users = await managedUserPage(storage.reader, filter, { ...page, offset: 0 })
  await auditEmailSearch(viewer, users)
  return page.offset === 0 ? users : []
}

async function auditEmailSearch(viewer: Viewer, users: ManagedUser[]): Promise<void> {
  await storage.write((tx) =>
    audit(tx, viewer, {
      action: 'admin:searched:address',
      entityType: 'user',
      entityId: users[0]?.id ?? null,
      metadata: { found: users.length },
    }),
  )
}
