import { aliases } from '../../../db/schema/aliases'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, idOf, keyOf, pick, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { keyedHash } from '../../lib/keys'
import { type Account, forgetAccount, readAccount, withPresentSanctions } from '../access/account'
import { levelRefusal } from '../access/levels'
import { insertUser } from '../names/new-user'
import { pseudonym } from '../names/pseudonyms'
import { uniqueUsername } from '../names/unique-username'
import { removalsBefore } from './removals'

// An alias: the name of an account for one thread, chosen by its author. It is a row of `users` with the status ALIAS, so
// that all that names an author names the alias, and leads to nothing else. What needs the account asks here.

const [ALIAS, ACCOUNT] = [keyOf('users', 'aliasId'), keyOf('users', 'accountId')]
const [alias, account] = [{ aliasId: users.id }, { accountId: users.id }]

const inThread = sqlStatement(
  `SELECT ${idOf('users', 'alias')} AS aliasId FROM aliases WHERE account = ${ACCOUNT} AND post_id = $postId`,
  { returns: alias, params: { ...account, postId: aliases.postId } },
)
const accountOf = sqlStatement(`SELECT ${idOf('users', 'account')} AS accountId FROM aliases WHERE alias = ${ALIAS}`, {
  returns: account,
  params: alias,
})
const newest = sqlStatement(
  `SELECT ${idOf('users', 'alias')} AS aliasId FROM aliases WHERE account = ${ACCOUNT}
  ORDER BY created_at DESC, aliasId LIMIT 1`,
  { returns: alias, params: account },
)
const insertAlias = sqlStatement(
  `INSERT INTO aliases (alias, account, post_id, removals_before, created_at)
  VALUES (${ALIAS}, ${ACCOUNT}, $postId, $removalsBefore, $createdAt)`,
  { params: { ...alias, ...account, ...pick(aliases, 'postId', 'createdAt'), removalsBefore: INTEGER } },
)

const named = sqlStatement("SELECT id FROM users WHERE username = $username AND status = 'ALIAS'", {
  returns: pick(users, 'id'),
  params: pick(users, 'username'),
})

export const isAliasName = (db: Connection, username: string): boolean => named(db).get({ username }) !== undefined

/** The id of the account's alias in a thread. */
export const aliasIn = (db: Connection, accountId: string, postId: string): string | undefined =>
  inThread(db).get({ accountId, postId })?.aliasId

/** The account that an author is: of an alias, the one behind it. For what reaches that account alone. */
export const ownerOf = (db: Connection, authorId: string): string =>
  accountOf(db).get({ aliasId: authorId })?.accountId ?? authorId

const aliasById = sqlStatement("SELECT 1 AS found FROM users WHERE id = $id AND status = 'ALIAS'", {
  returns: { found: FLAG },
  params: pick(users, 'id'),
})

/** Whether it is the id of an alias, also of one whose account is gone. */
export const isAlias = (db: Connection, id: string): boolean => aliasById(db).get({ id }) !== undefined

/**
 * Refuses while a moderator's decision holds the alias. An account is refused before, but for an administrator's: the alias
 * alone is bound, and one that went on writing would tell that it is an administrator's.
 */
export function refuseSanctioned(alias: Account): void {
  const code = levelRefusal('reader', withPresentSanctions(alias))
  if (code !== null) refuse(code)
}

/** The account's alias in a thread, made where there is none. Refuses one under a sanction. */
export async function takeAlias(tx: Tx, account: Pick<Account, 'id' | 'collegeId'>, postId: string): Promise<Account> {
  const { id: accountId, collegeId } = account
  const present = aliasIn(tx, accountId, postId)
  const aliasId = present ?? crypto.randomUUID()
  if (present === undefined) {
    const now = new Date().toISOString()
    const username = nextAliasName(tx, accountId)
    insertUser(tx, { id: aliasId, authId: null, username, collegeId, status: 'ALIAS' }, now)
    insertAlias(tx).run({
      aliasId,
      accountId,
      postId,
      removalsBefore: removalsBefore(tx, account),
      createdAt: Date.parse(now),
    })
    forgetAccount(tx, accountId)
  }
  const alias = (await readAccount(tx, aliasId)) ?? refuse('INTERNAL')
  refuseSanctioned(alias)
  return alias
}

const WEEK_MS = 604_800_000

/**
 * The name that the account's next alias will have, so that its author sees it before: drawn by a keyed hash, and another
 * one once it was used, or a week has passed.
 */
export function nextAliasName(db: Connection, accountId: string): string {
  const last = newest(db).get({ accountId })?.aliasId ?? ''
  const seed = [accountId, last, Math.floor(Date.now() / WEEK_MS)].join('\0')
  let drawn = 0
  const below = (bound: number): number => {
    const bits = Buffer.from(keyedHash('next-alias', `${seed}\0${drawn++}`), 'base64url').readUIntBE(0, 6)
    return bits % bound
  }
  return uniqueUsername(db, () => pseudonym(below))
}
