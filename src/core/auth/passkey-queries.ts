import { and, asc, eq } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/passkeys'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

export type Passkey = typeof passkeys.$inferSelect

/** The day is all that is stored. */
export const today = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`

export async function passkeysOf(db: Connection, userId: string): Promise<Passkey[]> {
  return db.orm
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .all()
}

export async function passkeyWithOwner(db: Connection, id: string) {
  return db.orm
    .select({ passkey: passkeys, owner: pick(users, 'id', 'authId', 'role') })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id))
    .get()
}

/** False if somebody has the credential already. */
export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<boolean> {
  return tx.orm.insert(passkeys).values(passkey).onConflictDoNothing().returning(pick(passkeys, 'id')).all().length > 0
}

export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<void> {
  tx.orm.update(passkeys).set({ counter, lastUsedAt: today() }).where(eq(passkeys.id, id)).run()
}

const ofUser = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

export async function setPasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  return (
    tx.orm.update(passkeys).set({ name }).where(ofUser(userId, id)).returning(pick(passkeys, 'id')).all().length > 0
  )
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  return tx.orm.delete(passkeys).where(ofUser(userId, id)).returning(pick(passkeys, 'id')).all().length > 0
}
