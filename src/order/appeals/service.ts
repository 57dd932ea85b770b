import { appeals } from '../../../db/schema/appeals'
import { sql } from '../../../db/sql'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn } from '../../campus/authorship/writers'
import { addNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { UNEXPLAINED } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { auditPrivateReads, postFacts } from '../../forum/posts/visibility'
import { isSelf, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { toPresetText } from '../../ground/settings/removal-reasons'
import { optionalMails } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { minuteOf } from '../../lib/text/coarse-time'
import { paginate } from '../../lib/text/schema'
import { changeContent } from '../moderation/remove-or-restore'
import { changeSanction } from '../moderation/suspend-or-ban'
import { toReference } from '../reports/record'
import {
  type AppealEntry,
  type AppealStatus,
  appealById,
  countAppeals,
  decisionAgainst,
  type EntryRow,
  hasAnotherModerator,
  type OwnAppeal,
  ownAppealById,
  pageOfAppeals,
} from './queries'

// Appeals against removals and sanctions: sent by the person, listed for the person and for moderators, who read the name
// that the decision is about.

type NewAppeal = Pick<OwnAppeal, 'resource' | 'resourceId' | 'message'>

/**
 * Once for each decision, and only while it holds: 404 without one, 409 `CONFLICT` for the second. Only moderators read
 * it, so the content policy does not apply.
 */
export async function sendAppeal(user: Viewer, { message, ...about }: NewAppeal): Promise<OwnAppeal> {
  const create = (tx: Tx, user: Viewer) => {
    const { recordId, appellantId } = decisionAgainst(tx, user.id, about) ?? refuse('NOT_FOUND', 'appeals.nothing')
    const id = minuteId()
    const row = { id, recordId, userId: appellantId, message, createdAt: new Date().toISOString() }
    if (tx.orm.insert(appeals).values(row).onConflictDoNothing().returning({ id: appeals.id }).all().length === 0)
      refuse('CONFLICT', 'appeals.already')
    const entry = { action: 'user:created:appeal', entityType: 'appeal', entityId: id, after: about } as const
    audit(tx, actorOn(user, appellantId), entry)
    return ownAppealById(tx, id)
  }
  return createAs(user, 'session', { create, read: (id) => ownAppealById(storage.reader, id) })
}

type AppealQuery = { status?: AppealStatus | undefined; page: number; limit: number }

/** Those that wait, oldest first, or those of another status, newest first. */
export async function listAppeals(moderator: Viewer, { status = 'open', page, limit }: AppealQuery) {
  const db = storage.reader
  const rows = pageOfAppeals(status, limit, (page - 1) * limit).all(db)
  const posts = rows.map(({ postId }) => (postId === null ? undefined : postFacts(db, postId)))
  await auditPrivateReads(moderator, posts)
  const pagination = paginate(countAppeals(db, status), page, limit)
  return { appeals: rows.map((row) => toEntry(db, moderator, row)), pagination }
}

type Moderator = Pick<Viewer, 'id' | 'role' | 'aliases'>

/** A moderator decides about others only, and about the own decision only where nobody else can. */
export function mayDecide(db: Connection, moderator: Moderator, row: EntryRow): boolean {
  if (isSelf(moderator, row.appellantId)) return false
  if (row.resource === 'user' && row.appellantRole !== 'user' && moderator.role !== 'superadmin') return false
  return row.firstModeratorId !== moderator.id || !hasAnotherModerator(db, row, moderator)
}

function toEntry(db: Connection, moderator: Moderator, row: EntryRow): AppealEntry {
  const { id, resource, resourceId, message, status, reason, postId, title, text } = row
  return {
    ...{ id, resource, resourceId, message, status, reason },
    ...{ createdAt: minuteOf(row.createdAt), decidedAt: row.decidedAt },
    appellant: { id: row.appellantId, username: row.appellantName },
    decidedBy: toReference(row.decidedById, row.decidedByName),
    decision: {
      ...{ id: row.recordId, resource, resourceId, state: row.state, reason: row.firstReason, rule: row.rule },
      preset: toPresetText(row.preset),
      ...{ ends: row.ends, createdAt: row.firstAt },
      moderator: toReference(row.firstModeratorId, row.firstModeratorName),
    },
    content: postId === null || title === null || text === null ? null : { postId, title, text },
    mayDecide: status === 'open' && mayDecide(db, moderator, row),
  }
}

/**
 * Keeps the first decision or undoes it, in the same transaction. 404; 409 `CONFLICT` when it is decided or has lapsed;
 * 403 `FORBIDDEN` about oneself, and about the own decision where another moderator can look at it.
 */
export async function decideAppeal(
  moderator: Viewer,
  id: string,
  { outcome, reason }: { outcome: 'upheld' | 'overturned'; reason: string },
): Promise<AppealEntry> {
  const mails = optionalMails()
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const row = appealById(tx, id)
    if (row.status !== 'open') refuse('CONFLICT', 'appeals.decided')
    if (!mayDecide(tx, moderator, row)) refuse('FORBIDDEN', 'appeals.anotherModerator')
    // First, so that undoing the decision finds no open appeal, which would lapse.
    sql`UPDATE appeals SET status = ${outcome}, reason = ${reason}, moderator_id = ${moderator.id},
        decided_at = ${new Date().toISOString()}
      WHERE id = ${id}`.run(tx)
    audit(tx, moderator, {
      action: `admin:${outcome}:appeal`,
      entityType: 'appeal',
      entityId: id,
      after: { status: outcome, resource: row.resource, resourceId: row.resourceId },
      reason,
    })
    if (outcome === 'overturned') await undo(tx, moderator, row, reason)
    const { resource, resourceId } = row
    const about =
      row.text === null ? {} : { post: { postId: resourceId }, comment: { commentId: resourceId }, user: {} }[resource]
    addNotice(tx, row.appellantId, { kind: `appeal_${outcome}`, reason, ...about })
    if (resource === 'user' ? mails.suspended : mails.contentRemoved) scheduleModerationMail(tx, row.appellantId)
    return toEntry(tx, moderator, appealById(tx, id))
  })
}

/** What its author deleted meanwhile stays deleted. */
async function undo(tx: Tx, moderator: Viewer, row: EntryRow, reason: string): Promise<void> {
  const { resource, resourceId, text } = row
  if (resource === 'user') changeSanction(tx, moderator, resourceId, null, reason)
  else if (text !== null)
    await changeContent(tx, moderator, resource, resourceId, { ...UNEXPLAINED, reason, state: 'active' })
}
