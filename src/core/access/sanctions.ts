import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { retainedSanctions, sanctions } from '../../../db/schema/users'
import { orNull, statement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { keyedHash } from '../../lib/keys'
import { named, timestamp } from '../../lib/schema'

/** A block holds until it is lifted, a suspension until `endsAt`. */
export type Sanction = { kind: 'block' | 'suspension'; reason: string; endsAt: string | null }

/** Columns of `sanctions s` in an outer join. */
export const SANCTION_COLUMNS = {
  kind: orNull(sanctions.kind),
  reason: orNull(sanctions.reason),
  endsAt: sanctions.endsAt,
}

/** The sanction if it still holds: a suspension lifts by itself. */
export function activeSanction(sanction: Sanction | null, now = Date.now()): Sanction | null {
  if (sanction === null || sanction.endsAt === null) return sanction
  return Date.parse(sanction.endsAt) > now ? sanction : null
}

/** As the interface shows it on a user. */
export function sanctionShown(sanction: Sanction | null): {
  blocked: boolean
  suspension: { ends: string; reason: string } | null
} {
  const active = activeSanction(sanction)
  if (active === null) return { blocked: false, suspension: null }
  return { blocked: true, suspension: active.endsAt === null ? null : { ends: active.endsAt, reason: active.reason } }
}

const put = statement((orm) =>
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

/** Lays a sanction on the user, in place of the one that was there. The caller audits it and forgets the account. */
export async function imposeSanction(
  tx: Tx,
  userId: string,
  sanction: Sanction,
  imposedBy: string | null,
): Promise<void> {
  put(tx).run({ userId, ...sanction, imposedBy, imposedAt: new Date().toISOString() })
}

const lift = statement((orm) =>
  orm
    .delete(sanctions)
    .where(eq(sanctions.userId, sql.placeholder('userId')))
    .returning({ kind: sanctions.kind })
    .prepare(),
)

/** Takes the sanction off the user; answers its kind, null where there was none. The caller audits it and forgets the account. */
export async function liftSanction(tx: Tx, userId: string): Promise<Sanction['kind'] | null> {
  return lift(tx).all({ userId })[0]?.kind ?? null
}

const current = statement((orm) =>
  orm
    .select()
    .from(sanctions)
    .where(eq(sanctions.userId, sql.placeholder('userId')))
    .prepare(),
)
const retain = statement((orm) =>
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

/** Before an account goes: a sanction that holds stays behind under a keyed hash of the address, until it ends. */
export async function retainSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const sanction = activeSanction(current(tx).get({ userId }) ?? null)
  if (sanction === null) return
  const imposedAt = new Date().toISOString()
  retain(tx).run({
    emailKey: emailKey(email),
    kind: sanction.kind,
    reason: sanction.reason,
    endsAt: sanction.endsAt,
    imposedAt,
  })
}

const taken = statement((orm) =>
  orm
    .delete(retainedSanctions)
    .where(eq(retainedSanctions.emailKey, sql.placeholder('emailKey')))
    .returning()
    .prepare(),
)

/** When an account begins: a sanction that an earlier one of that address left behind finds it. */
export async function reimposeRetainedSanction(tx: Tx, userId: string, email: string): Promise<void> {
  const [left] = taken(tx).all({ emailKey: emailKey(email) })
  const sanction = activeSanction(left ?? null)
  if (sanction !== null)
    await imposeSanction(tx, userId, { kind: sanction.kind, reason: sanction.reason, endsAt: sanction.endsAt }, null)
}

export const suspension = named('Suspension', t.Object({ ends: timestamp, reason: t.String() }))
