import { users } from '../../../db/schema/users'
import { sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'

// What leaves a report: the copy of its target after 90 days, and its reporter with their account.

const MAX_COPY_AGE_DAYS = 90

/** By the index reports_closed. The author's id stays while the account exists: it hides the report from its author. */
const eraseCopies = sqlStatement(
  `UPDATE reports SET
    target_title = NULL, target_content = NULL, target_starts_at = NULL, target_place = NULL,
    target_author_id = (SELECT id FROM users WHERE id = target_author_id)
  WHERE target_content IS NOT NULL AND closed_at < $before`,
  { params: { before: TEXT } },
)

/** Erases the copies in reports that were closed more than 90 days ago. */
export async function eraseOldCopies(tx: Tx, now = Date.now()): Promise<void> {
  eraseCopies(tx).run({ before: new Date(now - MAX_COPY_AGE_DAYS * 86_400_000).toISOString() })
}

const eraseReporter = sqlStatement(
  `UPDATE reports SET
    reporter_id = NULL, message = '[deleted]',
    reason = CASE WHEN reason IN (SELECT value FROM json_each($reasons)) THEN reason ELSE '[deleted]' END
  WHERE reporter_id = $userId`,
  { params: { userId: users.id, reasons: TEXT } },
)

/**
 * Call before an account is deleted. Its reports stay for the moderators, without its id and its message. Only one of
 * the suggested `reasons` stays as it was: other reasons may identify their writer.
 */
export async function forgetReporter(tx: Tx, userId: string, reasons: readonly string[]): Promise<void> {
  eraseReporter(tx).run({ userId, reasons: JSON.stringify(reasons) })
}
