import { sessions } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { FLAG, pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import type { Origin } from '../audit/audit'
import { activeSanction, SANCTION_COLUMNS, type Sanction } from './sanctions'

const COLUMNS = pick(users, 'id', 'authId', 'username', 'role', 'status', 'collegeId', 'branch', 'branchId', 'language')

// Access: who a viewer is (here), which level a route requires of it (levels.ts, which alone decides), the sanctions of
// people (sanctions.ts), block relations (blocks.ts) and `writeAs`, which decides again inside a write (write-as.ts).

/** What decisions need to know of a user. Cached; every write that changes it calls `forgetAccount`. */
export type Account = Raw<typeof COLUMNS> & { termsAccepted: boolean; sanction: Sanction | null }

export type Role = Account['role']

/** A signed-in user in the course of a request. */
export type Viewer = Account & { sessionId: string; origin: Origin }

const accounts = new Cache<string, Account>(20_000)

/** SQL text, because every write of a user reads it: Drizzle's mapping of joined rows costs more than the read. */
const accountText = `
  SELECT
    ${selectList(COLUMNS, 'u')}, u.terms_accepted_at IS NOT NULL AS termsAccepted, ${selectList(SANCTION_COLUMNS, 's')}
  FROM users u LEFT JOIN sanctions s ON s.user_id = u.id
  WHERE u.id = $id`
const ROW = { ...COLUMNS, termsAccepted: FLAG, ...SANCTION_COLUMNS }
const byId = sqlStatement(accountText, { returns: ROW, params: { id: users.id } })
const bySession = sqlStatement(
  `${accountText}
    AND EXISTS (SELECT 1 FROM sessions WHERE id = $sessionId AND user_id = $id AND expires_at > $now)`,
  { returns: ROW, params: { id: users.id, sessionId: sessions.id, now: sessions.expiresAt } },
)

/** Reads the account past the cache. Use it inside a write, where the cache may be behind. */
export async function readAccount(db: Connection, id: string): Promise<Account | undefined> {
  return toAccount(byId(db).get({ id }))
}

/** The same, but undefined once the session has ended. */
export async function readSignedInAccount(db: Connection, id: string, sessionId: string): Promise<Account | undefined> {
  return toAccount(bySession(db).get({ id, sessionId, now: new Date().toISOString() }))
}

function toAccount(row: Raw<typeof ROW> | undefined): Account | undefined {
  if (!row) return undefined
  const { kind, reason, endsAt, termsAccepted, ...account } = row
  return {
    ...account,
    termsAccepted: termsAccepted === 1,
    sanction: kind === null ? null : { kind, reason: reason ?? '', endsAt },
  }
}

/** The cached account, without a sanction that has ended. */
export async function accountById(id: string): Promise<Account | undefined> {
  const account = await accounts.get(id, () => readAccount(storage.reader, id))
  return account && { ...account, sanction: activeSanction(account.sanction) }
}

/** Drops the cached account when the write is committed. */
export function forgetAccount(tx: Tx, id: string): void {
  tx.afterCommit(() => accounts.drop(id))
}

export const isAdministrator = (viewer: { role: Role } | null): boolean => viewer !== null && viewer.role !== 'user'

/** Role to the permissions that the interface names. */
const PERMISSIONS: Record<Role, readonly string[]> = {
  user: [],
  admin: ['read:profile', 'create:user', 'delete:user'],
  superadmin: ['*'],
}

export const rolePermissions = (role: Role): string[] => [...PERMISSIONS[role]]
