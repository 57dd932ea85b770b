import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { audit } from '../audit/audit'

const resolveAbout = sqlStatement(
  `UPDATE reports SET status = 'resolved', resolved_by = $viewer, closed_at = $now, updated_at = $now
  WHERE target_id = $targetId AND status = 'pending' AND target_author_id IS NOT $viewer
  RETURNING type`,
  {
    returns: { type: reports.type },
    params: { targetId: reports.targetId, viewer: users.id, now: reports.updatedAt },
  },
)

/**
 * Resolves the pending reports about a post or a comment, as the deed of a moderator who acted upon it. An administrator
 * decides nothing about the own content: those stay pending for the others. One audit entry speaks of the target and of
 * how many there were; to name the reports beside their target would lead an administrator from it to who reported.
 */
export async function resolveReportsAbout(tx: Tx, viewer: Viewer, targetId: string): Promise<void> {
  const resolved = resolveAbout(tx).all({ targetId, viewer: viewer.id, now: new Date().toISOString() })
  const [first] = resolved
  if (first === undefined) return
  await audit(tx, viewer, {
    action: 'admin:resolved:reports',
    entityType: first.type === 'Post' ? 'post' : 'comment',
    entityId: targetId,
    metadata: { count: resolved.length },
  })
}

const pending = sqlStatement(
  "SELECT count(*) AS count FROM reports WHERE status = 'pending' AND target_author_id IS NOT $viewer",
  { returns: { count: INTEGER }, params: { viewer: users.id } },
)

/** How many reports wait for a decision of this administrator: not those about the own content. Over reports_newest, which covers it. */
export async function pendingReports(db: Connection, viewer: { id: string }): Promise<number> {
  return pending(db).get({ viewer: viewer.id })?.count ?? 0
}

/** How long a closed report keeps what it was about. */
const COPY_KEPT_DAYS = 90

/** By the index reports_closed. Whose content it was is kept while there is such an account, to keep the report from it. */
const eraseCopies = sqlStatement(
  `UPDATE reports SET
    target_title = NULL, target_content = NULL,
    target_author_id = (SELECT id FROM users WHERE id = target_author_id)
  WHERE target_content IS NOT NULL AND closed_at < $before`,
  { params: { before: TEXT } },
)

/** Erases the copies in reports that were closed long ago. */
export async function eraseOldCopies(tx: Tx, now = Date.now()): Promise<void> {
  eraseCopies(tx).run({ before: new Date(now - COPY_KEPT_DAYS * 86_400_000).toISOString() })
}

const disown = sqlStatement(
  `UPDATE reports SET
    reporter_id = NULL, message = '[deleted]',
    reason = CASE WHEN reason IN (SELECT value FROM json_each($reasons)) THEN reason ELSE '[deleted]' END
  WHERE reporter_id = $userId`,
  { params: { userId: users.id, reasons: TEXT } },
)

/**
 * Before an account goes: what it reported stays for the moderators, without its name and its words. A reason that
 * was suggested to it says nothing of the account and stays.
 */
export async function forgetReporter(tx: Tx, userId: string, reasons: readonly string[]): Promise<void> {
  disown(tx).run({ userId, reasons: JSON.stringify(reasons) })
}
