import { eq, inArray, lt } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { identityLinks } from '../../../db/schema/identities'
import { retainedSanctions, sanctions, users } from '../../../db/schema/users'
import { voteRecounts } from '../../../db/schema/votes'
import { sql } from '../../../db/sql'
import { orNull } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { storedHashes } from '../../lib/crypto/keys'
import { namedObject, timestamp } from '../../lib/text/schema'

/** A ban (`block` in the database) holds until a moderator lifts it, a suspension until `endsAt`. */
export type Sanction = { kind: 'block' | 'suspension'; reason: string; endsAt: string | null }

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

export function sanctionFields(sanction: Sanction | null): {
  blocked: boolean
  suspension: Static<typeof suspension> | null
} {
  const active = activeSanction(sanction)
  if (active === null) return { blocked: false, suspension: null }
  return { blocked: true, suspension: active.endsAt === null ? null : { ends: active.endsAt, reason: active.reason } }
}

/** `retainedId` is given when it comes from a retained one. The caller audits it and calls `forgetAccount`. */
export function imposeSanction(
  tx: Tx,
  userId: string,
  { kind, reason, endsAt }: Sanction,
  imposedBy: string | null,
  retainedId?: string,
): void {
  const change = { kind, reason, endsAt, imposedAt: new Date().toISOString() }
  const row = { ...change, imposedBy, ...(retainedId === undefined ? {} : { retainedId }) }
  const [stored] = tx.orm
    .insert(sanctions)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: sanctions.userId, set: row })
    .returning({ retainedId: sanctions.retainedId })
    .all()
  awaitRecount(tx, userId)
  if (stored?.retainedId == null) return
  tx.orm.update(retainedSanctions).set(change).where(eq(retainedSanctions.sanctionId, stored.retainedId)).run()
}

/** A ban, and its end, change which votes count: forum/posts/stats.ts. */
function awaitRecount(tx: Tx, userId: string): void {
  tx.orm.insert(voteRecounts).values({ userId }).onConflictDoNothing().run()
}

/** Also under other addresses of the person. Returns its kind, or null. The caller audits and calls `forgetAccount`. */
export function liftSanction(tx: Tx, userId: string): Sanction['kind'] | null {
  const query = tx.orm.delete(sanctions).where(eq(sanctions.userId, userId))
  const [lifted] = query.returning({ kind: sanctions.kind, retainedId: sanctions.retainedId }).all()
  if (lifted !== undefined) awaitRecount(tx, userId)
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

/** With the subjects that the account is linked to: what is retained of a person has one of them as its key. */
export const personKeys = (tx: Tx, userId: string, { emailIndexes, subject }: Person): string[] => [
  ...emailIndexes,
  ...(subject === undefined ? [] : subjectIndexes(subject)),
  ...linkedSubjects(tx, userId),
]

const linkedSubjects = (tx: Tx, userId: string): string[] =>
  tx.orm
    .select({ subjectIndex: identityLinks.subjectIndex })
    .from(identityLinks)
    .innerJoin(users, eq(users.authId, identityLinks.identityId))
    .where(eq(users.id, userId))
    .all()
    .map(({ subjectIndex }) => subjectIndex)

/**
 * Called before an account is deleted: keeps its active sanction until it ends or is lifted, under the indexes of the
 * email and of its subjects at the identity provider. That of an alias stays with the alias (aliases/endings.ts).
 */
export function retainSanction(tx: Tx, userId: string, emailIndex: string): void {
  const sanction = tx.orm.select().from(sanctions).where(eq(sanctions.userId, userId)).get()
  if (sanction === undefined || activeSanction(sanction) === null) return
  const { kind, reason, endsAt, imposedAt, retainedId } = sanction
  const change = { sanctionId: retainedId ?? crypto.randomUUID(), kind, reason, endsAt, imposedAt }
  for (const key of personKeys(tx, userId, { emailIndexes: [emailIndex] }))
    tx.orm
      .insert(retainedSanctions)
      .values({ key, ...change })
      .onConflictDoUpdate({ target: retainedSanctions.key, set: change })
      .run()
}

/**
 * Called when an account is created or linked: imposes what a deleted account of the same person still had. It stays
 * retained, so that it also applies to the next account of any of their addresses.
 */
export function reimposeRetainedSanction(tx: Tx, userId: string, person: Person): void {
  const keys = personKeys(tx, userId, person)
  const retained = tx.orm.select().from(retainedSanctions).where(inArray(retainedSanctions.key, keys)).all()
  const [first, ...others] = retained.filter((each) => activeSanction(each) !== null).sort(longestFirst)
  if (first === undefined) return
  const { sanctionId } = first
  // One person: lifting the sanction of one account is to lift all that is retained.
  for (const other of others)
    tx.orm.update(retainedSanctions).set({ sanctionId }).where(eq(retainedSanctions.sanctionId, other.sanctionId)).run()
  const own = tx.orm.select().from(sanctions).where(eq(sanctions.userId, userId)).get()
  const [longest = first] = [first, ...(own && activeSanction(own) ? [own] : [])].sort(longestFirst)
  imposeSanction(tx, userId, longest, longest === own ? own.imposedBy : null, sanctionId)
}

const longestFirst = (one: Sanction, other: Sanction): number =>
  (other.endsAt ?? '9999').localeCompare(one.endsAt ?? '9999')

export const longestSanction = (sanctions: readonly Sanction[]): Sanction | null =>
  sanctions.toSorted(longestFirst)[0] ?? null

export const suspension = namedObject('Suspension', { ends: timestamp, reason: t.String() })

/**
 * Call when somebody may not invite any more: who is restored later does not bring old links to life. Index:
 * invitations_invited_by.
 */
export const revokeInvitationsOf = (tx: Tx, invitedBy: string): void =>
  void sql`UPDATE invitations SET ending = 'revoked' WHERE invited_by = ${invitedBy} AND ending IS NULL`.run(tx)
