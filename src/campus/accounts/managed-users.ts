import { identities } from '../../../db/schema/identities'
import { userStats, users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, selectList } from '../../../db/statement'
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

/**
 * A page of the users that match, the latest month of joining first, or by name in a search for names. Part of an email
 * address matches nobody; a whole one is audited and counted, whatever the page or the other criteria. 429
 * `RATE_LIMITED` after ten such searches in a day, or a hundred of all administrators.
 */
export async function listManagedUsers(
  viewer: Viewer,
  { page, limit, ...search }: UserSearch & { page: number; limit: number },
) {
  const { total, users } = await findPage(viewer, search, limit, (page - 1) * limit)
  return { users, pagination: paginate(total, page, limit) }
}

/** As `listManagedUsers`, unpaged. */
export const findManagedUsers = async (viewer: Viewer, search: UserSearch): Promise<ManagedUser[]> =>
  (await findPage(viewer, search, 1000, 0)).users

async function findPage(viewer: Viewer, search: UserSearch, limit: number, offset: number) {
  const { query = '', username = '', email = '', ...filter } = search
  const [queried, asked] = [query, email].map((text) => parseAddress(text)?.email)
  const addresses = new Set([queried, asked].filter((address) => address !== undefined))
  if (addresses.size > 0) searches.consume(viewer.id)
  // Nobody has two addresses, nor one that is none.
  const isPossible = addresses.size < 2 && (email.trim() === '' || asked !== undefined)
  const names = [queried === undefined ? query : '', username].map((text) => text.trim().toLowerCase())
  const parts = names.filter((name) => name !== '')
  const wanted = { ...filter, parts: parts.length === 0 ? undefined : parts, email: queried ?? asked }
  const total = isPossible ? userCount(wanted).get(storage.reader)!.total : 0
  const users = total > offset ? managedUserPage(storage.reader, wanted, limit, offset) : []
  if (addresses.size > 0) await auditAddressSearch(viewer, [...addresses], total > 0)
  return { total, users }
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
const MANAGED = sql({
  ...USER_COLUMNS,
  authId: orNull(identities.id),
  emailSealed: orNull(identities.emailSealed),
  ...SANCTION_COLUMNS,
  karma: userStats.karma,
})
const SELECT = raw(`SELECT ${selectList(USER_COLUMNS, 'u')}, i.id AS authId, i.email_sealed AS emailSealed,
  ${selectList(SANCTION_COLUMNS, 's')}, k.karma`)
const SANCTION = 'LEFT JOIN sanctions s ON s.user_id = u.id'
const JOINS = raw(`CROSS JOIN user_stats k ON k.user = u.key LEFT JOIN identities i ON i.id = u.auth_id ${SANCTION}`)

/**
 * The search starts from the criterion that leaves the fewest rows. Emails, sanctions and administrators are few and
 * are sorted; usernames are all read, from their index; everything else walks an index in the order of the list.
 */
function startTable({ parts, email, collegeId, role, blocked }: UserFilter): string {
  if (email !== undefined) return `identities i CROSS JOIN users u ON u.auth_id = i.id ${SANCTION}`
  if (blocked === true) return 'sanctions s CROSS JOIN users u ON u.id = s.user_id'
  const walk = (index: string) => `users u INDEXED BY ${index} ${blocked === undefined ? '' : SANCTION}`
  if (role !== undefined && role !== 'user') return walk('users_role')
  if (parts !== undefined) return walk('users_username')
  return walk(collegeId === undefined ? 'users_created' : 'users_college')
}

function matching(filter: UserFilter) {
  const { parts = [], email, collegeId, role, blocked } = filter
  const isSanctioned = sql`(s.kind = 'block' OR s.ends_at > ${new Date().toISOString()})`
  const emailIndexes = email === undefined ? '' : JSON.stringify(addressIndexes(email))
  const conditions = [
    ...parts.map((part) => sql`instr(u.username, ${part}) > 0`),
    email !== undefined && sql`i.email_index IN (SELECT value FROM json_each(${emailIndexes}))`,
    collegeId !== undefined && sql`u.college_id = ${collegeId}`,
    role !== undefined && sql`u.role = ${role}`,
    // Repeats the condition of the index users_role.
    role !== undefined && role !== 'user' && sql`u.role <> 'user'`,
    !blocked && sql`u.status <> 'ALIAS'`,
    blocked !== undefined && (blocked ? isSanctioned : sql`${isSanctioned} IS NOT TRUE`),
  ].filter((condition) => condition !== false)
  return sql`${raw(startTable(filter))} WHERE ${conditions.reduce((all, each) => sql`${all} AND ${each}`, sql`true`)}`
}

/** By the month of joining, latest first, or by name in a search for names. Joins only the rows of the page. */
export const userPage = (filter: UserFilter, limit: number, offset: number) => MANAGED`
  ${SELECT} FROM (
    SELECT u.rowid AS number FROM ${matching(filter)}
    ORDER BY ${raw(filter.parts === undefined ? 'u.created_at DESC, u.id DESC' : 'u.username')}
    LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN users u ON u.rowid = page.number ${JOINS}`

/** For administrators only: a count over an index of 20,000 users costs a millisecond. */
export const userCount = (filter: UserFilter) =>
  sql({ total: INTEGER })`SELECT count(*) AS total FROM ${matching(filter)}`

/** Of an alias no address, and no karma either. */
const managed = (query: ReturnType<typeof MANAGED>, db: Connection): ManagedUser[] =>
  query.all(db).map(({ kind, reason, endsAt, authId, emailSealed, ...user }) => {
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
  })

export const managedUserPage = (db: Connection, filter: UserFilter, limit: number, offset: number): ManagedUser[] =>
  managed(userPage(filter, limit, offset), db)

export const listAdministrators = (): ManagedUser[] =>
  managed(
    MANAGED`${SELECT} FROM users u INDEXED BY users_role ${JOINS}
      WHERE u.role <> 'user' ORDER BY u.created_at, u.id LIMIT 1000`,
    storage.reader,
  )

export const aliasById = (db: Connection, id: string): ManagedUser | undefined =>
  managed(MANAGED`${SELECT} FROM users u ${JOINS} WHERE u.id = ${id} AND u.status = 'ALIAS'`, db)[0]
