import { identities } from '../../../db/schema/identities'
import { userStats, users } from '../../../db/schema/users'
import { INTEGER, orNull, type Raw, selectList, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { addressIndexes, shownAddress, unreadableAddress } from '../../lib/addresses'
import type { Role } from '../access/account'
import { SANCTION_COLUMNS, sanctionFields } from '../access/sanctions'
import { collegeById } from '../colleges/directory'
import type { ManagedUser } from './record'
import { PUBLIC_COLUMNS } from './users'

// SQL text: the filter decides which table and index a search starts from.

/** All given criteria must match. */
export type UserFilter = {
  /** Each is contained in the username. */
  parts?: readonly string[]
  /** The whole email address. */
  email?: string
  collegeId?: string
  role?: Role
  /** Banned or suspended at present. If so aliases, too: who would lift the sanction has to find them. */
  blocked?: boolean
}

const USER_COLUMNS = { ...PUBLIC_COLUMNS, role: users.role, status: users.status }
const TYPES = {
  ...USER_COLUMNS,
  authId: orNull(identities.id),
  emailSealed: orNull(identities.emailSealed),
  ...SANCTION_COLUMNS,
  karma: userStats.karma,
}
type Row = Raw<typeof TYPES>

const COLUMNS = `${selectList(USER_COLUMNS, 'u')}, i.id AS authId, i.email_sealed AS emailSealed,
  ${selectList(SANCTION_COLUMNS, 's')}, k.karma`

const KARMA = 'CROSS JOIN user_stats k ON k.user = u.key'
const SANCTION = 'LEFT JOIN sanctions s ON s.user_id = u.id'

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

const IS_SANCTIONED = "(s.kind = 'block' OR s.ends_at > $now)"

/** `u.role <> 'user'` repeats the condition of the index users_role. */
const conditions = ({ parts = [], email, collegeId, role, blocked }: UserFilter): string =>
  [
    'true',
    ...parts.map((_, at) => `instr(u.username, $part${at}) > 0`),
    ...(email === undefined ? [] : ['i.email_index IN (SELECT value FROM json_each($emailIndexes))']),
    ...(collegeId === undefined ? [] : ['u.college_id = $collegeId']),
    ...(role === undefined ? [] : ['u.role = $role']),
    ...(role === undefined || role === 'user' ? [] : ["u.role <> 'user'"]),
    ...(blocked === true ? [] : ["u.status <> 'ALIAS'"]),
    ...(blocked === undefined ? [] : [blocked ? IS_SANCTIONED : `${IS_SANCTIONED} IS NOT TRUE`]),
  ].join(' AND ')

const bindings = ({ parts = [], email, collegeId, role, blocked }: UserFilter): Params => ({
  ...Object.fromEntries(parts.map((part, at) => [`part${at}`, part])),
  ...(email === undefined ? {} : { emailIndexes: JSON.stringify(addressIndexes(email)) }),
  ...(collegeId === undefined ? {} : { collegeId }),
  ...(role === undefined ? {} : { role }),
  ...(blocked === undefined ? {} : { now: new Date().toISOString() }),
})

/** Joins only the rows of the page. */
export function pageText(filter: UserFilter): string {
  const order = filter.parts === undefined ? 'u.created_at DESC, u.id DESC' : 'u.username'
  return `
  SELECT ${COLUMNS}
  FROM (
    SELECT u.rowid AS number FROM ${startTable(filter)} WHERE ${conditions(filter)}
    ORDER BY ${order} LIMIT $limit OFFSET $offset
  ) page
  CROSS JOIN users u ON u.rowid = page.number ${KARMA} LEFT JOIN identities i ON i.id = u.auth_id ${SANCTION}`
}

/** For administrators only: a count over an index of 20,000 users costs a millisecond. */
export const countText = (filter: UserFilter): string =>
  `SELECT count(*) AS total FROM ${startTable(filter)} WHERE ${conditions(filter)}`

const PARAMS = {
  // A search has at most two.
  part0: TEXT,
  part1: TEXT,
  emailIndexes: TEXT,
  collegeId: users.collegeId,
  role: users.role,
  now: TEXT,
}
type Params = Partial<Raw<typeof PARAMS>>

const pages = sqlVariants(pageText, { returns: TYPES, params: { ...PARAMS, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

/** Of an alias no address, and no karma either. */
async function toManagedUser({ kind, reason, endsAt, authId, emailSealed, ...user }: Row): Promise<ManagedUser> {
  const collegeDomain = async () => (await collegeById(user.collegeId))?.emailDomain ?? ''
  return {
    ...user,
    karma: authId === null ? 0 : user.karma,
    email:
      authId === null || emailSealed === null
        ? unreadableAddress(await collegeDomain())
        : await shownAddress({ id: authId, emailSealed }, collegeDomain),
    ...sanctionFields(kind === null ? null : { kind, reason: reason ?? '', endsAt }),
  }
}

const toManagedUsers = (rows: Row[]): Promise<ManagedUser[]> => Promise.all(rows.map(toManagedUser))

/** By the month of joining, latest first, or by name in a search for names. */
export async function managedUserPage(
  db: Connection,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<ManagedUser[]> {
  return toManagedUsers(pages(db, filter).all({ ...bindings(filter), ...page }))
}

export async function countManagedUsers(db: Connection, filter: UserFilter): Promise<number> {
  return counts(db, filter).get(bindings(filter))?.total ?? 0
}

const aliasById = sqlStatement(
  `SELECT ${COLUMNS} FROM users u ${KARMA} LEFT JOIN identities i ON i.id = u.auth_id ${SANCTION}
  WHERE u.id = $id AND u.status = 'ALIAS'`,
  { returns: TYPES, params: { id: users.id } },
)

/** Null for an account: those are found in the lists. */
export async function managedAlias(db: Connection, id: string): Promise<ManagedUser | null> {
  const row = aliasById(db).get({ id })
  return row === undefined ? null : toManagedUser(row)
}

const admins = sqlStatement(
  `SELECT ${COLUMNS} FROM users u INDEXED BY users_role ${KARMA} CROSS JOIN identities i ON i.id = u.auth_id ${SANCTION}
  WHERE u.role <> 'user' ORDER BY u.created_at, u.id LIMIT 1000`,
  { returns: TYPES },
)

export async function administrators(db: Connection): Promise<ManagedUser[]> {
  return toManagedUsers(admins(db).all())
}
