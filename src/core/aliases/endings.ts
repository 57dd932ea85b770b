import { randomInt } from 'node:crypto'
import { aliasEndings, aliases } from '../../../db/schema/aliases'
import { users } from '../../../db/schema/users'
import { keyOf, pick, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { type Person, personKeys } from '../access/sanctions'
import { personOf } from './returns'

// What becomes of the aliases of a deleted account: each goes at a random moment of the hour after. Two names that
// vanished together would be known as one person's.

const HOUR_MS = 3_600_000

const ACCOUNT = keyOf('users', 'accountId')
const params = { accountId: users.id }
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
  returns: pick(aliasEndings, 'aliasId'),
  params: { now: TEXT },
})
/** What would wait for longer than an hour was written while the clock was ahead. */
const late = sqlStatement('SELECT alias_id AS aliasId FROM alias_endings WHERE due_at > $latest', {
  returns: pick(aliasEndings, 'aliasId'),
  params: { latest: TEXT },
})
const put = sqlStatement('UPDATE alias_endings SET due_at = $dueAt WHERE alias_id = $aliasId', {
  params: { ...pick(aliasEndings, 'aliasId'), dueAt: TEXT },
})
const begin = sqlStatement(
  'UPDATE alias_endings SET due_at = NULL WHERE alias_id = $aliasId AND due_at IS NOT NULL RETURNING alias_id AS aliasId',
  { returns: pick(aliasEndings, 'aliasId'), params: pick(aliasEndings, 'aliasId') },
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
    await storage.write(async (tx) => {
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
