import { randomInt } from 'node:crypto'
import { aliasEndings, aliases, users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick, type Raw } from '../../../db/statement'
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

const ID = pick(aliasEndings, 'aliasId')
/** Index: alias_endings_due, as the next. */
const due = (now: string) => sql(ID)`SELECT alias_id AS aliasId FROM alias_endings WHERE due_at <= ${now}`

const soon = (): string => new Date(Date.now() + randomInt(HOUR_MS)).toISOString()

/** Call before an account is deleted. */
export function endAliases(tx: Tx, accountId: string, person: Person): void {
  const keys = personKeys(tx, accountId, person)
  for (const alias of sql({ aliasId: users.id, removalsBefore: aliases.removalsBefore })`
    SELECT u.id AS aliasId, a.removals_before AS removalsBefore
    FROM aliases a CROSS JOIN users u ON u.key = a.alias WHERE a.account = (SELECT key FROM users
      WHERE id = ${accountId})`.all(tx)) {
    const persons = keys.map((key) => personOf(alias.aliasId, key)).join(' ')
    // One that came back to its account has its moment already.
    sql`
      INSERT INTO alias_endings (alias_id, due_at, removals_before, persons)
      VALUES (${alias.aliasId}, ${soon()}, ${alias.removalsBefore}, ${persons})
      ON CONFLICT DO UPDATE SET persons = persons || ' ' || excluded.persons
        WHERE instr(persons, excluded.persons) = 0`.run(tx)
  }
  sql`DELETE FROM aliases WHERE account = (SELECT key FROM users WHERE id = ${accountId})`.run(tx)
}

/** The aliases that are due to go. */
export const dueAliases = (): string[] =>
  due(new Date().toISOString())
    .all(storage.reader)
    .map(({ aliasId }) => aliasId)

/** Gives aliases moments of their own again. */
async function scatter(find: (db: Connection) => { aliasId: string }[]): Promise<void> {
  if (find(storage.reader).length > 0)
    await storage.write((tx) => {
      for (const { aliasId } of find(tx))
        sql`UPDATE alias_endings SET due_at = ${soon()} WHERE alias_id = ${aliasId}`.run(tx)
    })
}

/** Those that wait since the clock was ahead. */
export function scatterLateEndings(): Promise<void> {
  const latest = new Date(Date.now() + HOUR_MS).toISOString()
  // What would wait for longer than an hour was written while the clock was ahead.
  return scatter((db) => sql(ID)`SELECT alias_id AS aliasId FROM alias_endings WHERE due_at > ${latest}`.all(db))
}

/** Those that were due while nobody looked. */
export function scatterMissedEndings(): Promise<void> {
  const now = new Date().toISOString()
  return scatter((db) => due(now).all(db))
}

/** False where it has begun before. */
export const beginEnding = (tx: Tx, aliasId: string): boolean =>
  sql(ID)`
  UPDATE alias_endings SET due_at = NULL WHERE alias_id = ${aliasId} AND due_at IS NOT NULL
  RETURNING alias_id AS aliasId`.get(tx) !== undefined

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

/** Call when an account is created or linked. */
export function bindReturned(tx: Tx, accountId: string, person: Person): void {
  reimposeRetainedSanction(tx, accountId, person)
  const keys = personKeys(tx, accountId, person)
  // All of them: those of the last hour, and those that a sanction holds.
  const own = sql(ROW)`
    SELECT e.alias_id AS aliasId, e.removals_before AS removalsBefore, e.persons,
      (SELECT self.id FROM users self WHERE self.key = a.account) AS ownerId,
      s.kind, s.reason, s.ends_at AS endsAt
    FROM alias_endings e LEFT JOIN aliases a ON a.alias = (SELECT key FROM users WHERE id = e.alias_id)
      LEFT JOIN sanctions s ON s.user_id = e.alias_id`
    .all(tx)
    .filter(({ aliasId, persons }) =>
      persons.split(' ').some((stored) => keys.some((key) => isPersonOf(stored, aliasId, key))),
    )
  const createdAt = Date.now()
  // Of its thread nothing is left or will be; an account has one alias in a thread, so each needs another place.
  for (const { aliasId, removalsBefore, ownerId } of own)
    if (ownerId === null)
      sql`
      INSERT INTO aliases (alias, account, post_id, removals_before, created_at)
      VALUES ((SELECT key FROM users WHERE id = ${aliasId}), (SELECT key FROM users WHERE id = ${accountId}),
        ${aliasId}, ${removalsBefore}, ${createdAt})`.run(tx)
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
