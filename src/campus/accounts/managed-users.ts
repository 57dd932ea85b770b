import { identities } from '../../../db/schema/identities'
import { userStats, users } from '../../../db/schema/users'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import type { Role, Viewer } from '../../ground/access/account'
import { SANCTION_COLUMNS, sanctionFields } from '../../ground/access/sanctions'
import { audit } from '../../ground/audit/audit'
import { keyedHash } from '../../lib/crypto/keys'
import { parseAddress } from '../../lib/mail/email-address'
import { addressIndexes, shownAddress, unreadableAddress } from '../../lib/net/addresses'
import { paginate } from '../../lib/text/schema'
import { collegeById } from '../colleges/directory'
import { DailyQuota } from './daily-quota'
import type { ManagedUser } from './record'
import { PUBLIC_COLUMNS } from './users'

// The users that administrators list and search. Their email addresses are masked for every role.

/**
 * All given criteria must match; empty ones are ignored. `query`: part of a username, or a whole email address;
 * `username`: part of one; `email`: a whole address.
 */
type UserSearch = Omit<UserFilter, 'parts'> & { query?: string | undefined; username?: string | undefined }

export const listAdministrators = (): ManagedUser[] =>
  sql(TYPES)`
  SELECT ${COLUMNS} FROM users u INDEXED BY users_role ${KARMA} CROSS JOIN identities i ON i.id = u.auth_id
  ${SANCTION}
  WHERE u.role <> 'user' ORDER BY u.created_at, u.id LIMIT 1000`
    .all(storage.reader)
    .map(toManagedUser)

/**
 * A page of the users that match, the latest month of joining first, or by name in a search for names. Part of an email
 * address matches nobody; a whole one is audited and counted, whatever the page or the other criteria. 429
 * `RATE_LIMITED` after ten such searches in a day, or a hundred of all administrators.
 */
export async function listManagedUsers(
  viewer: Viewer,
  { page, limit, ...search }: UserSearch & { page: number; limit: number },
) {
  const { total, users } = await findPage(viewer, search, { limit, offset: (page - 1) * limit })
  return { users, pagination: paginate(total, page, limit) }
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
  const total = filter ? countOfUsers(filter).get(storage.reader)!.total : 0
  const users = filter && total > page.offset ? managedUserPage(storage.reader, filter, page) : []
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
  return { parts: names.length === 0 ? undefined : names, email: address, collegeId, role, blocked }
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
  const entry = { action: 'admin:searched:address', entityType: 'user', entityId: null } as const
  await storage.write((tx) => audit(tx, viewer, { ...entry, metadata: { matched, searched } }))
}

/** All given criteria must match. */
export type UserFilter = {
  /** Each is contained in the username. */
  parts?: readonly string[] | undefined
  /** The whole email address. */
  email?: string | undefined
  collegeId?: string | undefined
  role?: Role | undefined
  /** Banned or suspended at present. If so aliases, too: who would lift the sanction has to find them. */
  blocked?: boolean | undefined
}

const USER_COLUMNS = { ...PUBLIC_COLUMNS, ...pick(users, 'role', 'status') }
const TYPES = {
  ...USER_COLUMNS,
  authId: orNull(identities.id),
  emailSealed: orNull(identities.emailSealed),
  ...SANCTION_COLUMNS,
  karma: userStats.karma,
}

const COLUMNS = raw(`${selectList(USER_COLUMNS, 'u')}, i.id AS authId, i.email_sealed AS emailSealed,
  ${selectList(SANCTION_COLUMNS, 's')}, k.karma`)

const KARMA = raw('CROSS JOIN user_stats k ON k.user = u.key')
const SANCTION = raw('LEFT JOIN sanctions s ON s.user_id = u.id')

/**
 * The search starts from the criterion that leaves the fewest rows. Emails, sanctions and administrators are few and
 * are sorted; usernames are all read, from their index; everything else walks an index in the order of the list.
 */
function startTable({ parts, email, collegeId, role, blocked }: UserFilter): Query<never> {
  if (email !== undefined) return sql`identities i CROSS JOIN users u ON u.auth_id = i.id ${SANCTION}`
  if (blocked === true) return sql`sanctions s CROSS JOIN users u ON u.id = s.user_id`
  const walk = (index: string) => sql`users u INDEXED BY ${raw(index)} ${blocked === undefined ? raw('') : SANCTION}`
  if (role !== undefined && role !== 'user') return walk('users_role')
  if (parts !== undefined) return walk('users_username')
  return walk(collegeId === undefined ? 'users_created' : 'users_college')
}

/** `u.role <> 'user'` repeats the condition of the index users_role. */
function conditions({ parts = [], email, collegeId, role, blocked }: UserFilter): Query<never> {
  const sanctioned = sql`(s.kind = 'block' OR s.ends_at > ${new Date().toISOString()})`
  const all = [
    ...parts.map((part) => sql`instr(u.username, ${part}) > 0`),
    email !== undefined &&
      sql`i.email_index IN (SELECT value FROM json_each(${JSON.stringify(addressIndexes(email))}))`,
    collegeId !== undefined && sql`u.college_id = ${collegeId}`,
    role !== undefined && sql`u.role = ${role}`,
    role !== undefined && role !== 'user' && sql`u.role <> 'user'`,
    !blocked && sql`u.status <> 'ALIAS'`,
    blocked !== undefined && (blocked ? sanctioned : sql`${sanctioned} IS NOT TRUE`),
  ]
  return all.filter((each) => each !== false).reduce((before, each) => sql`${before} AND ${each}`, sql`true`)
}

/** By the month of joining, latest first, or by name in a search for names. Joins only the rows of the page. */
export function pageOfUsers(filter: UserFilter, { limit, offset }: { limit: number; offset: number }) {
  const order = raw(filter.parts === undefined ? 'u.created_at DESC, u.id DESC' : 'u.username')
  return sql(TYPES)`
  SELECT ${COLUMNS}
  FROM (
    SELECT u.rowid AS number FROM ${startTable(filter)} WHERE ${conditions(filter)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
  ) page
  CROSS JOIN users u ON u.rowid = page.number ${KARMA} LEFT JOIN identities i ON i.id = u.auth_id ${SANCTION}`
}

/** For administrators only: a count over an index of 20,000 users costs a millisecond. */
export const countOfUsers = (filter: UserFilter) => sql({ total: INTEGER })`
  SELECT count(*) AS total FROM ${startTable(filter)} WHERE ${conditions(filter)}`

/** Of an alias no address, and no karma either. */
export function toManagedUser(row: Raw<typeof TYPES>): ManagedUser {
  const { kind, reason, endsAt, authId, emailSealed, ...user } = row
  const collegeDomain = () => collegeById(user.collegeId)?.emailDomain ?? ''
  return {
    ...user,
    karma: authId === null ? 0 : user.karma,
    email:
      authId === null || emailSealed === null
        ? unreadableAddress(collegeDomain())
        : shownAddress({ id: authId, emailSealed }, collegeDomain),
    ...sanctionFields(kind === null ? null : { kind, reason: reason ?? '', endsAt }),
  }
}

export const managedUserPage = (db: Connection, filter: UserFilter, page: { limit: number; offset: number }) =>
  pageOfUsers(filter, page).all(db).map(toManagedUser)

export const aliasById = (db: Connection, id: string) =>
  sql(TYPES)`
  SELECT ${COLUMNS} FROM users u ${KARMA} LEFT JOIN identities i ON i.id = u.auth_id ${SANCTION}
  WHERE u.id = ${id} AND u.status = 'ALIAS'`.get(db)
