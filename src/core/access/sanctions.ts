import { eq } from 'drizzle-orm'
import { t } from 'elysia'
import { retainedSanctions, sanctions } from '../../../db/schema/users'
import { orNull } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { keyedHash } from '../../lib/keys'
import { named, timestamp } from '../../lib/schema'

/** A ban (`block` in the database) holds until a moderator lifts it, a suspension until `endsAt`. */
export type Sanction = { kind: 'block' | 'suspension'; reason: string; endsAt: string | null }

/** The columns of `sanctions` in an outer join. */
export const SANCTION_COLUMNS = {
  kind: orNull(sanctions.kind),
  reason: orNull(sanctions.reason),
  endsAt: sanctions.endsAt,
}

/** The sanction while it holds; null after a suspension has ended. */
export function activeSanction(sanction: Sanction | null, now = Date.now()): Sanction | null {
  if (sanction === null || sanction.endsAt === null) return sanction
  return Date.parse(sanction.endsAt) > now ? sanction : null
}

/** The fields of a user in which the interface shows a sanction. */
export function sanctionFields(sanction: Sanction | null): {
  blocked: boolean
  suspension: { ends: string; reason: string } | null
} {
  const active = activeSanction(sanction)
  if (active === null) return { blocked: false, suspension: null }
  return { blocked: true, suspension: active.endsAt === null ? null : { ends: active.endsAt, reason: active.reason } }
}

/** Replaces the sanction of the user. The caller audits it and calls `forgetAccount`. */
export async function imposeSanction(
  tx: Tx,
  userId: string,
  { kind, reason, endsAt }: Sanction,
  imposedBy: string | null,
): Promise<void> {
  const row = { userId, kind, reason, endsAt, imposedBy, imposedAt: new Date().toISOString() }
  tx.orm.insert(sanctions).values(row).onConflictDoUpdate({ target: sanctions.userId, set: row }).run()
}

/** Returns the kind of the lifted sanction, or null. The caller audits it and calls `forgetAccount`. */
export async function liftSanction(tx: Tx, userId: string): Promise<Sanction['kind'] | null> {
  const query = tx.orm.delete(sanctions).where(eq(sanctions.userId, userId)).returning({ kind: sanctions.kind })
  return query.all()[0]?.kind ?? null
}

const emailKey = (email: string): string => keyedHash('sanction', email)

/** Called before an account is deleted: keeps its active sanction under a keyed hash of the email until it ends. */
export async function retainSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const sanction = activeSanction(tx.orm.select().from(sanctions).where(eq(sanctions.userId, userId)).get() ?? null)
  if (sanction === null) return
  const { kind, reason, endsAt } = sanction
  const row = { emailKey: emailKey(email), kind, reason, endsAt, imposedAt: new Date().toISOString() }
  tx.orm
    .insert(retainedSanctions)
    .values(row)
    .onConflictDoUpdate({ target: retainedSanctions.emailKey, set: row })
    .run()
}

/** Called when an account is created: imposes the sanction that a deleted account of the same email still had. */
export async function reimposeRetainedSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const [retained] = tx.orm
    .delete(retainedSanctions)
    .where(eq(retainedSanctions.emailKey, emailKey(email)))
    .returning()
    .all()
  const sanction = activeSanction(retained ?? null)
  if (sanction === null) return
  await imposeSanction(tx, userId, sanction, null)
}

export const suspension = named('Suspension', t.Object({ ends: timestamp, reason: t.String() }))
