import { users } from '../../../db/schema/users'
import { INTEGER, idOf, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { config } from '../../config'
import type { Account } from '../access/account'
import { NAME_KEYS, NAMES } from '../names/own-names'

/** By the indexes of posts and comments by author. Reads the comments of the account: up to a few thousand. */
const own = sqlStatement(
  `SELECT (SELECT count(*) FROM posts WHERE author_id IN ${NAMES} AND moderation_state <> 'active')
    + (SELECT count(*) FROM comments WHERE author IN ${NAME_KEYS} AND is_banned = 1 AND deleted_at IS NULL) AS count`,
  { returns: { count: INTEGER }, params: { userId: users.id } },
)

/**
 * How many accounts of a college have how many removals, under all of their names. Begins with the decisions of
 * moderators, which are few beside what is written.
 */
const shared = sqlStatement(
  `SELECT removals, count(*) AS accounts FROM (
    SELECT count(*) AS removals FROM (
      SELECT coalesce(p.author_id, ${idOf('users', 'c.author')}) AS author_id
      FROM (SELECT DISTINCT resource_id FROM moderation_records WHERE resource <> 'user' AND state <> 'active') removed
        LEFT JOIN posts p ON p.id = removed.resource_id AND p.moderation_state <> 'active'
        LEFT JOIN comments c ON c.id = removed.resource_id AND c.is_banned = 1 AND c.deleted_at IS NULL
    ) text CROSS JOIN users name ON name.id = text.author_id LEFT JOIN aliases a ON a.alias = name.key
      CROSS JOIN users u ON u.key = coalesce(a.account, name.key)
    WHERE u.college_id = $collegeId AND u.status <> 'ALIAS' GROUP BY u.id
  ) GROUP BY removals ORDER BY removals DESC`,
  { returns: { removals: INTEGER, accounts: INTEGER }, params: { collegeId: users.collegeId } },
)

/**
 * What moderators are to read, beside an alias that is made now, of the removals of its account under all names. The exact
 * number would tell the account where few have as many, and a number that grows would tell it to whoever removes
 * something of a suspect and looks which alias has one more. So the numbers of the college are divided, from the
 * highest down, into ranges that each hold as many accounts as make a group (`MIN_GROUP`); the answer is where the
 * account's range begins, 0 for the rest, and is never computed again.
 */
export function removalsBefore(db: Connection, { id: userId, collegeId }: Pick<Account, 'id' | 'collegeId'>): number {
  const exact = own(db).get({ userId })?.count ?? 0
  if (exact === 0) return 0
  let inRange = 0
  for (const { removals, accounts } of shared(db).all({ collegeId })) {
    inRange += accounts
    if (inRange < config.minGroup) continue
    if (removals <= exact) return removals
    inRange = 0
  }
  return 0
}
