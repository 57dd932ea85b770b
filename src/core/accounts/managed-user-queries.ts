import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { INTEGER, type Raw, selectList, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { Role } from '../access/account'

import { SANCTION_COLUMNS, sanctionFields } from '../access/sanctions'
import type { ManagedUser } from './record'
import { PUBLIC_COLUMNS } from './users'

// SQL text: the filter decides which table and index a search starts from.

/** What people are picked by: all of what is given must be so. */
export type PeopleFilter = {
  /** Each stands anywhere in the username. */
  parts?: readonly string[]
  /** The whole address. */
  email?: string
  collegeId?: string
  role?: Role
  /** Kept from taking part at present, by a block or by a suspension. */
  blocked?: boolean
}

const USER_COLUMNS = { ...PUBLIC_COLUMNS, role: users.role, status: users.status }
const TYPES = { ...USER_COLUMNS, email: identities.email, ...SANCTION_COLUMNS }
type Row = Raw<typeof TYPES>

const COLUMNS = `${selectList(USER_COLUMNS, 'u')}, i.email, ${selectList(SANCTION_COLUMNS, 's')}`

const SANCTION = 'LEFT JOIN sanctions s ON s.user_id = u.id'

/**
 * Where the search begins: with what leaves the fewest to look at. Addresses, sanctions and administrators are few, and
 * are sorted; names are all read, in the index that holds nothing else; the rest walks an index in the order shown.
 */
function start({ parts, email, collegeId, role, blocked }: PeopleFilter): string {
  if (email !== undefined) return `identities i CROSS JOIN users u ON u.auth_id = i.id ${SANCTION}`
  if (blocked === true) return 'sanctions s CROSS JOIN users u ON u.id = s.user_id'
  const walk = (index: string) => `users u INDEXED BY ${index} ${blocked === undefined ? '' : SANCTION}`
  if (role !== undefined && role !== 'user') return walk('users_role')
  if (parts !== undefined) return walk('users_username')
  return walk(collegeId === undefined ? 'users_created' : 'users_college')
}

const BLOCKED = "(s.kind = 'block' OR s.ends_at > $now)"

/** The second half of the condition on administrators is what the index users_role is made for. */
const conditions = ({ parts = [], email, collegeId, role, blocked }: PeopleFilter): string =>
  [
    'true',
    ...parts.map((_, at) => `instr(u.username, $part${at}) > 0`),
    ...(email === undefined ? [] : ['i.email = $email']),
    ...(collegeId === undefined ? [] : ['u.college_id = $collegeId']),
    ...(role === undefined ? [] : ['u.role = $role']),
    ...(role === undefined || role === 'user' ? [] : ["u.role <> 'user'"]),
    ...(blocked === undefined ? [] : [blocked ? BLOCKED : `${BLOCKED} IS NOT TRUE`]),
  ].join(' AND ')

const bound = ({ parts = [], email, collegeId, role, blocked }: PeopleFilter): Params => ({
  ...Object.fromEntries(parts.map((part, at) => [`part${at}`, part])),
  ...(email === undefined ? {} : { email }),
  ...(collegeId === undefined ? {} : { collegeId }),
  ...(role === undefined ? {} : { role }),
  ...(blocked === undefined ? {} : { now: new Date().toISOString() }),
})

/** A page of those whom the filter fits: only who is shown is joined. */
export function pageText(filter: PeopleFilter): string {
  const order = filter.parts === undefined ? 'u.created_at DESC, u.id DESC' : 'u.username'
  return `
  SELECT ${COLUMNS}
  FROM (
    SELECT u.rowid AS number FROM ${start(filter)} WHERE ${conditions(filter)}
    ORDER BY ${order} LIMIT $limit OFFSET $offset
  ) page
  CROSS JOIN users u ON u.rowid = page.number CROSS JOIN identities i ON i.id = u.auth_id ${SANCTION}`
}

/** An administrator's page, not a student's: a count over an index of 20,000 costs a millisecond. */
export const countText = (filter: PeopleFilter): string =>
  `SELECT count(*) AS total FROM ${start(filter)} WHERE ${conditions(filter)}`

const PARAMS = {
  // A search has one or two.
  part0: TEXT,
  part1: TEXT,
  email: identities.email,
  collegeId: users.collegeId,
  role: users.role,
  now: TEXT,
}
type Params = Partial<Raw<typeof PARAMS>>

const pages = sqlVariants(pageText, { returns: TYPES, params: { ...PARAMS, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

const toManagedUser = ({ kind, reason, endsAt, ...user }: Row): ManagedUser => ({
  ...user,
  ...sanctionFields(kind === null ? null : { kind, reason: reason ?? '', endsAt }),
})

/** Newest first; by name where names are searched. */
export async function peoplePage(
  db: Connection,
  filter: PeopleFilter,
  page: { limit: number; offset: number },
): Promise<ManagedUser[]> {
  return pages(db, filter)
    .all({ ...bound(filter), ...page })
    .map(toManagedUser)
}

export async function countPeople(db: Connection, filter: PeopleFilter): Promise<number> {
  return counts(db, filter).get(bound(filter))?.total ?? 0
}

const admins = sqlStatement(
  `SELECT ${COLUMNS} FROM users u INDEXED BY users_role CROSS JOIN identities i ON i.id = u.auth_id ${SANCTION}
  WHERE u.role <> 'user' ORDER BY u.created_at, u.id LIMIT 1000`,
  { returns: TYPES },
)

export async function administrators(db: Connection): Promise<ManagedUser[]> {
  return admins(db).all().map(toManagedUser)
}
