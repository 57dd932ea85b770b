import { identities } from '../../../db/schema/identities'
import { accountNotices } from '../../../db/schema/notifications'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { exactId, firstIdAt } from '../../lib/crypto/ids'
import type { Mail } from '../../lib/mail/message'
import { enqueue } from '../../lib/mail/queue'
import { openAddress } from '../../lib/net/addresses'
import type { Language } from '../../messages/template'
import { ownerOf } from '../authorship/aliases'

// Account notices: what Quad tells the owner of an account, in the app until it is acknowledged, whether or not
// notifications are on. Each function runs in the transaction of the event. service.ts lists and acknowledges, and finds
// the words. What concerns an alias is a notice of the alias; only its owner reads it, with the account's own.

/** Why it was taken away; `preset` as JSON. */
type Explained = { reason: string | null; rule: string | null; preset: string | null }

export type Notice =
  | { kind: 'email_revealed' | 'account_revealed'; reason: string }
  | { kind: 'password_changed' }
  | { kind: 'passkeys_changed' }
  | { kind: 'suspended'; endsAt: string; reason: string }
  | { kind: 'banned'; reason: string | null }
  | { kind: 'sanction_lifted' }
  | ({ kind: 'post_removed'; postId: string } & Explained)
  | ({ kind: 'comment_removed'; commentId: string } & Explained)
  | ({ kind: 'texts_removed'; bulkId: string } & Explained)
  | { kind: 'webhook_disabled' }
  | ({ kind: 'text_refused' } & Explained)
  | { kind: 'appeal_upheld' | 'appeal_overturned'; postId?: string; commentId?: string; reason: string }
  | { kind: 'export_ready' | 'became_moderator' | 'invitation_taken' }

/** Tells the owner in the app. Returns the time of it. */
export function addNotice(tx: Tx, userId: string, notice: Notice): string {
  const now = new Date()
  const [id, createdAt] = [exactId(now.getTime()), now.toISOString()]
  tx.orm
    .insert(accountNotices)
    .values({ ...notice, id, userId, createdAt })
    .run()
  return createdAt
}

type Compose = (to: string, language: Language) => Mail

/** Queues a mail to the owner, of an alias to the account's. False if no mail can be sent, so that the caller tells the owner in the app. */
export function mailOwner(tx: Tx, userId: string, compose: Compose): boolean {
  const owner = sql({ ...pick(identities, 'id', 'emailSealed'), language: users.language })`
    SELECT i.id, i.email_sealed AS emailSealed, u.language
    FROM users u CROSS JOIN identities i ON i.id = u.auth_id WHERE u.id = ${ownerOf(tx, userId)}`.get(tx)
  const email = owner === undefined ? null : openAddress(owner)
  if (owner === undefined || email === null) return false
  enqueue(tx, compose(email, owner.language))
  return true
}

/** Tells the owner in the app and, if a mail can be sent, by mail. */
export function tellOwner(tx: Tx, userId: string, notice: Notice, compose: Compose): void {
  addNotice(tx, userId, notice)
  mailOwner(tx, userId, compose)
}

/** Tells the owner by mail, or in the app where no mail can be sent. */
export function tellByMail(tx: Tx, userId: string, notice: Notice, compose: Compose): void {
  if (!mailOwner(tx, userId, compose)) addNotice(tx, userId, notice)
}

const SANCTION_KINDS = "kind IN ('suspended', 'banned', 'sanction_lifted')"

export type SanctionNotice = Extract<Notice, { kind: 'suspended' | 'banned' | 'sanction_lifted' }>

const LIFTED: SanctionNotice = { kind: 'sanction_lifted' }

/**
 * Tells of a sanction or its end. What the owner has neither read nor been mailed is replaced: only the present state
 * is told, and nothing if it is what the owner knows. `before` is the state until now, which the owner may know without
 * a notice. Returns whether there is news.
 */
export function noticeSanction(tx: Tx, userId: string, before: SanctionNotice, notice: SanctionNotice): boolean {
  const hasReplaced =
    sql`
    DELETE FROM account_notices WHERE user_id = ${userId} AND acknowledged_at IS NULL AND ${raw(SANCTION_KINDS)}
    AND created_at > coalesce((SELECT sent_at FROM moderation_mails
      WHERE user_id = ${ownerOf(tx, userId)}), '')`.run(tx).changes > 0
  // In the order of writing: the clock may have been ahead at an earlier one.
  if (
    isSame(
      sql(pick(accountNotices, 'kind', 'reason', 'endsAt'))`
    SELECT kind, reason, ends_at AS endsAt FROM account_notices WHERE user_id = ${userId} AND ${raw(SANCTION_KINDS)}
    ORDER BY rowid DESC LIMIT 1`.get(tx) ?? (hasReplaced ? LIFTED : before),
      notice,
    )
  )
    return false
  addNotice(tx, userId, notice)
  return true
}

type Known = Pick<Notice, 'kind'> & { reason?: string | null; endsAt?: string | null }

function isSame(known: Known, notice: Known): boolean {
  if (known.kind !== notice.kind) return false
  if (notice.kind === 'sanction_lifted') return true
  return (known.reason ?? null) === (notice.reason ?? null) && (known.endsAt ?? null) === (notice.endsAt ?? null)
}

/** A restored post or comment: that it was removed is no news any more. */
export const withdrawRemovalNotice = (tx: Tx, userId: string, id: string): void =>
  void sql`
  DELETE FROM account_notices WHERE ${id} IN (post_id, comment_id) AND user_id = ${userId}
    AND acknowledged_at IS NULL`.run(tx)

/** What nobody has decided about since. */
const IN_FORCE = `SELECT 1 FROM moderation_records r WHERE r.bulk_id = account_notices.bulk_id AND NOT EXISTS (
  SELECT 1 FROM moderation_records later WHERE later.resource_id = r.resource_id
    AND (later.created_at, later.id) > (r.created_at, r.id))`

/** Bulk removals of which nothing is left: that they took place is no news any more. */
export const withdrawBulkNotices = (tx: Tx, userId: string): void =>
  void sql`
  DELETE FROM account_notices WHERE user_id = ${userId} AND acknowledged_at IS NULL AND kind = 'texts_removed'
  AND NOT EXISTS (${raw(IN_FORCE)})`.run(tx)

/** The refusal of that moment was taken back. */
export const withdrawRefusalNotice = (tx: Tx, userId: string, createdAt: string): void =>
  void sql`
    DELETE FROM account_notices
    WHERE user_id = ${userId} AND kind = 'text_refused' AND created_at = ${createdAt}
      AND acknowledged_at IS NULL`.run(tx)

const MAX_AGE_MS = 90 * 86_400_000
/** Rows deleted in one transaction, which other writes wait for. */
const DELETE_BATCH = 5_000

/**
 * Deletes a batch of notices older than 90 days; returns whether there may be more. Reveals stay for the owner to read. Notices of people under a sanction stay, too: whether lifting it is news depends on them.
 */
export function deleteOldNotices(tx: Tx): boolean {
  const before = firstIdAt(Date.now() - MAX_AGE_MS)
  // Ids are UUIDv7, in order of time, so the primary key finds the oldest.
  return (
    sql`
    DELETE FROM account_notices WHERE id IN (
      SELECT id FROM account_notices n
      WHERE id < ${before} AND kind NOT IN ('email_revealed', 'account_revealed')
        AND NOT EXISTS (SELECT 1 FROM sanctions WHERE user_id = n.user_id)
      ORDER BY id LIMIT ${DELETE_BATCH}
    )`.run(tx).changes === DELETE_BATCH
  )
}
