import { notifications } from '../../../db/schema/notifications'
import { FLAG, INTEGER, keyOf, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

// SQL text: the counts are read with every page, and the builder does not return the number of changed rows.

/** By notifications_newest and notifications_unseen; a user has 500 rows at most. */
const COUNTS = { total: INTEGER, unread: INTEGER }
const counts = sqlStatement(
  `SELECT
    (SELECT count(*) FROM notifications WHERE user_id = $userId) AS total,
    (SELECT count(*) FROM notifications WHERE user_id = $userId AND seen = 0) AS unread`,
  { returns: COUNTS, params: { userId: notifications.userId } },
)

export async function countNotifications(db: Connection, userId: string): Promise<Raw<typeof COUNTS>> {
  return counts(db).get({ userId }) ?? { total: 0, unread: 0 }
}

/** By aliases_account_post. */
const MARKED = `RETURNING post_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM aliases a
    WHERE a.account = ${keyOf('users', 'userId')} AND a.post_id = notifications.post_id) AS isOfAlias`
const TYPES = { isOfAlias: FLAG }
const markAll = sqlStatement(`UPDATE notifications SET seen = 1 WHERE user_id = $userId AND seen = 0 ${MARKED}`, {
  returns: TYPES,
  params: { userId: notifications.userId },
})
const markSome = sqlStatement(
  `UPDATE notifications SET seen = 1
  WHERE user_id = $userId AND seen = 0 AND id IN (SELECT value FROM json_each($ids)) ${MARKED}`,
  { returns: TYPES, params: { userId: notifications.userId, ids: TEXT } },
)

/** Marks those of the ids, or all, as seen; returns how many were unseen, and how many of those in a thread of an alias. */
export function markNotifications(
  tx: Tx,
  userId: string,
  ids: readonly string[] | undefined,
): { updated: number; ofAliases: number } {
  const marked =
    ids === undefined
      ? markAll(tx).all({ userId })
      : markSome(tx).all({ userId, ids: JSON.stringify(ids.map((id) => id.toLowerCase())) })
  return { updated: marked.length, ofAliases: marked.filter(({ isOfAlias }) => isOfAlias === 1).length }
}
