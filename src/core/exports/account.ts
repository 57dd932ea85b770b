import { colleges } from '../../../db/schema/colleges'
import { identities } from '../../../db/schema/identities'
import { userStats, users } from '../../../db/schema/users'
import { FLAG, pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { addressIndexes, openAddress } from '../../lib/addresses'
import type { Language } from '../../messages/template'
import type { Fields, Owner } from './parts'

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
type Row = Raw<typeof RETURNS>

export const ACCOUNT_TEXT = `SELECT ${selectList(USER, 'u')}, s.karma, ${selectList(IDENTITY, 'i')}, i.id AS identityId,
    i.password_hash IS NOT NULL AS hasPassword, c.name AS college
  FROM users u CROSS JOIN user_stats s ON s.user = u.key CROSS JOIN identities i ON i.id = u.auth_id CROSS JOIN colleges c ON c.id = u.college_id
  WHERE u.id = $userId`
const account = sqlStatement(ACCOUNT_TEXT, { returns: RETURNS, params: { userId: users.id } })

export type AccountExport = { owner: Owner; language: Language; fields: Fields }

/** The account itself. The email is null where this server cannot read it. */
export async function readAccountExport(db: Connection, userId: string): Promise<AccountExport | undefined> {
  const row = account(db).get({ userId })
  return row && toExport(row)
}

async function toExport({ emailSealed, emailIndex, identityId, hasPassword, ...fields }: Row): Promise<AccountExport> {
  const email = await openAddress({ id: identityId, emailSealed })
  const indexes = email === null ? [emailIndex] : addressIndexes(email)
  return {
    owner: { userId: fields.id, emailIndexes: JSON.stringify(indexes) },
    language: fields.language,
    fields: { ...fields, email, hasPassword: hasPassword === 1 },
  }
}
