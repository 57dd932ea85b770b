import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { retainedSanctions, sanctions } from '../../../db/schema/users'
import { orNull, statement } from '../../../db/statement'
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

const upsertSanction = statement((orm) =>
  orm
    .insert(sanctions)
    .values({
      userId: sql.placeholder('userId'),
      kind: sql.placeholder('kind'),
      reason: sql.placeholder('reason'),
      endsAt: sql.placeholder('endsAt'),
      imposedBy: sql.placeholder('imposedBy'),
      imposedAt: sql.placeholder('imposedAt'),
    })
    .onConflictDoUpdate({
      target: sanctions.userId,
      set: {
        kind: sql`excluded.kind`,
        reason: sql`excluded.reason`,
        endsAt: sql`excluded.ends_at`,
        imposedBy: sql`excluded.imposed_by`,
        imposedAt: sql`excluded.imposed_at`,
      },
    })
    .prepare(),
)

/** Replaces the sanction of the user. The caller audits it and calls `forgetAccount`. */
export async function imposeSanction(
  tx: Tx,
  userId: string,
  sanction: Sanction,
  imposedBy: string | null,
): Promise<void> {
  upsertSanction(tx).run({ userId, ...sanction, imposedBy, imposedAt: new Date().toISOString() })
}

const deleteSanction = statement((orm) =>
  orm
    .delete(sanctions)
    .where(eq(sanctions.userId, sql.placeholder('userId')))
    .returning({ kind: sanctions.kind })
    .prepare(),
)

/** Returns the kind of the lifted sanction, or null. The caller audits it and calls `forgetAccount`. */
export async function liftSanction(tx: Tx, userId: string): Promise<Sanction['kind'] | null> {
  return deleteSanction(tx).all({ userId })[0]?.kind ?? null
}

const sanctionByUser = statement((orm) =>
  orm
    .select()
    .from(sanctions)
    .where(eq(sanctions.userId, sql.placeholder('userId')))
    .prepare(),
)
const upsertRetained = statement((orm) =>
  orm
    .insert(retainedSanctions)
    .values({
      emailKey: sql.placeholder('emailKey'),
      kind: sql.placeholder('kind'),
      reason: sql.placeholder('reason'),
      endsAt: sql.placeholder('endsAt'),
      imposedAt: sql.placeholder('imposedAt'),
    })
    .onConflictDoUpdate({
      target: retainedSanctions.emailKey,
      set: {
        kind: sql`excluded.kind`,
        reason: sql`excluded.reason`,
        endsAt: sql`excluded.ends_at`,
        imposedAt: sql`excluded.imposed_at`,
      },
    })
    .prepare(),
)
const emailKey = (email: string): string => keyedHash('sanction', email)

/** Called before an account is deleted: keeps its active sanction under a keyed hash of the email until it ends. */
export async function retainSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const sanction = activeSanction(sanctionByUser(tx).get({ userId }) ?? null)
  if (sanction === null) return
  const { kind, reason, endsAt } = sanction
  upsertRetained(tx).run({ emailKey: emailKey(email), kind, reason, endsAt, imposedAt: new Date().toISOString() })
}

const deleteRetained = statement((orm) =>
  orm
    .delete(retainedSanctions)
    .where(eq(retainedSanctions.emailKey, sql.placeholder('emailKey')))
    .returning()
    .prepare(),
)

/** Called when an account is created: imposes the sanction that a deleted account of the same email still had. */
export async function reimposeRetainedSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const [retained] = deleteRetained(tx).all({ emailKey: emailKey(email) })
  const sanction = activeSanction(retained ?? null)
  if (sanction === null) return
  const { kind, reason, endsAt } = sanction
  await imposeSanction(tx, userId, { kind, reason, endsAt }, null)
}

export const suspension = named('Suspension', t.Object({ ends: timestamp, reason: t.String() }))
