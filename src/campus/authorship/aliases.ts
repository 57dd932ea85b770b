import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { FLAG, INTEGER, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { type Account, forgetAccount, readAccount, withPresentSanctions } from '../../ground/access/account'
import { levelRefusal } from '../../ground/access/levels'
import { idsOfNames, nameKeysOf } from '../../ground/names/own-names'
import { pseudonym, uniqueUsername } from '../../ground/names/pseudonyms'
import { insertUser } from '../../ground/names/searched-names'
import { keyedHash } from '../../lib/crypto/keys'

// An alias: the name of an account for one thread, chosen by its author. It is a row of `users` with the status ALIAS, so
// that all that names an author names the alias, and leads to nothing else. What needs the account asks here.

const [alias, account] = [{ aliasId: users.id }, { accountId: users.id }]

export const isAliasName = (db: Connection, username: string): boolean =>
  sql(pick(users, 'id'))`SELECT id FROM users WHERE username = ${username} AND status = 'ALIAS'`.get(db) !== undefined

/** The id of the account's alias in a thread. */
export const aliasIn = (db: Connection, accountId: string, postId: string): string | undefined =>
  sql(alias)`
    SELECT (SELECT self.id FROM users self WHERE self.key = alias) AS aliasId FROM aliases WHERE account =
    (SELECT key FROM users WHERE id = ${accountId}) AND post_id = ${postId}`.get(db)?.aliasId

/** The account that an author is: of an alias, the one behind it. For what reaches that account alone. */
export const ownerOf = (db: Connection, authorId: string): string =>
  sql(account)`
    SELECT (SELECT self.id FROM users self WHERE self.key = account) AS accountId FROM aliases WHERE alias =
    (SELECT key FROM users WHERE id = ${authorId})`.get(db)?.accountId ?? authorId

/** Whether it is the id of an alias, also of one whose account is gone. */
export const isAlias = (db: Connection, id: string): boolean =>
  sql({ found: FLAG })`SELECT 1 AS found FROM users WHERE id = ${id} AND status = 'ALIAS'`.get(db) !== undefined

/**
 * Refuses while a moderator's decision holds the alias. An account is refused before, but for an administrator's: the alias
 * alone is bound, and one that went on writing would tell that it is an administrator's.
 */
export function refuseSanctioned(alias: Account): void {
  const code = levelRefusal('reader', withPresentSanctions(alias))
  if (code !== null) refuse(code)
}

/** The account's alias in a thread, made where there is none. Refuses one under a sanction. */
export function takeAlias(tx: Tx, account: Pick<Account, 'id' | 'collegeId'>, postId: string): Account {
  const { id: accountId, collegeId } = account
  const present = aliasIn(tx, accountId, postId)
  const aliasId = present ?? crypto.randomUUID()
  if (present === undefined) {
    const now = new Date().toISOString()
    const username = nextAliasName(tx, accountId)
    insertUser(tx, { id: aliasId, authId: null, username, collegeId, status: 'ALIAS' }, now)
    sql`
      INSERT INTO aliases (alias, account, post_id, removals_before, created_at)
      VALUES ((SELECT key FROM users WHERE id = ${aliasId}), (SELECT key FROM users WHERE id = ${accountId}), ${postId},
        ${removalsBefore(tx, account)}, ${Date.parse(now)})`.run(tx)
    forgetAccount(tx, accountId)
  }
  const alias = readAccount(tx, aliasId) ?? refuse('INTERNAL')
  refuseSanctioned(alias)
  return alias
}

const WEEK_MS = 604_800_000

/**
 * The name that the account's next alias will have, so that its author sees it before: drawn by a keyed hash, and another
 * one once it was used, or a week has passed.
 */
export function nextAliasName(db: Connection, accountId: string): string {
  const last =
    sql(alias)`
    SELECT (SELECT self.id FROM users self WHERE self.key = alias) AS aliasId FROM aliases
    WHERE account = (SELECT key FROM users WHERE id = ${accountId}) ORDER BY created_at DESC, aliasId LIMIT 1`.get(db)
      ?.aliasId ?? ''
  const seed = [accountId, last, Math.floor(Date.now() / WEEK_MS)].join('\0')
  let drawn = 0
  const below = (bound: number): number => {
    const bits = Buffer.from(keyedHash('next-alias', `${seed}\0${drawn++}`), 'base64url').readUIntBE(0, 6)
    return bits % bound
  }
  return uniqueUsername(db, () => pseudonym(below))
}

/**
 * What moderators are to read, beside an alias that is made now, of the removals of its account under all names. The exact
 * number would tell the account where few have as many, and a number that grows would tell it to whoever removes
 * something of a suspect and looks which alias has one more. So the numbers of the college are divided, from the
 * highest down, into ranges that each hold as many accounts as make a group (`MIN_GROUP`); the answer is where the
 * account's range begins, 0 for the rest, and is never computed again.
 */
function removalsBefore(db: Connection, { id: userId, collegeId }: Pick<Account, 'id' | 'collegeId'>): number {
  // By the indexes of posts and comments by author. Reads the comments of the account: up to a few thousand.
  const exact =
    sql({ count: INTEGER })`
    SELECT (SELECT count(*) FROM posts WHERE author_id IN ${idsOfNames(userId)} AND moderation_state <> 'active')
    + (SELECT count(*) FROM comments WHERE author IN ${nameKeysOf(userId)} AND is_banned = 1 AND deleted_at IS NULL)
      AS count`.get(db)?.count ?? 0
  if (exact === 0) return 0
  let inRange = 0
  // How many accounts of a college have how many removals, under all of their names. Begins with the decisions of
  // moderators, which are few beside what is written.
  for (const { removals, accounts } of sql({ removals: INTEGER, accounts: INTEGER })`
    SELECT removals, count(*) AS accounts FROM (
      SELECT count(*) AS removals FROM (
        SELECT coalesce(p.author_id, (SELECT self.id FROM users self WHERE self.key = c.author)) AS author_id
        FROM (SELECT DISTINCT resource_id FROM moderation_records WHERE resource <> 'user'
          AND state <> 'active') removed
          LEFT JOIN posts p ON p.id = removed.resource_id AND p.moderation_state <> 'active'
          LEFT JOIN comments c ON c.id = removed.resource_id AND c.is_banned = 1 AND c.deleted_at IS NULL
      ) text CROSS JOIN users name ON name.id = text.author_id LEFT JOIN aliases a ON a.alias = name.key
        CROSS JOIN users u ON u.key = coalesce(a.account, name.key)
      WHERE u.college_id = ${collegeId} AND u.status <> 'ALIAS' GROUP BY u.id
    ) GROUP BY removals ORDER BY removals DESC`.all(db)) {
    inRange += accounts
    if (inRange < config.minGroup) continue
    if (removals <= exact) return removals
    inRange = 0
  }
  return 0
}
