import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { aliasEndings, aliases } from '../../../db/schema/aliases'
import { identityLinks } from '../../../db/schema/identities'
import { retainedSanctions, sanctions, users } from '../../../db/schema/users'
import { orNull } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { storedHashes } from '../../lib/keys'
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

/**
 * Replaces the sanction of the user, and what is retained of it. `retainedId` is given when it comes from a retained
 * one. The caller audits it and calls `forgetAccount`.
 */
export async function imposeSanction(
  tx: Tx,
  userId: string,
  { kind, reason, endsAt }: Sanction,
  imposedBy: string | null,
  retainedId?: string,
): Promise<void> {
  const change = { kind, reason, endsAt, imposedAt: new Date().toISOString() }
  const row = { ...change, imposedBy, ...(retainedId === undefined ? {} : { retainedId }) }
  const [stored] = tx.orm
    .insert(sanctions)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: sanctions.userId, set: row })
    .returning({ retainedId: sanctions.retainedId })
    .all()
  if (stored?.retainedId == null) return
  tx.orm.update(retainedSanctions).set(change).where(eq(retainedSanctions.sanctionId, stored.retainedId)).run()
}

/**
 * Lifts the sanction, and what is retained of it under other addresses of the person. Returns the kind of the lifted
 * sanction, or null. The caller audits it and calls `forgetAccount`.
 */
export async function liftSanction(tx: Tx, userId: string): Promise<Sanction['kind'] | null> {
  const query = tx.orm.delete(sanctions).where(eq(sanctions.userId, userId))
  const [lifted] = query.returning({ kind: sanctions.kind, retainedId: sanctions.retainedId }).all()
  if (lifted?.retainedId != null)
    tx.orm.delete(retainedSanctions).where(eq(retainedSanctions.sanctionId, lifted.retainedId)).run()
  return lifted?.kind ?? null
}

/** Returns whose suspension ended before that time, and deletes it: a clock that is set back cannot make it hold again. */
export function deleteEndedSanctions(tx: Tx, before: string): string[] {
  const ended = tx.orm.delete(sanctions).where(lt(sanctions.endsAt, before)).returning({ userId: sanctions.userId })
  return ended.all().map(({ userId }) => userId)
}

/** An account of the identity provider: issuer and subject never change hands, but an address can. */
export type ProviderSubject = { issuer: string; subject: string }

/** By what somebody who comes back is recognized. */
export type Person = { emailIndexes: readonly string[]; subject?: ProviderSubject | undefined }

/** The index of a subject under each key of the server, the current one first: a row may name any of them. */
export const subjectIndexes = ({ issuer, subject }: ProviderSubject): string[] =>
  storedHashes('sanction-subject', `${issuer}\0${subject}`)

/**
 * Called before an account is deleted: keeps the longest active sanction of its names until it ends or is lifted, under the
 * indexes of the email and of its subjects at the identity provider. That of an alias stays with the alias.
 */
export async function retainSanction(tx: Tx, userId: string, emailIndex: string): Promise<void> {
  const names = sql`${sanctions.userId} in (select ${userId} union all select alias_id from aliases where account_id = ${userId})`
  const active = tx.orm
    .select()
    .from(sanctions)
    .where(names)
    .all()
    .filter((each) => activeSanction(each) !== null)
  const ownFirst = active.toSorted((one) => (one.userId === userId ? -1 : 1))
  const [longest] = ownFirst.toSorted(longestFirst)
  if (longest === undefined) return
  const { kind, reason, endsAt, imposedAt, retainedId } = longest
  const sanctionId = retainedId ?? crypto.randomUUID()
  if (longest.userId !== userId)
    tx.orm.update(sanctions).set({ retainedId: sanctionId }).where(eq(sanctions.userId, longest.userId)).run()
  const change = { sanctionId, kind, reason, endsAt, imposedAt }
  for (const key of [emailIndex, ...(await linkedSubjects(tx, userId))])
    tx.orm
      .insert(retainedSanctions)
      .values({ key, ...change })
      .onConflictDoUpdate({ target: retainedSanctions.key, set: change })
      .run()
}

async function linkedSubjects(tx: Tx, userId: string): Promise<string[]> {
  const links = tx.orm
    .select({ subjectIndex: identityLinks.subjectIndex })
    .from(identityLinks)
    .innerJoin(users, eq(users.authId, identityLinks.identityId))
    .where(eq(users.id, userId))
    .all()
  return links.map(({ subjectIndex }) => subjectIndex)
}

/**
 * Called when an account is created or linked: imposes the sanction that a deleted account of the same person still
 * had. It stays retained, so that it also applies to the next account of any of their addresses. That of an alias
 * comes back with the alias, as the account's: with its reason on the new name, it would tell whose both are.
 */
export async function reimposeRetainedSanction(
  tx: Tx,
  userId: string,
  { emailIndexes, subject }: Person,
): Promise<void> {
  const present = subject === undefined ? [] : subjectIndexes(subject)
  const keys = [...emailIndexes, ...present, ...(await linkedSubjects(tx, userId))]
  const retained = tx.orm.select().from(retainedSanctions).where(inArray(retainedSanctions.key, keys)).all()
  const [first, ...others] = retained.filter((each) => activeSanction(each) !== null).sort(longestFirst)
  if (first === undefined) return
  const sanctionId = first.sanctionId
  // One person: lifting the sanction of one account is to lift all that is retained.
  for (const other of others)
    tx.orm.update(retainedSanctions).set({ sanctionId }).where(eq(retainedSanctions.sanctionId, other.sanctionId)).run()
  if (takeBackAlias(tx, userId, sanctionId)) return
  const own = tx.orm.select().from(sanctions).where(eq(sanctions.userId, userId)).get()
  const [longest = first] = [first, ...(own && activeSanction(own) ? [own] : [])].sort(longestFirst)
  await imposeSanction(tx, userId, longest, longest === own ? own.imposedBy : null, sanctionId)
}

/** False where the sanction is not an alias's, or somebody else has the alias: the same person, by another address. */
function takeBackAlias(tx: Tx, accountId: string, retainedId: string): boolean {
  const sanctioned = tx.orm
    .select({ aliasId: users.id, createdAt: sanctions.imposedAt, owner: aliases.accountId })
    .from(sanctions)
    .innerJoin(users, eq(users.id, sanctions.userId))
    .leftJoin(aliases, eq(aliases.aliasId, users.id))
    .where(and(eq(sanctions.retainedId, retainedId), eq(users.status, 'ALIAS')))
    .get()
  if (sanctioned === undefined) return false
  const { aliasId, createdAt, owner } = sanctioned
  if (owner !== null) return owner === accountId
  // Its texts go when they are due, as the deletion promised.
  const ending = tx.orm.select().from(aliasEndings).where(eq(aliasEndings.aliasId, aliasId)).get()
  // Of its thread nothing is left; an account has one alias in a thread, so each needs another place.
  const row = { aliasId, accountId, postId: aliasId, removalsBefore: ending?.removalsBefore ?? 0, createdAt }
  tx.orm.insert(aliases).values(row).run()
  return true
}

const longestFirst = (one: Sanction, other: Sanction): number =>
  (other.endsAt ?? '9999').localeCompare(one.endsAt ?? '9999')

export const longestSanction = (sanctions: readonly Sanction[]): Sanction | null =>
  sanctions.toSorted(longestFirst)[0] ?? null

export const suspension = named('Suspension', t.Object({ ends: timestamp, reason: t.String() }))
