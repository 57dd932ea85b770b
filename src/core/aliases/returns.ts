import { aliasEndings, aliases } from '../../../db/schema/aliases'
import { users } from '../../../db/schema/users'
import { idOf, keyOf, orNull, pick, type Raw, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { matchesStoredHash, storedHash } from '../../lib/keys'
import { forgetAccount, readAccount } from '../access/account'
import {
  activeSanction,
  imposeSanction,
  longestSanction,
  type Person,
  personKeys,
  reimposeRetainedSanction,
  SANCTION_COLUMNS,
  type Sanction,
} from '../access/sanctions'

// Whoever deletes an account and comes back is bound by what moderators decided about it and about its aliases, also within
// the hour in which those go. An alias comes back to the account for that: its sanction, with its reason, on the new name
// would tell whose both are.

/** By which the person of an alias is known on return. The hash of one says nothing of another one's. */
export const personOf = (aliasId: string, key: string): string => storedHash('alias-person', textOf(aliasId, key))
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
export async function bindReturned(tx: Tx, accountId: string, person: Person): Promise<void> {
  await reimposeRetainedSanction(tx, accountId, person)
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
  const present = (await readAccount(tx, accountId))?.sanction ?? null
  const longest = longestSanction([present, ...others].flatMap((each) => activeSanction(each) ?? []))
  if (longest !== null && longest !== present) await imposeSanction(tx, accountId, longest, null)
}

const toSanction = ({ kind, reason, endsAt }: Raw<typeof ROW>): Sanction | null =>
  kind === null ? null : { kind, reason: reason ?? '', endsAt }
