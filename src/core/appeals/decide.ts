import { appeals } from '../../../db/schema/appeals'
import { sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { scheduleModerationMail } from '../moderation/mails'
import { changeComment, changePost } from '../moderation/remove-or-restore'
import { changeSanction } from '../moderation/suspend-or-ban'
import { addNotice } from '../notices/notices'
import { optionalMails } from '../settings/settings'
import { type EntryRow, entryById } from './queries'
import type { AppealEntry } from './record'
import { mayDecide, toEntry } from './service'

export type Outcome = { outcome: 'upheld' | 'overturned'; reason: string }

const settle = sqlStatement(
  'UPDATE appeals SET status = $status, reason = $reason, moderator_id = $moderatorId, decided_at = $now WHERE id = $id',
  { params: { id: appeals.id, status: appeals.status, reason: TEXT, moderatorId: TEXT, now: TEXT } },
)

/**
 * Keeps the first decision or undoes it, in the same transaction. 404; 409 `CONFLICT` when it is decided or has lapsed;
 * 403 `FORBIDDEN` about oneself, and about the own decision where another moderator can look at it.
 */
export async function decideAppeal(moderator: Viewer, id: string, { outcome, reason }: Outcome): Promise<AppealEntry> {
  const mails = await optionalMails()
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const row = read(tx, id)
    if (row.status !== 'open') refuse('CONFLICT', 'appeals.decided')
    if (!mayDecide(tx, moderator, row)) refuse('FORBIDDEN', 'appeals.anotherModerator')
    // First, so that undoing the decision finds no open appeal, which would lapse.
    settle(tx).run({ id, status: outcome, reason, moderatorId: moderator.id, now: new Date().toISOString() })
    await audit(tx, moderator, {
      action: `admin:${outcome}:appeal`,
      entityType: 'appeal',
      entityId: id,
      after: { status: outcome, resource: row.resource, resourceId: row.resourceId },
      reason,
    })
    if (outcome === 'overturned') await undo(tx, moderator, row, reason)
    tell(tx, row, { outcome, reason })
    if (row.resource === 'user' ? mails.suspended : mails.contentRemoved) scheduleModerationMail(tx, row.appellantId)
    return toEntry(tx, moderator, read(tx, id))
  })
}

const read = (tx: Tx, id: string): EntryRow => entryById(tx, id) ?? refuse('NOT_FOUND', 'appeals.missing')

/** What its author deleted meanwhile stays deleted. */
async function undo(
  tx: Tx,
  moderator: Viewer,
  { resource, resourceId, text }: EntryRow,
  reason: string,
): Promise<void> {
  const decision = { state: 'active', reason, rule: null, preset: null, sendsMail: false } as const
  if (resource === 'user') await changeSanction(tx, moderator, resourceId, { sanction: null, reason, sendsMail: false })
  else if (text === null) return
  else if (resource === 'post') await changePost(tx, moderator, resourceId, decision)
  else await changeComment(tx, moderator, resourceId, decision)
}

function tell(tx: Tx, { resource, resourceId, text, appellantId }: EntryRow, { outcome, reason }: Outcome): void {
  const isThere = text !== null
  addNotice(tx, appellantId, {
    kind: `appeal_${outcome}`,
    reason,
    ...(resource === 'post' && isThere ? { postId: resourceId } : {}),
    ...(resource === 'comment' && isThere ? { commentId: resourceId } : {}),
  })
}
