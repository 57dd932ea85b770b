import { randomInt } from 'node:crypto'
import { aliasEndings, aliases } from '../../../db/schema/aliases'
import { users } from '../../../db/schema/users'
import { idOf, keyOf, orNull, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { forgetAccount, readAccount } from '../../ground/access/account'
import {
  activeSanction,
  imposeSanction,
  longestSanction,
  type Person,
  personKeys,
  reimposeRetainedSanction,
  SANCTION_COLUMNS,
  type Sanction,
} from '../../ground/access/sanctions'
import { matchesStoredHash, storedHash } from '../../lib/crypto/keys'

// What becomes of the aliases of a deleted account: each goes at a random moment of the hour after. Two names that
// vanished together would be known as one person's.

const HOUR_MS = 3_600_000

const ACCOUNT = keyOf('users', 'accountId')
const params = { accountId: users.id }
const ID = pick(aliasEndings, 'aliasId')
const ofAccount = sqlStatement(
  `SELECT u.id AS aliasId, a.removals_before AS removalsBefore
  FROM aliases a CROSS JOIN users u ON u.key = a.alias WHERE a.account = ${ACCOUNT}`,
  { returns: { aliasId: users.id, removalsBefore: aliases.removalsBefore }, params },
)
/** One that came back to its account has its moment already. */
const insert = sqlStatement(
  `INSERT INTO alias_endings (alias_id, due_at, removals_before, persons)
  VALUES ($aliasId, $dueAt, $removalsBefore, $persons)
  ON CONFLICT DO UPDATE SET persons = persons || ' ' || excluded.persons WHERE instr(persons, excluded.persons) = 0`,
  { params: { ...pick(aliasEndings, 'aliasId', 'removalsBefore', 'persons'), dueAt: TEXT } },
)
const unlink = sqlStatement(`DELETE FROM aliases WHERE account = ${ACCOUNT}`, { params })
/** Index: alias_endings_due, as the next. */
const due = sqlStatement('SELECT alias_id AS aliasId FROM alias_endings WHERE due_at <= $now', {
  returns: ID,
  params: { now: TEXT },
})
/** What would wait for longer than an hour was written while the clock was ahead. */
const late = sqlStatement('SELECT alias_id AS aliasId FROM alias_endings WHERE due_at > $latest', {
  returns: ID,
  params: { latest: TEXT },
})
const put = sqlStatement('UPDATE alias_endings SET due_at = $dueAt WHERE alias_id = $aliasId', {
  params: { ...ID, dueAt: TEXT },
})
const begin = sqlStatement(
  'UPDATE alias_endings SET due_at = NULL WHERE alias_id = $aliasId AND due_at IS NOT NULL RETURNING alias_id AS aliasId',
  { returns: ID, params: ID },
)

const soon = (): string => new Date(Date.now() + randomInt(HOUR_MS)).toISOString()

/** Call before an account is deleted. */
export function endAliases(tx: Tx, accountId: string, person: Person): void {
  const keys = personKeys(tx, accountId, person)
  for (const alias of ofAccount(tx).all({ accountId })) {
    const persons = keys.map((key) => personOf(alias.aliasId, key)).join(' ')
    insert(tx).run({ ...alias, dueAt: soon(), persons })
  }
  unlink(tx).run({ accountId })
}

/** The aliases that are due to go. */
export const dueAliases = (): string[] =>
  due(storage.reader)
    .all({ now: new Date().toISOString() })
    .map(({ aliasId }) => aliasId)

/** Gives aliases moments of their own again. */
async function scatter(find: (db: Connection) => { aliasId: string }[]): Promise<void> {
  if (find(storage.reader).length > 0)
    await storage.write((tx) => {
      for (const { aliasId } of find(tx)) put(tx).run({ aliasId, dueAt: soon() })
    })
}

/** Those that wait since the clock was ahead. */
export function scatterLateEndings(): Promise<void> {
  const latest = new Date(Date.now() + HOUR_MS).toISOString()
  return scatter((db) => late(db).all({ latest }))
}

/** Those that were due while nobody looked. */
export function scatterMissedEndings(): Promise<void> {
  const now = new Date().toISOString()
  return scatter((db) => due(db).all({ now }))
}

/** False where it has begun before. */
export const beginEnding = (tx: Tx, aliasId: string): boolean => begin(tx).get({ aliasId }) !== undefined

// Whoever deletes an account and comes back is bound by what moderators decided about it and about its aliases, also within
// the hour in which those go. An alias comes back to the account for that: its sanction, with its reason, on the new name
// would tell whose both are.

/** By which the person of an alias is known on return. The hash of one says nothing of another one's. */
const personOf = (aliasId: string, key: string): string => storedHash('alias-person', textOf(aliasId, key))
const isPersonOf = (stored: string, aliasId: string, key: string): boolean =>
  matchesStoredHash(stored, 'alias-person', textOf(aliasId, key))
const textOf = (aliasId: string, key: string): string => `${aliasId}\0${key}`

const ROW = {
  ...pick(aliasEndings, 'aliasId', 'removalsBefore', 'persons'),
  ownerId: orNull(users.id),
  ...SANCTION_COLUMNS,
}
/** All of them: those of the last hour, and those that a sanction holds. */
const ended = sqlStatement(
  `SELECT e.alias_id AS aliasId, e.removals_before AS removalsBefore, e.persons, ${idOf('users', 'a.account')} AS ownerId,
    s.kind, s.reason, s.ends_at AS endsAt
  FROM alias_endings e LEFT JOIN aliases a ON a.alias = (SELECT key FROM users WHERE id = e.alias_id) LEFT JOIN sanctions s ON s.user_id = e.alias_id`,
  { returns: ROW },
)
/** Of its thread nothing is left or will be; an account has one alias in a thread, so each needs another place. */
const takeBack = sqlStatement(
  `INSERT INTO aliases (alias, account, post_id, removals_before, created_at)
  VALUES (${keyOf('users', 'aliasId')}, ${keyOf('users', 'accountId')}, $aliasId, $removalsBefore, $createdAt)`,
  { params: { aliasId: users.id, accountId: users.id, ...pick(aliases, 'removalsBefore', 'createdAt') } },
)

/** Call when an account is created or linked. */
export function bindReturned(tx: Tx, accountId: string, person: Person): void {
  reimposeRetainedSanction(tx, accountId, person)
  const keys = personKeys(tx, accountId, person)
  const own = ended(tx)
    .all()
    .filter(({ aliasId, persons }) =>
      persons.split(' ').some((stored) => keys.some((key) => isPersonOf(stored, aliasId, key))),
    )
  const createdAt = Date.now()
  for (const { aliasId, removalsBefore, ownerId } of own)
    if (ownerId === null) takeBack(tx).run({ aliasId, accountId, removalsBefore, createdAt })
  forgetAccount(tx, accountId)
  // An alias has one account, which the same person may have by another address.
  const others = own.flatMap((row) =>
    row.ownerId === null || row.ownerId === accountId ? [] : (toSanction(row) ?? []),
  )
  const present = readAccount(tx, accountId)?.sanction ?? null
  const longest = longestSanction([present, ...others].flatMap((each) => activeSanction(each) ?? []))
  if (longest !== null && longest !== present) imposeSanction(tx, accountId, longest, null)
}

const toSanction = ({ kind, reason, endsAt }: Raw<typeof ROW>): Sanction | null =>
  kind === null ? null : { kind, reason: reason ?? '', endsAt }
