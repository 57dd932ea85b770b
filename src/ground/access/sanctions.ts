import { type Static, t } from 'elysia'
import { identityLinks } from '../../../db/schema/identities'
import { retainedSanctions, sanctions } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick } from '../../../db/statement'
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
  retainedId: string | null = null,
): void {
  const imposedAt = new Date().toISOString()
  const stored = sql(pick(sanctions, 'retainedId'))`
    INSERT INTO sanctions (user_id, kind, reason, ends_at, imposed_at, imposed_by, retained_id)
    VALUES (${userId}, ${kind}, ${reason}, ${endsAt}, ${imposedAt}, ${imposedBy}, ${retainedId})
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, reason = excluded.reason, ends_at = excluded.ends_at,
      imposed_at = excluded.imposed_at, imposed_by = excluded.imposed_by,
      retained_id = coalesce(excluded.retained_id, retained_id)
    RETURNING retained_id AS retainedId`.get(tx)
  awaitRecount(tx, userId)
  sql`
    UPDATE retained_sanctions SET kind = ${kind}, reason = ${reason}, ends_at = ${endsAt}, imposed_at = ${imposedAt}
    WHERE sanction_id = ${stored?.retainedId ?? null}`.run(tx)
}

/** A ban, and its end, change which votes count: forum/posts/stats.ts. */
const awaitRecount = (tx: Tx, userId: string): void =>
  void sql`INSERT INTO vote_recounts (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.run(tx)

/** Also under other addresses of the person. Returns its kind, or null. The caller audits and calls `forgetAccount`. */
export function liftSanction(tx: Tx, userId: string): Sanction['kind'] | null {
  const lifted = sql(pick(sanctions, 'kind', 'retainedId'))`
    DELETE FROM sanctions WHERE user_id = ${userId} RETURNING kind, retained_id AS retainedId`.get(tx)
  if (lifted === undefined) return null
  awaitRecount(tx, userId)
  sql`DELETE FROM retained_sanctions WHERE sanction_id = ${lifted.retainedId}`.run(tx)
  return lifted.kind
}

/** Returns whose suspension ended before that time, and deletes it: a clock that is set back cannot make it hold again. */
export const deleteEndedSanctions = (tx: Tx, before: string): string[] =>
  sql(pick(sanctions, 'userId'))`DELETE FROM sanctions WHERE ends_at < ${before} RETURNING user_id AS userId`
    .all(tx)
    .map(({ userId }) => userId)

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
  ...sql(pick(identityLinks, 'subjectIndex'))`
    SELECT l.subject_index AS subjectIndex FROM users u JOIN identity_links l ON l.identity_id = u.auth_id
    WHERE u.id = ${userId}`
    .all(tx)
    .map(({ subjectIndex }) => subjectIndex),
]

const OWN = pick(sanctions, 'kind', 'reason', 'endsAt', 'imposedAt', 'imposedBy', 'retainedId')
const activeOwn = (tx: Tx, userId: string) => {
  const own = sql(OWN)`
    SELECT kind, reason, ends_at AS endsAt, imposed_at AS imposedAt, imposed_by AS imposedBy, retained_id AS retainedId
    FROM sanctions WHERE user_id = ${userId}`.get(tx)
  return own && activeSanction(own) ? own : undefined
}

/**
 * Called before an account is deleted: keeps its active sanction until it ends or is lifted, under the indexes of the
 * email and of its subjects at the identity provider. That of an alias stays with the alias (aliases/endings.ts).
 */
export function retainSanction(tx: Tx, userId: string, emailIndex: string): void {
  const own = activeOwn(tx, userId)
  if (own === undefined) return
  const { kind, reason, endsAt, imposedAt, retainedId } = own
  const id = retainedId ?? crypto.randomUUID()
  for (const key of personKeys(tx, userId, { emailIndexes: [emailIndex] }))
    sql`
      INSERT OR REPLACE INTO retained_sanctions (key, sanction_id, kind, reason, ends_at, imposed_at)
      VALUES (${key}, ${id}, ${kind}, ${reason}, ${endsAt}, ${imposedAt})`.run(tx)
}

/**
 * Called when an account is created or linked: imposes what a deleted account of the same person still had. It stays
 * retained, so that it also applies to the next account of any of their addresses.
 */
export function reimposeRetainedSanction(tx: Tx, userId: string, person: Person): void {
  const retained = sql(pick(retainedSanctions, 'sanctionId', 'kind', 'reason', 'endsAt'))`
    SELECT sanction_id AS sanctionId, kind, reason, ends_at AS endsAt FROM retained_sanctions
    WHERE key IN (SELECT value FROM json_each(${JSON.stringify(personKeys(tx, userId, person))}))`.all(tx)
  const [first, ...others] = retained.filter((each) => activeSanction(each) !== null).sort(longestFirst)
  if (first === undefined) return
  const { sanctionId } = first
  // One person: lifting the sanction of one account is to lift all that is retained.
  for (const other of others)
    sql`UPDATE retained_sanctions SET sanction_id = ${sanctionId} WHERE sanction_id = ${other.sanctionId}`.run(tx)
  const own = activeOwn(tx, userId)
  const longest = own && longestFirst(first, own) > 0 ? own : first
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
