import { eq, sql } from 'drizzle-orm'
import { sanctions, users } from '../../db/schema/users'
import { statement } from '../../db/statement'
import { type Connection, storage, type Tx } from '../../db/storage'
import type { Origin } from '../services/audit'
import { Cache } from '../services/cache'
import { activeSanction, type Sanction } from './sanctions'

export type Role = 'user' | 'admin' | 'superadmin'

/** What decisions need to know of a user. Kept in process; whatever changes it drops it with `forgetAccount`. */
export type Account = {
  id: string
  authId: string
  username: string
  role: Role
  status: 'ONBOARDING' | 'ACTIVE'
  collegeId: string
  branch: string
  branchId: string | null
  termsAccepted: boolean
  sanction: Sanction | null
}

/** A signed-in user in the course of a request. */
export type Viewer = Account & { sessionId: string; origin: Origin }

const accounts = new Cache<string, Account>(20_000)

const byId = statement((orm) =>
  orm
    .select({
      id: users.id,
      authId: users.authId,
      username: users.username,
      role: users.role,
      status: users.status,
      collegeId: users.collegeId,
      branch: users.branch,
      branchId: users.branchId,
      termsAcceptedAt: users.termsAcceptedAt,
      kind: sanctions.kind,
      reason: sanctions.reason,
      endsAt: sanctions.endsAt,
    })
    .from(users)
    .leftJoin(sanctions, eq(sanctions.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** Reads the account as the connection sees it; use it inside a write, where the cache may be behind. */
export async function readAccount(db: Connection, id: string): Promise<Account | undefined> {
  const row = byId(db).get({ id })
  if (!row) return undefined
  const { kind, reason, endsAt, termsAcceptedAt, ...account } = row
  return {
    ...account,
    termsAccepted: termsAcceptedAt !== null,
    sanction: kind === null ? null : { kind, reason: reason ?? '', endsAt },
  }
}

/** The account as it stands now, its sanction only while it holds. */
export async function accountById(id: string): Promise<Account | undefined> {
  const account = await accounts.get(id, () => readAccount(storage.reader, id))
  return account && { ...account, sanction: activeSanction(account.sanction) }
}

/** Drops what is cached of the user once the write is on disk. */
export function forgetAccount(tx: Tx, id: string): void {
  tx.afterCommit(() => accounts.drop(id))
}

export const isAdministrator = (viewer: { role: Role } | null): boolean => viewer !== null && viewer.role !== 'user'

const PERMISSIONS: Record<Role, readonly string[]> = {
  user: [],
  admin: ['read:profile', 'create:user', 'delete:user'],
  superadmin: ['*'],
}

/** Effective permissions, derived from the role. */
export const permissionsOf = (role: Role): string[] => [...PERMISSIONS[role]]
