import { eq } from 'drizzle-orm'
import { identities, passwordResets } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { isValid } from '../../lib/clock'

export async function addReset(
  tx: Tx,
  reset: { tokenHash: string; identityId: string; expiresAt: string; createdAt: string },
): Promise<void> {
  tx.orm
    .insert(passwordResets)
    .values({
      tokenHash: reset.tokenHash,
      identityId: reset.identityId,
      expiresAt: reset.expiresAt,
      createdAt: reset.createdAt,
    })
    .run()
}

export const RESET_MS = 3_600_000

export async function resetByToken(db: Connection, tokenHash: string) {
  const reset = db.orm
    .select({
      identityId: passwordResets.identityId,
      emailIndex: identities.emailIndex,
      emailSealed: identities.emailSealed,
      userId: users.id,
      expiresAt: passwordResets.expiresAt,
    })
    .from(passwordResets)
    .innerJoin(identities, eq(identities.id, passwordResets.identityId))
    .innerJoin(users, eq(users.authId, identities.id))
    .where(eq(passwordResets.tokenHash, tokenHash))
    .get()
  return reset && isValid(reset.expiresAt, RESET_MS) ? reset : undefined
}

export async function removePasswordResets(tx: Tx, identityId: string): Promise<void> {
  tx.orm.delete(passwordResets).where(eq(passwordResets.identityId, identityId)).run()
}

export async function replacePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  tx.orm
    .update(identities)
    .set({
      passwordHash,
      updatedAt: new Date().toISOString(),
    })
    .where(eq(identities.id, id))
    .run()
}

export async function identityById(db: Connection, id: string) {
  return db.orm
    .select(pick(identities, 'id', 'emailIndex', 'emailSealed', 'passwordHash'))
    .from(identities)
    .where(eq(identities.id, id))
    .get()
}
