import { sql } from '../../../db/sql'
import type { Tx } from '../../../db/storage'
import { audit, systemActor } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { minuteId } from '../../lib/crypto/ids'
import { announceQueueAfter } from './live'
import { COPIED } from './service'

/**
 * Puts a text that a part noticed on the moderators' desk, as a report of nobody's. One at a time, and none of words that a
 * moderator has decided about.
 */
export function fileAutomaticReport(
  tx: Tx,
  { type, id: targetId, authorId }: { type: 'post' | 'comment'; id: string; authorId: string },
  reason: string,
): void {
  const [id, now, kind] = [minuteId(), new Date().toISOString(), type === 'post' ? 'Post' : 'Comment'] as const
  const { changes } = sql`
    WITH target (title, content, starts_at, place, poll) AS (SELECT ${COPIED[kind]} WHERE id = ${targetId})
    INSERT INTO reports (
      id, type, target_id, target_author_id, automatic, reason, message, created_at, updated_at,
      target_title, target_content, target_starts_at, target_place, target_poll
    )
    SELECT ${id}, ${kind}, ${targetId}, ${authorId}, 1, ${reason}, '', ${now}, ${now}, target.* FROM target
    WHERE NOT EXISTS (
      SELECT 1 FROM reports r INDEXED BY reports_target
      WHERE r.target_id = ${targetId} AND r.status <> 'pending' AND r.target_title IS target.title
        AND r.target_content = target.content AND r.target_place IS target.place AND r.target_poll IS target.poll)
    ON CONFLICT DO NOTHING`.run(tx)
  if (changes === 0) return
  tell(tx, 'report.created', { id, authorId })
  announceQueueAfter(tx, { targetId, authorId, change: 'reported' })
  const entry = { action: 'user:created:report', entityType: 'report', entityId: id, after: { type: kind } } as const
  audit(tx, systemActor('system'), entry)
}
