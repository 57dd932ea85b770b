import { and, eq, sql } from 'drizzle-orm'
import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'

const value = (name: string) => sql`${sql.placeholder(name)}`

const onboard = statement((orm) =>
  orm
    .update(users)
    .set({ status: 'ACTIVE', branch: value('branch'), branchId: value('branchId'), updatedAt: value('now') })
    .where(and(eq(users.id, sql.placeholder('id')), eq(users.status, 'ONBOARDING')))
    .returning({ id: users.id })
    .prepare(),
)

/** Answers false where the profile was active already. */
export async function activateProfile(tx: Tx, id: string, branch: string, branchId: string | null): Promise<boolean> {
  return onboard(tx).all({ id, branch, branchId, now: new Date().toISOString() }).length === 1
}

const deleteUser = statement((orm) =>
  orm
    .delete(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)
const deleteIdentity = statement((orm) =>
  orm
    .delete(identities)
    .where(eq(identities.id, sql.placeholder('id')))
    .prepare(),
)

export async function removeUser(tx: Tx, id: string, authId: string): Promise<void> {
  deleteUser(tx).run({ id })
  deleteIdentity(tx).run({ id: authId })
}
