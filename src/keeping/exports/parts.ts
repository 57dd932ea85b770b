import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { colleges } from '../../../db/schema/colleges'
import { identities } from '../../../db/schema/identities'
import { userStats, users } from '../../../db/schema/users'
import { FLAG, pick, type SqlTypes, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { addressIndexes, openAddress } from '../../lib/net/addresses'

/** Whose data it is. `emailIndexes` as a JSON array. */
type Owner = { userId: string; emailIndexes: string }
export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** One kind of record in an export. */
export type Part = {
  name: string
  /** What it says in SQL, for the test that looks for what is missing. */
  text: string
  rows: (db: Connection, owner: Owner) => Iterable<Fields>
}

/** The records of one kind; read when they are iterated. */
export type Section = { name: string; rows: () => Iterable<Fields> }

/** SQLite has no booleans. */
function* fieldsOf(returns: SqlTypes, rows: Iterable<Record<string, unknown>>): Generator<Fields> {
  const isFlag = (type: SqlTypes[string] | undefined) =>
    type === FLAG || (type instanceof SQLiteColumn && type.dataType === 'boolean')
  const flags = new Set(Object.keys(returns).filter((name) => isFlag(returns[name])))
  for (const row of rows) {
    const entries = Object.entries(row).map(([name, value]) => [
      name,
      flags.has(name) && value !== null ? value === 1 : value,
    ])
    yield Object.fromEntries(entries)
  }
}

const partOf =
  (whose: keyof Owner) =>
  (name: string, text: string, returns: SqlTypes): Part => {
    const find = sqlStatement(text, { returns, params: { [whose]: TEXT } })
    return { name, text, rows: (db, owner) => fieldsOf(returns, find(db).iterate({ [whose]: owner[whose] })) }
  }

/** What belongs to `$userId`. */
export const ofUser = partOf('userId')

/** What names the email of its owner by one of `$emailIndexes`. */
export const ofEmail = partOf('emailIndexes')

/** Columns of one table, `from` which and where. */
export const ofTable = (name: string, columns: Parameters<typeof selectList>[0], from: string): Part =>
  ofUser(name, `SELECT ${selectList(columns)} FROM ${from}`, columns)

const USER = pick(users, 'id', 'username', 'role', 'branch', 'status', 'language', 'termsAcceptedAt', 'verifiedAt')
const IDENTITY = pick(identities, 'emailSealed', 'emailIndex', 'createdAt', 'updatedAt')
const RETURNS = {
  ...USER,
  karma: userStats.karma,
  ...IDENTITY,
  identityId: identities.id,
  hasPassword: FLAG,
  college: colleges.name,
}

export const ACCOUNT_TEXT = `SELECT ${selectList(USER, 'u')}, s.karma, ${selectList(IDENTITY, 'i')}, i.id AS identityId,
    i.password_hash IS NOT NULL AS hasPassword, c.name AS college
  FROM users u CROSS JOIN user_stats s ON s.user = u.key CROSS JOIN identities i ON i.id = u.auth_id CROSS JOIN colleges c ON c.id = u.college_id
  WHERE u.id = $userId`
const account = sqlStatement(ACCOUNT_TEXT, { returns: RETURNS, params: { userId: users.id } })

/** The account itself. The email is null where this server cannot read it. */
export function readAccountExport(db: Connection, userId: string) {
  const row = account(db).get({ userId })
  if (row === undefined) return undefined
  const { emailSealed, emailIndex, identityId, hasPassword, ...fields } = row
  const email = openAddress({ id: identityId, emailSealed })
  const emailIndexes = JSON.stringify(email === null ? [emailIndex] : addressIndexes(email))
  return { owner: { userId, emailIndexes }, fields: { ...fields, email, hasPassword: hasPassword === 1 } }
}
