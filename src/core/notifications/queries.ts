import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

/** Over notifications_newest and notifications_unseen: of no user are there more than a few hundred. */
const counts = sqlStatement<{ total: number; unread: number }, { userId: string }>(`
  SELECT
    (SELECT count(*) FROM notifications WHERE user_id = $userId) AS total,
    (SELECT count(*) FROM notifications WHERE user_id = $userId AND seen = 0) AS unread`)

export async function countNotifications(db: Connection, userId: string): Promise<{ total: number; unread: number }> {
  return counts(db).get({ userId }) ?? { total: 0, unread: 0 }
}

const markAll = sqlStatement<never, { userId: string }>(
  'UPDATE notifications SET seen = 1 WHERE user_id = $userId AND seen = 0',
)
const markSome = sqlStatement<never, { userId: string; ids: string }>(`
  UPDATE notifications SET seen = 1
  WHERE user_id = $userId AND seen = 0 AND id IN (SELECT value FROM json_each($ids))`)

/** Answers how many were unseen. */
export async function markNotifications(tx: Tx, userId: string, ids: readonly string[] | undefined): Promise<number> {
  if (ids === undefined) return markAll(tx).run({ userId }).changes
  return markSome(tx).run({ userId, ids: JSON.stringify(ids.map((id) => id.toLowerCase())) }).changes
}
