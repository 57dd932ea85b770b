import { reports } from '../../../db/schema/moderation'
import { sql } from '../../../db/sql'
import { pick, toFlag } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { audit, systemActor } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { minuteId } from '../../lib/crypto/ids'
import { announceQueueAfter } from './live'
import { COPIED } from './service'

/** Puts what a part noticed on the moderators' desk: one report of nobody's, of the most urgent words, told of once a reason. */
export function fileAutomaticReport(
  tx: Tx,
  { type, id: targetId, authorId }: { type: 'post' | 'comment'; id: string; authorId: string },
  { reason, isUrgent }: { reason: string; isUrgent: boolean },
): void {
  const [newId, now, kind] = [minuteId(), new Date().toISOString(), type === 'post' ? 'Post' : 'Comment'] as const
  const before = sql(pick(reports, 'reason'))`
    SELECT reason FROM reports WHERE target_id = ${targetId} AND status = 'pending' AND automatic = 1`.get(tx)
  const id = sql(pick(reports, 'id'))`
    INSERT INTO reports (
      id, type, target_id, target_author_id, automatic, reason, message, created_at, updated_at,
      target_title, target_content, target_starts_at, target_place, target_poll
    )
    SELECT ${newId}, ${kind}, ${targetId}, ${authorId}, 1, ${reason}, '', ${now}, ${now}, ${COPIED[kind]} WHERE id = ${targetId}
    ON CONFLICT (target_id) WHERE status = 'pending' AND automatic = 1 DO UPDATE SET
      (reason, created_at, updated_at, target_title, target_content, target_starts_at, target_place, target_poll) = (
        excluded.reason, iif(reason = excluded.reason, created_at, excluded.created_at), excluded.updated_at, excluded.target_title,
        excluded.target_content, excluded.target_starts_at, excluded.target_place, excluded.target_poll)
      WHERE ${toFlag(isUrgent)} = 1 OR reason = excluded.reason
    RETURNING id`.get(tx)?.id
  if (id === undefined) return
  announceQueueAfter(tx, { targetId, authorId, change: 'reported' })
  if (before?.reason === reason) return
  tell(tx, 'report.created', { id, authorId })
  const entry = { action: 'user:created:report', entityType: 'report', entityId: id, after: { type: kind } } as const
  audit(tx, systemActor('system'), entry)
}
