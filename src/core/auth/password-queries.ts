import { and, eq, sql } from 'drizzle-orm'
import { identities, passwordResets } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { pick, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

const value = (name: string) => sql`${sql.placeholder(name)}`

const insertReset = statement((orm) =>
  orm
    .insert(passwordResets)
    .values({
      tokenHash: sql.placeholder('tokenHash'),
      identityId: sql.placeholder('identityId'),
      expiresAt: sql.placeholder('expiresAt'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
)

export async function addReset(
  tx: Tx,
  reset: { tokenHash: string; identityId: string; expiresAt: string; createdAt: string },
): Promise<void> {
  insertReset(tx).run(reset)
}

const resetByHash = statement((orm) =>
  orm
    .select({
      identityId: passwordResets.identityId,
      email: identities.email,
      userId: users.id,
      language: users.language,
    })
    .from(passwordResets)
    .innerJoin(identities, eq(identities.id, passwordResets.identityId))
    .innerJoin(users, eq(users.authId, identities.id))
    .where(
      and(
        eq(passwordResets.tokenHash, sql.placeholder('tokenHash')),
        sql`${passwordResets.expiresAt} > ${sql.placeholder('now')}`,
      ),
    )
    .prepare(),
)

export async function resetByToken(db: Connection, tokenHash: string, now: string) {
  return resetByHash(db).get({ tokenHash, now })
}

const deleteResets = statement((orm) =>
  orm
    .delete(passwordResets)
    .where(eq(passwordResets.identityId, sql.placeholder('identityId')))
    .prepare(),
)

export async function removePasswordResets(tx: Tx, identityId: string): Promise<void> {
  deleteResets(tx).run({ identityId })
}

const updatePassword = statement((orm) =>
  orm
    .update(identities)
    .set({
      passwordHash: value('passwordHash'),
      emailVerifiedAt: sql`case when ${sql.placeholder('verified')} then coalesce(${identities.emailVerifiedAt}, ${sql.placeholder('now')}) else ${identities.emailVerifiedAt} end`,
      updatedAt: value('now'),
    })
    .where(eq(identities.id, sql.placeholder('id')))
    .prepare(),
)

/** `verified`: the way in which the password was set proves the email. */
export async function replacePassword(tx: Tx, id: string, passwordHash: string, verified: boolean): Promise<void> {
  updatePassword(tx).run({ id, passwordHash, verified: verified ? 1 : 0, now: new Date().toISOString() })
}

const identityForPassword = statement((orm) =>
  orm
    .select(pick(identities, 'id', 'email', 'passwordHash'))
    .from(identities)
    .where(eq(identities.id, sql.placeholder('id')))
    .prepare(),
)

export async function identityById(db: Connection, id: string) {
  return identityForPassword(db).get({ id })
}
