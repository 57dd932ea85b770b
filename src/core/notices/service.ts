import { accountNotices } from '../../../db/schema/notices'
import { pick, sqlStatement, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { NAMES } from '../names/own-names'
import { type NoticeRecord, newestNotices } from './record'

const MAX_NOTICES = 500

/** Newest first. */
export async function listNotices(user: Viewer): Promise<{ notices: NoticeRecord[] }> {
  return { notices: await newestNotices(storage.reader, user, MAX_NOTICES) }
}

const acknowledge = sqlStatement(
  `UPDATE account_notices SET acknowledged_at = $now
  WHERE user_id IN ${NAMES} AND acknowledged_at IS NULL AND id IN (SELECT value FROM json_each($ids))
  RETURNING user_id AS userId`,
  { returns: pick(accountNotices, 'userId'), params: { userId: accountNotices.userId, now: TEXT, ids: TEXT } },
)

/**
 * Notices of others, and those acknowledged before, count for nothing. Those of an alias are in no entry: by the time of a
 * decision about the alias one would know who read of it.
 */
export async function acknowledgeNotices(user: Viewer, ids: readonly string[]): Promise<{ acknowledged: number }> {
  return writeAs(user, 'session', async (tx, user) => {
    const now = new Date().toISOString()
    const lowerCase = JSON.stringify(ids.map((id) => id.toLowerCase()))
    const read = acknowledge(tx).all({ userId: user.id, now, ids: lowerCase })
    const own = read.filter(({ userId }) => userId === user.id).length
    if (own > 0)
      await audit(tx, user, {
        action: 'user:acknowledged:notices',
        entityType: 'user',
        entityId: user.id,
        metadata: { acknowledged: own },
      })
    return { acknowledged: read.length }
  })
}
